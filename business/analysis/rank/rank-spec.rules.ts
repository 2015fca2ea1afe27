import type { Label } from '#kernel/language/label.ts';
import type { DayFigures, Figure } from '#business/iot/history/figures/day-figures.rules.ts';
import type { Energy } from '../energy/energies.rules.ts';

/** The figure by which devices of a category are ranked: a ratio of two amounts of a day. */
export interface RankSpec {
  readonly energy: Energy;
  readonly categories: readonly string[];
  readonly label: Label;
  readonly unit: string;
  readonly decimals: number;
  /** 1: a higher figure is better; -1: a lower one is. */ readonly good: 1 | -1;
  readonly above: (day: DayFigures) => number | null;
  readonly below: (day: DayFigures) => number | null;
  /** The amount that a worse device uses more of, with its unit. */
  readonly used: { readonly of: 'above' | 'below'; readonly unit: string; readonly factor: number };
  /** Days with less than this amount below are idle and not compared. */ readonly least: number;
  /** The figure depends on the weather: last year is compared at the same outdoor temperature. */
  readonly isWeather: boolean;
  readonly names: readonly string[];
}

const HOURS = 24;

export const figureOf = (day: DayFigures, name: string): Figure | null => day.columns.get(name)?.figures[0] ?? null;
const growth = (day: DayFigures, name: string): number | null => figureOf(day, name)?.delta ?? null;

/** Return the mean of a measured property over a day; null without values. */
export function meanOf(day: DayFigures, name: string): number | null {
  const figure = figureOf(day, name);
  return figure && figure.n > 0 ? figure.sum / figure.n : null;
}

const factored = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);
const sumOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;
const perDay = (): number => 1;

/** Ranked figures of all energies. */
export const RANK_SPECS: readonly RankSpec[] = [
  {
    energy: 'heat',
    categories: ['heat_pump', 'boiler'],
    label: ['COP', 'COP'],
    unit: '',
    decimals: 2,
    good: 1,
    above: (day) => growth(day, 'totalHeat'),
    below: (day) => growth(day, 'totalEnergy'),
    used: { of: 'below', unit: 'kWh', factor: 1 },
    least: 1,
    isWeather: true,
    names: ['totalHeat', 'totalEnergy'],
  },
  {
    energy: 'fresh',
    categories: ['fresh_air'],
    label: ['每 m³ 用电', 'Per m³'],
    unit: 'Wh/m³',
    decimals: 2,
    good: -1,
    above: (day) => factored(growth(day, 'totalEnergy'), 1000),
    below: (day) => factored(meanOf(day, 'airVolume'), HOURS),
    used: { of: 'above', unit: 'kWh', factor: 0.001 },
    least: 100,
    isWeather: false,
    names: ['totalEnergy', 'airVolume'],
  },
  {
    energy: 'water',
    categories: ['water_purifier'],
    label: ['回收率', 'Recovery'],
    unit: '%',
    decimals: 1,
    good: 1,
    above: (day) => factored(growth(day, 'pureWater'), 100),
    below: (day) => sumOf(growth(day, 'pureWater'), growth(day, 'wasteWater')),
    used: { of: 'below', unit: 'L', factor: 1 },
    least: 1,
    isWeather: false,
    names: ['pureWater', 'wasteWater'],
  },
  {
    energy: 'water',
    categories: ['water_softener', 'prefilter'],
    label: ['每天用水', 'Water a day'],
    unit: 'L',
    decimals: 0,
    good: -1,
    above: (day) => growth(day, 'totalWater'),
    below: perDay,
    used: { of: 'above', unit: 'L', factor: 1 },
    least: 0,
    isWeather: false,
    names: ['totalWater'],
  },
  {
    energy: 'water',
    categories: ['water_meter'],
    label: ['每天用水', 'Water a day'],
    unit: 'L',
    decimals: 0,
    good: -1,
    above: (day) => factored(growth(day, 'totalWater'), 1000),
    below: perDay,
    used: { of: 'above', unit: 'L', factor: 1 },
    least: 0,
    isWeather: false,
    names: ['totalWater'],
  },
  {
    energy: 'ammeter',
    categories: ['ammeter'],
    label: ['每天用电', 'Electricity a day'],
    unit: 'kWh',
    decimals: 1,
    good: -1,
    above: (day) => growth(day, 'totalEnergy'),
    below: perDay,
    used: { of: 'above', unit: 'kWh', factor: 1 },
    least: 0,
    isWeather: false,
    names: ['totalEnergy'],
  },
  {
    energy: 'air',
    categories: ['air_conditioner'],
    label: ['每小时用电', 'Per running hour'],
    unit: 'kWh/h',
    decimals: 2,
    good: -1,
    above: (day) => growth(day, 'totalEnergy'),
    below: (day) => factored(growth(day, 'runMinutes'), 1 / 60),
    used: { of: 'above', unit: 'kWh', factor: 1 },
    least: 0.5,
    isWeather: true,
    names: ['totalEnergy', 'runMinutes'],
  },
];

/** Properties with the outdoor temperature. */
export const OUTDOOR_NAMES = ['ambientTemp', 'outTemp'] as const;
