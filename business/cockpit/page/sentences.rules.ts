import type { ShownFigure } from '../kpi/kpi.calls.ts';
import { type Sums, valueOf } from '../kpi/metrics.rules.ts';

/** The sums of a figure, and those of the compared span; `before` is null if that was not counted. */
export interface Compared {
  readonly num: number;
  readonly den: number;
  readonly before: { readonly num: number; readonly den: number } | null;
}

/** The part of a figure that one team or system contributes. */
export interface FigurePart extends Compared {
  readonly by: 'team' | 'system';
  readonly key: string;
}

/** A change that is shown as a sentence, with the part that caused most of it. */
export interface FigureChange {
  readonly metric: ShownFigure;
  readonly value: number;
  readonly before: number;
  readonly isWorse: boolean;
  /** The team or system that caused most of the change; null if no part caused enough of it. */
  readonly part: {
    readonly by: 'team' | 'system';
    readonly key: string;
    /** `value` is the part's own value. `own` is its change, or for a percentage the whole value without the part. */
    readonly value: number;
    readonly own: number;
  } | null;
}

const sums = ({ num, den }: { num: number; den: number }): Sums => ({ num, den, bins: {} });
const less = (one: { num: number; den: number }, other: { num: number; den: number }): Sums =>
  sums({ num: one.num - other.num, den: one.den - other.den });

/**
 * Return how much a part moved the whole: its own change, or the difference that leaving it out makes to a percentage.
 */
function pull(metric: ShownFigure, whole: Compared, part: FigurePart): number {
  if (metric.unit !== 'percent') return part.num - (part.before?.num ?? 0);
  const without = valueOf(metric, less(whole, part));
  const value = valueOf(metric, sums(whole));
  return without === null || value === null ? 0 : value - without;
}

/** Smallest share of the change that a part must have caused to be named. */
const NAMED_SHARE = 0.25;

function mostMoved(
  metric: ShownFigure,
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

/** Return at most three changes, the most important first. Changes below the figure's `least` are left out. */
export function largestChanges(
  faces: readonly ShownFigure[],
  wholes: Readonly<Record<string, Compared | undefined>>,
  parts: Readonly<Record<string, readonly FigurePart[] | undefined>>,
): readonly FigureChange[] {
  return faces
    .flatMap((metric) => {
      const whole = wholes[metric.metric];
      if (!whole?.before) return [];
      const [value, before] = [valueOf(metric, sums(whole)), valueOf(metric, sums(whole.before))];
      if (value === null || before === null) return [];
      const change = value - before;
      const size =
        (metric.unit === 'percent' ? Math.abs(change) : Math.abs(change) / Math.max(1, Math.abs(before))) /
        metric.least;
      if (size < 1) return [];
      const isWorse = metric.good !== 0 && Math.sign(change) !== metric.good;
      const part = mostMoved(metric, whole, change, parts[metric.metric] ?? []);
      // Deteriorations weigh four times as much as improvements, and neutral changes half as much.
      const weight = size * (isWorse ? 4 : metric.good === 0 ? 0.5 : 1);
      return [{ weight, change: { metric, value, before, isWorse, part } }];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, 3)
    .map((one) => one.change);
}
