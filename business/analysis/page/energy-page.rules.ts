import { dayAfter } from '#kernel/language/days.ts';
import type { EnergyPeriod } from '../energy/energies.rules.ts';
import { dateOf } from '../energy/periods.rules.ts';

type Figures = readonly (number | null)[];

/** The period before or after another. */
export function shiftedDate(period: EnergyPeriod, date: string, by: -1 | 1): string {
  if (period === 'day') return dayAfter(date, by);
  if (period === 'year') return String(Number(date) + by);
  const [year, month] = date.split('-').map(Number);
  const months = year * 12 + month - 1 + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The same date in another period: a month in which a day lies, or its first day. */
export const dateIn = (period: EnergyPeriod, date: string, today: string): string =>
  dateOf(period, date === '' ? today : `${date}${today.slice(date.length)}`);

/** The sum of those that both have; null: none has. */
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
 * What would have been used by last year's habit in this year's weather: the use of each degree day then, for the degree days of now. Empty
 * where too little is known of the weather.
 */
export function expectedByWeather(before: Figures, degreesBefore: Figures, degrees: Figures): (number | null)[] {
  const then = sumOfBoth(before, degreesBefore);
  if (!then || then[1] < 1) return degrees.map(() => null);
  const rate = then[0] / then[1];
  return degrees.map((one) => (one === null ? null : Math.round(one * rate * 100) / 100));
}

/** A change as people read it: `+13.9%`; null: there is nothing to compare with. */
export const energyChange = (now: number | null, before: number | null): string | null =>
  now === null || !before ? null : `${now >= before ? '+' : '−'}${Math.abs((now / before - 1) * 100).toFixed(1)}%`;

/** A number with its decimals, grouped; a dash where there is none. */
export function shownNumber(value: number | null | undefined, decimals = 1): string {
  if (value === null || value === undefined) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows as a text file that spreadsheets open. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `﻿${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
