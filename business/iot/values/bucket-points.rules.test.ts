import { expect, test } from 'vitest';
import { bucketPoints } from './bucket-points.rules.ts';

const rule = { wrap: 1000, maxRate: null };
const times = [0, 30_000, 60_000, 90_000, 180_000];
const of = (agg: Parameters<typeof bucketPoints>[2]['agg'], values: readonly unknown[]) =>
  bucketPoints(times, values, { beginOf: (ts) => Math.floor(ts / 60_000) * 60_000, agg, rule });

test('one figure a bucket, and none where nothing was told', () => {
  expect(of('avg', [1, 3, 5, null, 'x'])).toEqual([
    [0, 2],
    [60_000, 5],
  ]);
  expect(of('max', [true, false, 7, 2, null])).toEqual([
    [0, 1],
    [60_000, 7],
  ]);
  expect(of('delta', [995, 998, 3, 4, 1])).toEqual([
    [0, 3],
    [60_000, 6],
    [180_000, 1],
  ]);
});
