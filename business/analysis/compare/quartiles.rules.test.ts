import { expect, test } from 'vitest';
import { degreesBelow, quantile } from './quartiles.rules.ts';

test('the middle half is between its quartiles', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([4, 1, 3, 2, 5], share))).toEqual([1, 2, 3, 5]);
  expect(quantile([1, 2], 0.5)).toBe(1.5);
  expect(quantile([], 0.5)).toBeNull();
});

test('a day above the base has no degree days', () => {
  expect([degreesBelow(11.5, 18), degreesBelow(20, 18)]).toEqual([6.5, 0]);
});
