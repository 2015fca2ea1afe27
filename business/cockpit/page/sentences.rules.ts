import { type Metric, type Sums, metrics, valueOf } from '../kpi/metrics.rules.ts';

/** A figure and what it is compared with. */
export interface Compared {
  readonly num: number;
  readonly den: number;
  readonly before: { readonly num: number; readonly den: number } | null;
}

/** The part of a figure that one team, or one system, has. */
export interface FigurePart extends Compared {
  readonly by: 'team' | 'system';
  readonly key: string;
}

/** A change worth a sentence: how large it is, and which part has most of it. */
export interface FigureChange {
  readonly metric: Metric;
  readonly value: number;
  readonly before: number;
  readonly isWorse: boolean;
  /** The part that moved it most; null where all moved alike. */
  readonly part: {
    readonly by: 'team' | 'system';
    readonly key: string;
    /** Its own value, and how much of the change is its own (of a share: the value without it). */
    readonly value: number;
    readonly own: number;
  } | null;
}

const sums = ({ num, den }: { num: number; den: number }): Sums => ({ num, den, bins: {} });
const less = (one: { num: number; den: number }, other: { num: number; den: number }): Sums =>
  sums({ num: one.num - other.num, den: one.den - other.den });

/** How far a part moved the whole: its own change, or for a share how much the share changes without it. */
function pull(metric: Metric, whole: Compared, part: FigurePart): number {
  if (metric.unit !== 'percent') return part.num - (part.before?.num ?? 0);
  const without = valueOf(metric, less(whole, part));
  const value = valueOf(metric, sums(whole));
  return without === null || value === null ? 0 : value - without;
}

/** A part must have at least this share of a change to be named for it. */
const NAMED_SHARE = 0.25;

function mostMoved(
  metric: Metric,
  whole: Compared,
  change: number,
  parts: readonly FigurePart[],
): FigureChange['part'] {
  const [best] = parts
    .filter((part) => part.key !== '')
    .map((part) => ({ part, by: pull(metric, whole, part) * Math.sign(change) }))
    .toSorted((one, other) => other.by - one.by);
  if (!best || best.by < Math.abs(change) * NAMED_SHARE) return null;
  const own =
    metric.unit === 'percent'
      ? (valueOf(metric, less(whole, best.part)) ?? 0)
      : best.part.num - (best.part.before?.num ?? 0);
  return { by: best.part.by, key: best.part.key, value: valueOf(metric, sums(best.part)) ?? 0, own };
}

/** The changes that weigh most, the worst first: at most three, none that is too small to matter. */
export function largestChanges(
  wholes: Readonly<Record<string, Compared | undefined>>,
  parts: Readonly<Record<string, readonly FigurePart[] | undefined>>,
): readonly FigureChange[] {
  return metrics
    .flatMap((metric) => {
      const whole = wholes[metric.name];
      if (!whole?.before) return [];
      const [value, before] = [valueOf(metric, sums(whole)), valueOf(metric, sums(whole.before))];
      if (value === null || before === null) return [];
      const change = value - before;
      const size =
        (metric.unit === 'percent' ? Math.abs(change) : Math.abs(change) / Math.max(1, Math.abs(before))) /
        metric.least;
      if (size < 1) return [];
      const isWorse = metric.good !== 0 && Math.sign(change) !== metric.good;
      const part = mostMoved(metric, whole, change, parts[metric.name] ?? []);
      // What goes wrong is told before what goes well, and both before what is neither.
      const weight = size * (isWorse ? 4 : metric.good === 0 ? 0.5 : 1);
      return [{ weight, change: { metric, value, before, isWorse, part } }];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, 3)
    .map((one) => one.change);
}
