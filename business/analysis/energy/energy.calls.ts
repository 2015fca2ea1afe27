import { text } from '#kernel/fields/text/text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { calendar, call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  anything,
  bothLanguages,
  list,
  map,
  nullable,
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

const answer = record({
  deviceId: anyText,
  energy: anyText,
  kind: anyText,
  period: anyText,
  date: anyText,
  /** The metric that is drawn and compared first. */ main: anyText,
  unit: map(anyText),
  x: list(anyText),
  series: list(record({ name: anyText, zh: anyText, en: anyText, data: list(nullable(anyNumber)) })),
  summary: map(nullable(anyNumber)),
  /** What counters show by now; of all years alone. */ life: map(nullable(anyNumber)),
  /** The bucket with the greatest power; null: none is known. */ peakAt: nullable(anyText),
  /** Its label, the main metric by its name, the ratio of the change, and its own series. Null: not asked for, or nothing was told then. */
  compare: nullable(map(anything)),
  /** Share of the quarters of an hour in which something was told, in all and in each bucket; how many buckets hold an estimate. */
  quality: record({
    coverage: anyNumber,
    estimated: anyNumber,
    buckets: list(nullable(anyNumber)),
    /** Why the figures of the period are marked, in all and bucket by bucket: readings are left out, or a meter was exchanged. */
    mark: nullable(bothLanguages),
    marks: list(nullable(bothLanguages)),
  }),
});

/** What a family used of an energy over a period; missing buckets are null, never 0. */
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
      /** Of water: the kind of water. */ kind: text(['类别', 'Kind'], { max: 20, required: true }),
      /** An id or a MAC. */ deviceId: text(['设备', 'Device'], { max: 64 }),
      /** Of air conditioning: the indoor unit. */ deviceId2: text(['内机', 'Indoor unit'], { max: 64 }),
      householdId: id(household.title),
      addressId: id(roomAddress.title),
      date: text(['日期', 'Date'], { max: 10 }),
      /** `prev`, `yoy` or `none`. */ compare: text(['对比', 'Compare'], { max: 4 }),
    },
    answer,
  });

/** Five energies, four periods each. */
export const analysisCalls = ENERGIES.flatMap((energy) =>
  PERIODS.map((period) => ({ energy, period, of: analysisOf(energy, period) })),
);

/** The call of an energy and a period. */
export const analysisCall = (energy: Energy, period: EnergyPeriod): ReturnType<typeof analysisOf> =>
  mustFind(analysisCalls, (one) => one.energy === energy && one.period === period).of;

export type EnergyAnswer = AnswerOf<typeof answer>;

const month = () => calendar(['月份', 'Month'], ['month'], { required: true });
const ofDevice = () => id(device.title, { required: true });

/** What homes like this one used, day by day: the middle half of them. None are told where they are too few. */
export const similarHomes = call(device, '/analysis-server/compare/similar', {
  method: 'GET',
  needs: 'view',
  title: ['相似家庭', 'Similar homes'],
  query: { deviceId: ofDevice(), date: month() },
  answer: record({
    /** How many were compared; 0: too few. */ homes: anyNumber,
    /** How many there would have to be. */ needed: anyNumber,
    areaFrom: nullable(anyNumber),
    areaUntil: nullable(anyNumber),
    region: anyText,
    /** What the middle one used, and where this home stands among them, from the least. */ median: nullable(anyNumber),
    rank: nullable(anyNumber),
    days: list(
      record({ day: anyText, lower: nullable(anyNumber), middle: nullable(anyNumber), upper: nullable(anyNumber) }),
    ),
  }),
});

const degreeDay = record({ day: anyText, outdoor: nullable(anyNumber), degrees: nullable(anyNumber) });

/** How cold the days of a month were around a device, this year and the year before. */
export const degreeDays = call(device, '/analysis-server/compare/degree-days', {
  method: 'GET',
  needs: 'view',
  title: ['度日', 'Degree days'],
  query: { deviceId: ofDevice(), date: month() },
  answer: record({ base: anyNumber, region: anyText, days: list(degreeDay), before: list(degreeDay) }),
});

/** What the figures of a month say in words, at most three sentences, each with its evidence. */
export const energyFindings = call(device, '/analysis-server/findings', {
  method: 'GET',
  needs: 'view',
  title: ['能耗发现', 'Findings'],
  query: { deviceId: ofDevice(), energy: text(['能源', 'Energy'], { max: 10, required: true }), date: month() },
  answer: list(record({ code: anyText, tone: anyText, sentence: bothLanguages, evidence: bothLanguages })),
});

/** Every device of an energy that the reader sees, with what it used in a month and a year before; the most first. */
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
        /** Why the value is marked. */ mark: nullable(bothLanguages),
        coverage: anyNumber,
        days: list(nullable(anyNumber)),
      }),
    ),
    /** More are seen than are told. */ isCut: yesOrNo,
  }),
});

/** Whose energy it is: the device, its home and where that stands. */
export const deviceOf = call(device, '/analysis-server/device', {
  method: 'GET',
  needs: 'view',
  title: ['能耗设备', 'Device of energy'],
  query: { deviceId: ofDevice() },
  answer: record({ name: anyText, mac: anyText, home: anyText, address: anyText }),
});
