import { expect, test } from 'vitest';
import { DOUBT, Growth, type CounterRule } from './growth.rules.ts';

const follow = (values: readonly number[], rule: CounterRule = { wrap: null, maxRate: null }) => {
  const growth = new Growth(rule);
  return values.map((value, at) => growth.add({ ts: at * 60_000, value })).filter((step) => step !== null);
};
const deltas = (...of: Parameters<typeof follow>): number[] => follow(...of).map((step) => step.delta);

test('a counter grows by its steps, also over its end and a new meter', () => {
  expect(deltas([10, 12, 12, 15])).toEqual([2, 0, 3]);
  expect(deltas([990, 995, 4], { wrap: 1000, maxRate: null })).toEqual([5, 9]);
  expect(follow([500, 3, 4], { wrap: 1000, maxRate: null })).toMatchObject([
    { delta: 3, doubt: DOUBT.exchanged },
    { delta: 1, doubt: 0 },
  ]);
});

test('noise above the greatest rate is not counted, a meter that begins high goes on from there', () => {
  const rule = { wrap: null, maxRate: 5 };
  expect(deltas([100, 32_767, 101, 102], rule)).toEqual([0, 1, 1]);
  expect(deltas([100, 101, 5000, 5001, 5003], rule)).toEqual([1, 0, 1, 2]);
  expect(follow([100, 101, 5000, 5001], rule).map((step) => step.doubt)).toEqual([0, DOUBT.refused, DOUBT.exchanged]);
  // A spike downwards would count all of what the meter shows: it is noise as well.
  expect(deltas([4000, 0.5, 4001], { wrap: null, maxRate: 0.1 })).toEqual([0, 0]);
});
