import type { Label } from '#kernel/language/label.ts';
import { NIGHTS, NIGHT_LITRES } from '../night/night-run.rules.ts';

/** A conclusion from a month's figures, with the numbers that it rests on. */
export interface Finding {
  readonly code: 'weather' | 'standby' | 'night' | 'efficiency' | 'holes';
  readonly tone: 'good' | 'warn' | 'plain';
  readonly sentence: Label;
  readonly evidence: Label;
}

/** Maximum number of findings shown for a month. */
export const MAX_FINDINGS = 3;

const WORTH_TELLING = 0.05;
const STANDBY_ABOVE = 1.25;
const COP_BELOW = 0.85;
const MIN_COVERAGE = 0.95;

const shown = (value: number, decimals = 1): string => value.toFixed(decimals);
const percent = (value: number): string => String(Math.round(Math.abs(value) * 100));

/** Figures of a device's month, from which findings are derived. An absent figure is unknown. */
export interface MonthFacts {
  readonly unit: string;
  readonly weather?: {
    readonly use: number;
    readonly degrees: number;
    readonly useBefore: number;
    readonly degreesBefore: number;
  };
  readonly standby?: { readonly watts: number; readonly median: number; readonly devices: number };
  /** Litres used from 0 to 5 o'clock, one entry per night. */ readonly nights?: readonly number[];
  readonly efficiency?: { readonly cop: number; readonly median: number; readonly devices: number };
  readonly coverage: number;
  readonly holes: number;
}

/**
 * Compare the use per degree day with that of the same days a year before, so that a cold winter does not count as
 * waste.
 */
function weatherFinding({ unit, weather }: MonthFacts): Finding | null {
  if (!weather || weather.degrees < 1 || weather.degreesBefore < 1 || weather.useBefore <= 0) return null;
  const now = weather.use / weather.degrees;
  const before = weather.useBefore / weather.degreesBefore;
  const change = now / before - 1;
  if (Math.abs(change) < WORTH_TELLING) return null;
  const isLess = change < 0;
  return {
    code: 'weather',
    tone: isLess ? 'good' : 'warn',
    sentence: [
      `每度日 ${shown(now, 2)} ${unit}，去年 ${shown(before, 2)}，${isLess ? '少' : '多'} ${percent(change)}%`,
      `${shown(now, 2)} ${unit} per degree day, ${shown(before, 2)} last year: ${percent(change)}% ${isLess ? 'less' : 'more'}`,
    ],
    evidence: [
      `今年 ${shown(weather.degrees)} 度日用 ${shown(weather.use)} ${unit}，去年 ${shown(weather.degreesBefore)} 度日用 ${shown(weather.useBefore)}`,
      `${shown(weather.use)} ${unit} in ${shown(weather.degrees)} degree days, last year ${shown(weather.useBefore)} in ${shown(weather.degreesBefore)}`,
    ],
  };
}

/** Report a standby power at night of at least 1.25 times the median of other devices of the model. */
function standbyFinding({ standby }: MonthFacts): Finding | null {
  if (!standby || standby.median <= 0 || standby.watts < standby.median * STANDBY_ABOVE) return null;
  const more = ((standby.watts - standby.median) * 24 * 30) / 1000;
  return {
    code: 'standby',
    tone: 'warn',
    sentence: [
      `夜间待机 ${shown(standby.watts, 0)} W，同型号中位 ${shown(standby.median, 0)} W`,
      `${shown(standby.watts, 0)} W standby at night, model median ${shown(standby.median, 0)} W`,
    ],
    evidence: [
      `多出的约每月 ${shown(more)} kWh；同型号 ${standby.devices} 台`,
      `About ${shown(more)} kWh more per month; ${standby.devices} devices of this model`,
    ],
  };
}

/** Report nights with more water than 15 L from 0 to 5 o'clock, if there are three or more. */
function nightFinding({ nights = [] }: MonthFacts): Finding | null {
  const wet = nights.filter((litres) => litres > NIGHT_LITRES);
  if (wet.length < NIGHTS) return null;
  const mean = wet.reduce((sum, litres) => sum + litres, 0) / wet.length;
  return {
    code: 'night',
    tone: 'warn',
    sentence: [
      `${wet.length} 个夜里一直用水，平均 ${shown(mean, 0)} L`,
      `Water ran on ${wet.length} nights, ${shown(mean, 0)} L each`,
    ],
    evidence: [
      `0 至 5 点用水超过 ${NIGHT_LITRES} L 的夜`,
      `Nights with more than ${NIGHT_LITRES} L from 0 to 5 o’clock`,
    ],
  };
}

/** Report an efficiency (heat per kWh) below 85% of the median of the same model, in the same city and month. */
function efficiencyFinding({ efficiency }: MonthFacts): Finding | null {
  if (!efficiency || efficiency.cop >= efficiency.median * COP_BELOW) return null;
  return {
    code: 'efficiency',
    tone: 'warn',
    sentence: [
      `能效 ${shown(efficiency.cop, 2)}，同型号中位 ${shown(efficiency.median, 2)}`,
      `COP ${shown(efficiency.cop, 2)}, model median ${shown(efficiency.median, 2)}`,
    ],
    evidence: [
      `同城同型号 ${efficiency.devices} 台，同一个月`,
      `${efficiency.devices} of this model in the city, the same month`,
    ],
  };
}

function holesFinding({ coverage, holes }: MonthFacts): Finding | null {
  if (coverage >= MIN_COVERAGE || holes === 0) return null;
  return {
    code: 'holes',
    tone: 'plain',
    sentence: [`${holes} 天数据不全，没有参加比较`, `${holes} days are incomplete and were not compared`],
    evidence: [`全月有数据的时间 ${shown(coverage * 100)}%`, `Data for ${shown(coverage * 100)}% of the month`],
  };
}

/** Return at most `MAX_FINDINGS` findings of a month, in a fixed order of importance. */
export const findingsOf = (facts: MonthFacts): Finding[] =>
  [nightFinding, efficiencyFinding, weatherFinding, standbyFinding, holesFinding]
    .flatMap((find) => find(facts) ?? [])
    .slice(0, MAX_FINDINGS);
