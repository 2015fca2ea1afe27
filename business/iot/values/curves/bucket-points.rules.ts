import { type CounterStep, DOUBT, isShared, partOf } from '../../history/figures/growth.rules.ts';
import type { Aggregation } from '../bucket.rules.ts';

/** Start of a bucket, or moment of a message (milliseconds), and the value. */
export type BucketPoint = [at: number, value: number | null];

interface Bin {
  readonly at: number;
  n: number;
  sum: number;
  min: number;
  max: number;
  last: number;
}

const figureOf: Readonly<Record<Exclude<Aggregation, 'delta'>, (bin: Bin) => number>> = {
  avg: ({ sum, n }) => sum / n,
  min: ({ min }) => min,
  max: ({ max }) => max,
  last: ({ last }) => last,
};

/** Return a value as a number to draw; booleans are 1 and 0. Null: it cannot be drawn. */
export const drawnNumber = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null;

/**
 * Return one value for each bucket, oldest first; buckets without a value are omitted. `beginOf` gives the start of the
 * bucket of a moment.
 */
export function bucketPoints(
  times: readonly number[],
  values: readonly unknown[],
  { beginOf, agg }: { beginOf: (ts: number) => number; agg: Exclude<Aggregation, 'delta'> },
): BucketPoint[] {
  const bins: Bin[] = [];
  let bin: Bin | undefined;
  for (let at = 0; at < times.length; at += 1) {
    const value = drawnNumber(values[at]);
    if (value === null) continue;
    const begin = beginOf(times[at]);
    if (bin?.at !== begin) bins.push((bin = { at: begin, n: 0, sum: 0, min: Infinity, max: -Infinity, last: 0 }));
    bin.n += 1;
    bin.sum += value;
    if (value < bin.min) bin.min = value;
    if (value > bin.max) bin.max = value;
    bin.last = value;
  }
  return bins.map((one) => [one.at, figureOf[agg](one)]);
}

/** Functions for the start of the bucket of a moment, and for the end of the bucket with that start (milliseconds). */
export interface Buckets {
  readonly beginOf: (ts: number) => number;
  readonly endOf: (begin: number) => number;
}

/** Growth of a counter in the bucket that starts at `at`. `doubt`: bits that say why it is doubtful. */
export interface GrownBucket {
  readonly at: number;
  grown: number;
  doubt: number;
}

interface Growing {
  readonly steps: readonly CounterStep[];
  readonly leftOut: readonly number[];
  /** Growth outside this span is excluded; `until` is exclusive. */ readonly span: {
    readonly from: number;
    readonly until: number;
  };
}

/** Return the growth of a counter in each bucket of a span, oldest first. Short steps are divided by time. */
export function grownBuckets({ steps, leftOut, span }: Growing, { beginOf, endOf }: Buckets): GrownBucket[] {
  const bins = new Map<number, GrownBucket>();
  const binOf = (ts: number): GrownBucket => {
    const at = beginOf(ts);
    const known = bins.get(at) ?? { at, grown: 0, doubt: 0 };
    bins.set(at, known);
    return known;
  };
  const isIn = (ts: number): boolean => ts >= span.from && ts < span.until;
  for (const step of steps) {
    const isShort = isShared(step);
    let begin = Math.max(span.from, isShort ? step.from : step.until);
    while (begin < span.until && begin < step.until) {
      const end = Math.min(span.until, endOf(beginOf(begin)));
      binOf(begin).grown += partOf(step, begin, end);
      begin = end;
    }
    if (!isIn(step.until)) continue;
    const bin = binOf(step.until);
    if (!isShort) bin.grown += step.delta;
    bin.doubt |= step.doubt | (isShort || beginOf(step.from) === bin.at ? 0 : DOUBT.estimated);
  }
  for (const ts of leftOut) if (isIn(ts)) binOf(ts).doubt |= DOUBT.refused;
  return [...bins.values()].toSorted((one, other) => one.at - other.at);
}
