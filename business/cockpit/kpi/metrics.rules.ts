import type { Label } from '#kernel/language/label.ts';
import { addDays, addMonths } from '#business/masterdata/days.rules.ts';

/** What rows of figures add up to. */
export interface Sums {
  readonly num: number;
  readonly den: number;
  readonly bins: Readonly<Record<string, number>>;
}

/** A figure as it is shown. */
export interface Metric {
  readonly name: string;
  readonly label: Label;
  /** `count` and `money` are sums; `percent` is a share. */
  readonly unit: 'count' | 'money' | 'percent';
  /** Which way is good; 0 where neither is. */
  readonly good: 1 | -1 | 0;
  /** Told as it stood at the end of the span, not added up over it. */
  readonly isState?: true;
  /** What it is added up from, with its sign; absent: rows of its own name. */
  readonly of?: Readonly<Record<string, 1 | -1>>;
  /** Has no part by system, or none by team. */
  readonly lacks?: readonly ('team' | 'system')[];
  /** A change smaller than this is none: of a number as a share of it, of a per cent in points. */
  readonly least: number;
  /** So many days it may still change. */
  readonly provisionalDays?: number;
}

const SLA_KINDS = ['slaResponse', 'slaAppoint', 'slaArrive', 'slaFinish', 'slaReply'];
const each = (names: readonly string[]): Readonly<Record<string, 1>> =>
  Object.fromEntries(names.map((name) => [name, 1]));

/** The tiles in their order. Others come with what they count: satisfaction, overdue plans. */
export const metrics: readonly Metric[] = [
  { name: 'orders', label: ['登记', 'Work orders'], unit: 'count', good: 0, least: 0.05 },
  { name: 'backlog', label: ['积压', 'Backlog'], unit: 'count', good: -1, isState: true, least: 0.05 },
  { name: 'sla', label: ['时效达成', 'SLA met'], unit: 'percent', good: 1, of: each(SLA_KINDS), least: 0.5 },
  {
    name: 'firstFix',
    label: ['一次修复', 'First-time fix'],
    unit: 'percent',
    good: 1,
    least: 0.5,
    provisionalDays: 30,
  },
  {
    name: 'utilisation',
    label: ['技师利用率', 'Utilisation'],
    unit: 'percent',
    good: 0,
    of: { utilisation: 1, available: 1 },
    lacks: ['system'],
    least: 1,
  },
  { name: 'revenue', label: ['收入', 'Revenue'], unit: 'money', good: 1, least: 0.02 },
  {
    name: 'margin',
    label: ['毛利', 'Margin'],
    unit: 'money',
    good: 1,
    of: { revenue: 1, wages: -1, parts: -1 },
    lacks: ['system'],
    least: 0.02,
  },
  { name: 'wages', label: ['工资', 'Pay'], unit: 'money', good: 0, lacks: ['system'], least: 0.02 },
  {
    name: 'stock',
    label: ['库存', 'Stock'],
    unit: 'money',
    good: 0,
    isState: true,
    lacks: ['team', 'system'],
    least: 0.02,
  },
  { name: 'cash', label: ['在手现金', 'Cash in hand'], unit: 'money', good: -1, isState: true, least: 0.05 },
];

/** The stored figures that a tile is made of. */
export const figuresIn = (metric: Metric): Readonly<Record<string, 1 | -1>> => metric.of ?? { [metric.name]: 1 };

/** Stored figures that tell a state. */
export const stateFigures: readonly string[] = metrics
  .filter((one) => one.isState)
  .flatMap((one) => Object.keys(figuresIn(one)));

/** `8:3,9:5` as numbers by their groups; groups that come twice are added up. */
export function binsOf(text: string): Readonly<Record<string, number>> {
  const bins: Record<string, number> = {};
  for (const one of text.split(',').filter(Boolean)) {
    const [group, n] = one.split(':');
    bins[group] = (bins[group] ?? 0) + Number(n);
  }
  return bins;
}

/** Was a figure reckoned at all? A state that no day tells is not known, which is not zero; what is added up is zero where nothing came. */
export const isReckoned = (metric: Metric, figures: Readonly<Record<string, Sums | undefined>>): boolean =>
  !metric.isState || Object.keys(figuresIn(metric)).some((name) => figures[name] !== undefined);

/** What a tile adds up to from the figures of a span. */
export function sumsOf(metric: Metric, figures: Readonly<Record<string, Sums | undefined>>): Sums {
  let [num, den] = [0, 0];
  const bins: Record<string, number> = {};
  for (const [name, sign] of Object.entries(figuresIn(metric))) {
    const one = figures[name];
    if (!one) continue;
    num += sign * one.num;
    den += one.den;
    for (const [group, n] of Object.entries(one.bins)) bins[group] = (bins[group] ?? 0) + n;
  }
  return { num: Math.round(num * 100) / 100, den: Math.round(den * 100) / 100, bins };
}

/** The value of a figure: a number, or a share in per cent with one decimal; null where there is nothing to divide by. */
export function valueOf({ unit }: Pick<Metric, 'unit'>, { num, den }: Sums): number | null {
  if (unit !== 'percent') return num;
  return den > 0 ? Math.round((num / den) * 1000) / 10 : null;
}

/** Is a change good or bad? What is too small to matter, or neither, is an empty word. */
export function verdictOf(metric: Metric, now: number | null, before: number | null): 'better' | 'worse' | '' {
  if (now === null || before === null || metric.good === 0) return '';
  const change = now - before;
  const size = metric.unit === 'percent' ? Math.abs(change) : Math.abs(change) / Math.max(1, Math.abs(before));
  if (size < metric.least) return '';
  return Math.sign(change) === metric.good ? 'better' : 'worse';
}

/** So many more registrations are counted as came before an hour of the day: a day that is not over is compared with as much of another. */
export const untilHour = (sums: Sums, hour: number): Sums => ({
  ...sums,
  num: Object.entries(sums.bins).reduce((all, [at, n]) => (Number(at) < hour ? all + n : all), 0),
});

/** The days that a span is compared with: the same days a year before, of the month before, or of the week before; else as many days before it. */
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

/** Weeks that end with a day, the oldest first. */
export const weeksUntil = (to: string, weeks: number): readonly (readonly [from: string, to: string])[] =>
  Array.from({ length: weeks }, (_, at) => {
    const end = addDays(to, -7 * (weeks - 1 - at));
    return [addDays(end, -6), end] as const;
  });
