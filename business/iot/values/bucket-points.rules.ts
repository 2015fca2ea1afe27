import { Growth, type CounterRule } from '../history/figures/growth.rules.ts';
import type { Aggregation } from './bucket.rules.ts';

/** A moment (milliseconds) and a figure of it. */
export type BucketPoint = [at: number, value: number | null];

interface Bin {
  readonly at: number;
  n: number;
  sum: number;
  min: number;
  max: number;
  last: number;
  delta: number;
}

const figureOf: Readonly<Record<Aggregation, (bin: Bin) => number>> = {
  avg: ({ sum, n }) => sum / n,
  min: ({ min }) => min,
  max: ({ max }) => max,
  last: ({ last }) => last,
  delta: ({ delta }) => delta,
};

/** A number, or yes and no as one and nothing; null: neither. */
export const drawnNumber = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null;

/**
 * One figure a bucket, oldest first; a bucket without a value is not there. `beginOf` tells where the bucket of a moment begins. What a
 * counter grew is the sum of its steps, each in the bucket in which it was told.
 */
export function bucketPoints(
  times: readonly number[],
  values: readonly unknown[],
  { beginOf, agg, rule }: { beginOf: (ts: number) => number; agg: Aggregation; rule: CounterRule },
): BucketPoint[] {
  const growth = agg === 'delta' ? new Growth(rule) : null;
  const bins: Bin[] = [];
  let bin: Bin | undefined;
  for (let at = 0; at < times.length; at += 1) {
    const value = drawnNumber(values[at]);
    if (value === null) continue;
    const begin = beginOf(times[at]);
    if (bin?.at !== begin)
      bins.push((bin = { at: begin, n: 0, sum: 0, min: Infinity, max: -Infinity, last: 0, delta: 0 }));
    bin.n += 1;
    bin.sum += value;
    if (value < bin.min) bin.min = value;
    if (value > bin.max) bin.max = value;
    bin.last = value;
    if (growth) bin.delta += growth.add({ ts: times[at], value })?.delta ?? 0;
  }
  return bins.map((one) => [one.at, figureOf[agg](one)]);
}
