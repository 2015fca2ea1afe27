import type { Curve } from '#kernel/web/chart/curves.ts';
import type { HistoryValues } from '../../values/values.calls.ts';

type DrawnSeries = Omit<HistoryValues['series'][number], 'marks'>;

/** Range of curves, and the time between two points above which a periodic property is interrupted, in milliseconds. */
export interface DrawnRange {
  readonly from: number;
  readonly until: number;
  readonly gapMs: number;
  readonly now: number;
}

/**
 * Return series of values as curves. A property that comes on change is a line until its longest silence, and holds its
 * last value as long.
 */
export const drawnCurves = (series: readonly DrawnSeries[], { from, until, gapMs, now }: DrawnRange): Curve[] =>
  series.map((one) => {
    const points = one.points
      .map(([at, value]) => [at ?? 0, value ?? null] as const)
      .filter(([at]) => at >= from && at <= until);
    const silentMs = (one.silentSec ?? 0) * 1000;
    const last = points.findLast(([, value]) => value !== null);
    return {
      key: one.identifier,
      name: one.name,
      unit: one.unit,
      points,
      gapMs: Math.max(gapMs, silentMs),
      ...(last && silentMs > 0 && { heldUntil: Math.min(until, now, last[0] + silentMs) }),
    };
  });
