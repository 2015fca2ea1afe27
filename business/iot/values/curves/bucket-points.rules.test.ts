import { expect, test } from 'vitest';
import { DOUBT, Growth, followCounter } from '../../history/figures/growth.rules.ts';
import { bucketPoints, grownBuckets } from './bucket-points.rules.ts';

const MINUTE = 60_000;
const buckets = { beginOf: (ts: number) => Math.floor(ts / MINUTE) * MINUTE, endOf: (begin: number) => begin + MINUTE };
const of = (agg: Parameters<typeof bucketPoints>[2]['agg'], values: readonly unknown[]) =>
  bucketPoints([0, 30_000, 60_000, 90_000, 180_000], values, { ...buckets, agg });

test('each bucket with values has one figure', () => {
  expect(of('avg', [1, 3, 5, null, 'x'])).toEqual([
    [0, 2],
    [60_000, 5],
  ]);
  expect(of('max', [true, false, 7, 2, null])).toEqual([
    [0, 1],
    [60_000, 7],
  ]);
});

test('buckets of a counter share a short step by time, and mark rejected readings', () => {
  const growth = new Growth({ wrap: null, maxRate: 5 });
  const readings = [0, 4, 900, 8, 9].map((value, no) => ({ ts: no * 45_000, value: 100 + value }));
  const steps = followCounter(growth, readings);
  const { leftOut } = growth;
  const grown = grownBuckets({ steps, leftOut, span: { from: 0, until: 3 * MINUTE } }, buckets);
  expect(grown.map(({ at }) => at / MINUTE)).toEqual([0, 1, 2]);
  expect(grown.reduce((sum, one) => sum + one.grown, 0)).toBeCloseTo(8 + 1, 6);
  expect(grown.map(({ doubt }) => doubt)).toEqual([0, DOUBT.refused, 0]);
  // A span that ends within a step contains only its part of the growth.
  const [cut] = grownBuckets({ steps, leftOut, span: { from: 0, until: 30_000 } }, buckets);
  expect(cut.grown).toBeCloseTo((4 * 30) / 45, 6);
});
