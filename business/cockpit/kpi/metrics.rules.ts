import { addDays, addMonths } from '#kernel/language/days.ts';

/** Summed rows of a figure: numerator, denominator, and numbers of rows by bin. */
export interface Sums {
  readonly num: number;
  readonly den: number;
  readonly bins: Readonly<Record<string, number>>;
}

/** The team and system to which figures are limited; null for all. */
export interface Narrowing {
  readonly team: string | null;
  readonly system: string | null;
}

/** How a figure is computed from stored ones. */
export interface Metric {
  readonly name: string;
  /** `count`, `minutes` and `money` are `num`; `percent` is `num` divided by `den`. */
  readonly unit: 'count' | 'money' | 'percent' | 'minutes';
  /** The direction in which a change is good: 1 up, -1 down, 0 neither. */
  readonly good: 1 | -1 | 0;
  /** True for the value at the end of the span, false for a sum over it. */
  readonly isState: boolean;
  /** Are its bins the hours of the day? */
  readonly byHour: boolean;
  /** The stored figures that are added up, each with its sign. */
  readonly of: Readonly<Record<string, 1 | -1>>;
  /** The groups by which it cannot be divided. */
  readonly lacks: readonly ('team' | 'system')[];
  /** Smallest change that is judged: a share of the value, or percentage points. */
  readonly least: number;
  /** Days before today that may still change; undefined if none. */
  readonly provisionalDays?: number;
}

/** Parse `8:3,9:5` as numbers by bin. Repeated bins are added up. */
export function binsOf(text: string): Readonly<Record<string, number>> {
  const bins: Record<string, number> = {};
  for (const one of text.split(',').filter(Boolean)) {
    const [group, n] = one.split(':');
    bins[group] = (bins[group] ?? 0) + Number(n);
  }
  return bins;
}

/** Is the value of a figure known? A state without a counted day is unknown, while a sum without rows is 0. */
export const isReckoned = (metric: Metric, figures: Readonly<Record<string, Sums | undefined>>): boolean =>
  !metric.isState || Object.keys(metric.of).some((name) => figures[name] !== undefined);

/** Return the sums of a figure, added up from stored figures with their signs. */
export function sumsOf(metric: Metric, figures: Readonly<Record<string, Sums | undefined>>): Sums {
  let [num, den] = [0, 0];
  const bins: Record<string, number> = {};
  for (const [name, sign] of Object.entries(metric.of)) {
    const one = figures[name];
    if (!one) continue;
    num += sign * one.num;
    den += one.den;
    for (const [group, n] of Object.entries(one.bins)) bins[group] = (bins[group] ?? 0) + n;
  }
  return { num: Math.round(num * 100) / 100, den: Math.round(den * 100) / 100, bins };
}

/** Return the value of a figure: the number, or the percentage with one decimal; null if its denominator is 0. */
export function valueOf({ unit }: Pick<Metric, 'unit'>, { num, den }: Sums): number | null {
  if (unit !== 'percent') return num;
  return den > 0 ? Math.round((num / den) * 1000) / 10 : null;
}

/** Return whether a change is good or bad; empty if it is neutral or too small. */
export function verdictOf(
  metric: Pick<Metric, 'unit' | 'good' | 'least'>,
  now: number | null,
  before: number | null,
): 'better' | 'worse' | '' {
  if (now === null || before === null || metric.good === 0) return '';
  const change = now - before;
  const size = metric.unit === 'percent' ? Math.abs(change) : Math.abs(change) / Math.max(1, Math.abs(before));
  if (size < metric.least) return '';
  return Math.sign(change) === metric.good ? 'better' : 'worse';
}

/** Reduce the sums to rows before this hour, to compare an unfinished day with the same part of another. */
export const untilHour = (sums: Sums, hour: number): Sums => ({
  ...sums,
  num: Object.entries(sums.bins).reduce((all, [at, n]) => (Number(at) < hour ? all + n : all), 0),
});

/**
 * Return the span to compare with: the same days of the last year, or of the month before for a month or its beginning.
 * Any other span moves back by whole weeks.
 */
export function spanBefore(from: string, to: string, lastYear: boolean): readonly [from: string, to: string] {
  if (lastYear) return [addMonths(from, -12), addMonths(to, -12)];
  if (from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && from !== to) {
    const wholeMonth = addDays(to, 1).endsWith('-01');
    return [addMonths(from, -1), wholeMonth ? addDays(from, -1) : addMonths(to, -1)];
  }
  let days = 1;
  while (addDays(from, days) <= to && days < 1000) days += 1;
  const back = Math.ceil(days / 7) * 7;
  return days <= 7 ? [addDays(from, -7), addDays(to, -7)] : [addDays(from, -back), addDays(to, -back)];
}

/** Return weeks of seven days, the last of which ends with this day, the oldest first. */
export const weeksUntil = (to: string, weeks: number): readonly (readonly [from: string, to: string])[] =>
  Array.from({ length: weeks }, (_, at) => {
    const end = addDays(to, -7 * (weeks - 1 - at));
    return [addDays(end, -6), end] as const;
  });
