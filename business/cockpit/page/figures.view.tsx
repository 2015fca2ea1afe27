import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { lastOf } from '#kernel/language/must.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import type { FigureUnit } from '#business/system/quality/figures/figure.rules.ts';
import { useT } from '#kernel/web/i18n/words.ts';

export type KpiUnit = FigureUnit;

/** Write the value of a tile: whole yuan, whole rows, one decimal of a percentage; a dash for none. */
export function valueWords(value: number | null, unit: KpiUnit): string {
  if (value === null) return '—';
  if (unit === 'percent') return value.toFixed(1);
  const whole = Math.round(value);
  return whole < 0 ? `−${grouped(-whole)}` : grouped(whole);
}

const signed = (text: string, change: number): string => (change > 0 ? `+${text}` : change < 0 ? `−${text}` : text);

/** Write a change: money as a percentage of the earlier amount, percentages in points, others as a difference. */
export function changeWords(value: number | null, before: number | null, unit: KpiUnit): string {
  if (value === null || before === null) return '';
  const change = value - before;
  if (unit === 'percent') return signed(Math.abs(change).toFixed(1), Math.round(change * 10));
  if (unit === 'count' || unit === 'minutes') return signed(grouped(Math.abs(change)), change);
  if (before === 0) return change === 0 ? '0' : signed(grouped(Math.abs(Math.round(change))), change);
  const share = (change / Math.abs(before)) * 100;
  return `${signed(Math.abs(share).toFixed(1), Math.round(share * 10))}%`;
}

export const unitWords: Readonly<Record<KpiUnit, Label>> = {
  count: ['单', ''],
  money: ['元', 'CNY'],
  minutes: ['分钟', 'min'],
  percent: ['%', '%'],
};

const WORSE: Label = ['变差', 'worse'];
const BETTER: Label = ['变好', 'better'];

/** A change with colour, arrow and the word “better” or “worse”; a neutral one is only a number. */
export function ChangeMark({ verdict, words }: { verdict: 'better' | 'worse' | ''; words: string }): ReactElement {
  const t = useT();
  return (
    <small className="kpi-change" data-verdict={verdict}>
      {verdict && <i aria-hidden />}
      {verdict === 'worse' && `${t(WORSE)} `}
      {verdict === 'better' && `${t(BETTER)} `}
      {words}
    </small>
  );
}

/**
 * A line through the points of some weeks, with gaps for missing ones. `dashed` shows the same weeks a year before, on
 * the same scale.
 */
export function Spark({
  values,
  dashed = [],
  width,
  height,
}: {
  values: readonly (number | null)[];
  dashed?: readonly (number | null)[];
  width: number;
  height: number;
}): ReactElement {
  const all = [...values, ...dashed].filter((one) => one !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (at: number): number => 3 + (at / Math.max(1, values.length - 1)) * (width - 6);
  const y = (value: number): number =>
    high === low ? height / 2 : height - 3 - ((value - low) / (high - low)) * (height - 6);
  const runs = (of: readonly (number | null)[]): string[] => {
    const lines: string[][] = [[]];
    of.forEach((value, at) => {
      if (value === null) lines.push([]);
      else lastOf(lines).push(`${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    });
    return lines.filter((line) => line.length > 1).map((line) => line.join(' '));
  };
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg className="kpi-spark" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      {runs(dashed).map((points) => (
        <polyline key={points} points={points} data-dashed />
      ))}
      {runs(values).map((points) => (
        <polyline key={points} points={points} />
      ))}
      {last >= 0 && <circle cx={x(last)} cy={y(values[last]!)} r="2.5" />}
    </svg>
  );
}
