import { text } from '#kernel/fields/text/text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { calendar, call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  list,
  map,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import { mustFind } from '#kernel/language/must.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { household } from '#business/operation/households/household.paper.ts';
import { roomAddress } from '#business/operation/addresses/room-address.paper.ts';
import { ENERGIES, type Energy, PERIODS, type EnergyPeriod, energyNames } from './energies.rules.ts';

const periodNames: Readonly<Record<EnergyPeriod, Label>> = {
  day: ['日分析', 'by hour of a day'],
  month: ['月分析', 'by day of a month'],
  year: ['年分析', 'by month of a year'],
  total: ['累计分析', 'by year'],
};

const series = list(record({ name: anyText, zh: anyText, en: anyText, data: list(nullable(anyNumber)) }));

/** Reasons why the figures are doubtful, in all and by bucket. E.g. readings were left out, or a meter was replaced. */
const marks = { mark: nullable(bothLanguages), marks: list(nullable(bothLanguages)) };

const answer = record({
  deviceId: anyText,
  energy: anyText,
  kind: anyText,
  period: anyText,
  date: anyText,
  /** Name of the metric that the chart and the comparison show. */ main: anyText,
  unit: map(anyText),
  x: list(anyText),
  series,
  summary: map(nullable(anyNumber)),
  /** Last readings of the counters; empty except for the period `total`. */ life: map(nullable(anyNumber)),
  /** Label of the bucket with the highest power; null: unknown. */ peakAt: nullable(anyText),
  /**
   * The compared period: its date as `label`, the main metric under the name of that metric, `ratio` of the change,
   * series and coverage. Null: not requested, or no data.
   */
  compare: nullable(
    record({
      label: anyText,
      power: optional(nullable(anyNumber)),
      energy: optional(nullable(anyNumber)),
      water: optional(nullable(anyNumber)),
      pure: optional(nullable(anyNumber)),
      ratio: nullable(anyNumber),
      summary: map(nullable(anyNumber)),
      coverage: anyNumber,
      buckets: list(nullable(anyNumber)),
      series,
      ...marks,
    }),
  ),
  /** Share of the time with data (in all and by bucket), and number of buckets with estimated figures. */
  quality: record({
    coverage: anyNumber,
    estimated: anyNumber,
    buckets: list(nullable(anyNumber)),
    ...marks,
  }),
});

/** Use of an energy by one device, a home or an address over a period. Buckets without data are null, never 0. */
const analysisOf = (energy: Energy, period: EnergyPeriod) =>
  call(device, `/analysis-server/api/v1/${energy}/{kind}/${period}/analysis`, {
    method: 'GET',
    needs: 'view',
    aliases: [`iot/analysis-server/api/v1/${energy}/{kind}/${period}/analysis`],
    title: [
      `${energyNames[energy][0]}${periodNames[period][0]}`,
      `${energyNames[energy][1]} ${periodNames[period][1]}`,
    ],
    query: {
      /** Kind of water; ignored for other energies. */ kind: text(['类别', 'Kind'], { max: 20, required: true }),
      /** Id or MAC of the device. */ deviceId: text(['设备', 'Device'], { max: 64 }),
      /** Only for `air`: id or MAC of the indoor unit. */ deviceId2: text(['内机', 'Indoor unit'], { max: 64 }),
      householdId: id(household.title),
      addressId: id(roomAddress.title),
      date: text(['日期', 'Date'], { max: 10 }),
      /** `prev`: the period before; `yoy`: the same period a year before; `none`: no comparison. */
      compare: text(['对比', 'Compare'], { max: 4 }),
    },
    answer,
  });

/** The calls of all energies and periods. */
export const analysisCalls = ENERGIES.flatMap((energy) =>
  PERIODS.map((period) => ({ energy, period, of: analysisOf(energy, period) })),
);

/** Return the call of an energy and a period. */
export const analysisCall = (energy: Energy, period: EnergyPeriod): ReturnType<typeof analysisOf> =>
  mustFind(analysisCalls, (one) => one.energy === energy && one.period === period).of;

export type EnergyAnswer = AnswerOf<typeof answer>;

const month = () => calendar(['月份', 'Month'], ['month'], { required: true });
const ofDevice = () => id(device.title, { required: true });

/** Quartiles of daily use in similar homes, with the rank of this one. Empty with fewer than `needed` homes. */
export const similarHomes = call(device, '/analysis-server/compare/similar', {
  method: 'GET',
  needs: 'view',
  title: ['相似家庭', 'Similar homes'],
  query: { deviceId: ofDevice(), date: month() },
  answer: record({
    /** Number of compared homes; 0: fewer than needed. */ homes: anyNumber,
    /** Minimum number of homes for a comparison. */ needed: anyNumber,
    areaFrom: nullable(anyNumber),
    areaUntil: nullable(anyNumber),
    region: anyText,
    /** Median of the homes' sums, and the rank of this home; 1 is the lowest use. */ median: nullable(anyNumber),
    rank: nullable(anyNumber),
    days: list(
      record({ day: anyText, lower: nullable(anyNumber), middle: nullable(anyNumber), upper: nullable(anyNumber) }),
    ),
  }),
});

const degreeDay = record({ day: anyText, outdoor: nullable(anyNumber), degrees: nullable(anyNumber) });

/** Degree days of a month in a device's city, and of the same days a year before. */
export const degreeDays = call(device, '/analysis-server/compare/degree-days', {
  method: 'GET',
  needs: 'view',
  title: ['度日', 'Degree days'],
  query: { deviceId: ofDevice(), date: month() },
  answer: record({ base: anyNumber, region: anyText, days: list(degreeDay), before: list(degreeDay) }),
});

/** At most three conclusions from the figures of a month, each with its evidence. */
export const energyFindings = call(device, '/analysis-server/findings', {
  method: 'GET',
  needs: 'view',
  title: ['能耗发现', 'Findings'],
  query: { deviceId: ofDevice(), energy: text(['能源', 'Energy'], { max: 10, required: true }), date: month() },
  answer: list(record({ code: anyText, tone: anyText, sentence: bothLanguages, evidence: bothLanguages })),
});

/** All visible devices of an energy with their use in a month and a year before, highest use first. */
export const energyOverview = call(device, '/analysis-server/overview', {
  method: 'GET',
  needs: 'view',
  title: ['能耗总览', 'Energy overview'],
  query: { energy: text(['能源', 'Energy'], { max: 10, required: true }), date: month() },
  answer: record({
    unit: anyText,
    devices: list(
      record({
        id: anyText,
        name: anyText,
        home: anyText,
        address: anyText,
        value: nullable(anyNumber),
        before: nullable(anyNumber),
        /** Reasons why the value is doubtful; null: it is not. */ mark: nullable(bothLanguages),
        coverage: anyNumber,
        days: list(nullable(anyNumber)),
      }),
    ),
    /** More devices are visible than the list holds. */ isCut: yesOrNo,
  }),
});

/** Name and MAC of a device, with its home and address. */
export const deviceOf = call(device, '/analysis-server/device', {
  method: 'GET',
  needs: 'view',
  title: ['能耗设备', 'Device of energy'],
  query: { deviceId: ofDevice() },
  answer: record({ name: anyText, mac: anyText, home: anyText, address: anyText }),
});
