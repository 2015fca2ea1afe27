import { addDays } from '#kernel/language/days.ts';
import type { EnergyPeriod } from '../energy/energies.rules.ts';
import { dateOf } from '../energy/periods.rules.ts';

type Figures = readonly (number | null)[];

/** Return the date of the period before or after. */
export function shiftedDate(period: EnergyPeriod, date: string, by: -1 | 1): string {
  if (period === 'day') return addDays(date, by);
  if (period === 'year') return String(Number(date) + by);
  const [year, month] = date.split('-').map(Number);
  const months = year * 12 + month - 1 + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/**
 * Return the date in the form of another kind of period: the month of a day, or a day of a month. Missing parts are
 * those of today.
 */
export const dateIn = (period: EnergyPeriod, date: string, today: string): string =>
  dateOf(period, date === '' ? today : `${date}${today.slice(date.length)}`);

/** Return the sum of each list over the positions where both have a value; null: there are none. */
export function sumOfBoth(one: Figures, other: Figures): readonly [one: number, other: number] | null {
  let sums: [number, number] | null = null;
  one.forEach((value, at) => {
    const second = other[at] ?? null;
    if (value === null || second === null) return;
    sums = sums ? [sums[0] + value, sums[1] + second] : [value, second];
  });
  return sums;
}

/**
 * Return the use expected from the weather: last year's use per degree day, times this year's degree days. All null if
 * last year has too few degree days.
 */
export function expectedByWeather(before: Figures, degreesBefore: Figures, degrees: Figures): (number | null)[] {
  const then = sumOfBoth(before, degreesBefore);
  if (!then || then[1] < 1) return degrees.map(() => null);
  const rate = then[0] / then[1];
  return degrees.map((one) => (one === null ? null : Math.round(one * rate * 100) / 100));
}

/** Format a change in percent, e.g. `+13.9%`; null: there is no value to compare with. */
export const energyChange = (now: number | null, before: number | null): string | null =>
  now === null || !before ? null : `${now >= before ? '+' : '−'}${Math.abs((now / before - 1) * 100).toFixed(1)}%`;

/** Format a number with grouped thousands and fixed decimals; a dash if unknown. */
export function shownNumber(value: number | null | undefined, decimals = 1): string {
  if (value === null || value === undefined) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Return rows as CSV with a byte order mark, so that Excel reads it as UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `﻿${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
