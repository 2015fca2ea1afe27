import type { EnergyPeriod } from './energies.rules.ts';

/** A bucket of a period: its label, first and last day. If it is an hour of a day, `hour` is 0 to 23. */
export interface PeriodBucket {
  readonly label: string;
  readonly first: string;
  readonly last: string;
  readonly hour?: number;
}

const two = (n: number): string => String(n).padStart(2, '0');
const DAY_MS = 86_400_000;

const lastDayOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1) - DAY_MS).toISOString().slice(0, 10);
};

/** Is the text a valid date of the period: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`? */
export function isDateOf(period: EnergyPeriod, date: string): boolean {
  const forms: Readonly<Record<EnergyPeriod, RegExp>> = {
    day: /^\d{4}-\d\d-\d\d$/,
    month: /^\d{4}-\d\d$/,
    year: /^\d{4}$/,
    total: /^.*$/,
  };
  if (!forms[period].test(date)) return false;
  const whole = date + '2026-01-01'.slice(date.length);
  return period === 'total' || new Date(Date.parse(`${whole}T00:00:00Z`) || 0).toISOString().startsWith(date);
}

/** Return the date of the period that a day belongs to; empty for `total`. */
export const dateOf = (period: EnergyPeriod, day: string): string =>
  period === 'day' ? day : period === 'month' ? day.slice(0, 7) : period === 'year' ? day.slice(0, 4) : '';

/** Return the buckets of a period. Those of `total` are the years from `firstYear` to the present one. */
export function bucketsOf(
  period: EnergyPeriod,
  date: string,
  { firstYear, today }: { firstYear: number; today: string },
): PeriodBucket[] {
  if (period === 'day')
    return Array.from({ length: 24 }, (_, hour) => ({ label: two(hour), first: date, last: date, hour }));
  if (period === 'month')
    return Array.from({ length: Number(lastDayOf(date).slice(8)) }, (_, at) => {
      const day = `${date}-${two(at + 1)}`;
      return { label: two(at + 1), first: day, last: day };
    });
  if (period === 'year')
    return Array.from({ length: 12 }, (_, at) => {
      const month = `${date}-${two(at + 1)}`;
      return { label: two(at + 1), first: `${month}-01`, last: lastDayOf(month) };
    });
  const years = Number(today.slice(0, 4)) - firstYear + 1;
  return Array.from({ length: Math.max(1, years) }, (_, at) => ({
    label: String(firstYear + at),
    first: `${firstYear + at}-01-01`,
    last: `${firstYear + at}-12-31`,
  }));
}

/**
 * Return the date of the period to compare with: the one before (`prev`), or the same a year earlier (`yoy`). Null for
 * `total`.
 */
export function comparedDate(period: EnergyPeriod, date: string, compare: 'prev' | 'yoy'): string | null {
  if (period === 'total') return null;
  const year = Number(date.slice(0, 4));
  if (period === 'year') return String(year - 1);
  if (compare === 'yoy') {
    const other = `${year - 1}${date.slice(4)}`;
    return isDateOf(period, other) ? other : `${year - 1}-02-28`;
  }
  if (period === 'day') return new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  const month = Number(date.slice(5, 7));
  return month === 1 ? `${year - 1}-12` : `${year}-${two(month - 1)}`;
}
