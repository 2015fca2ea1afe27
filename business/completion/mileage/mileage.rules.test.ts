import { expect, test } from 'vitest';
import { mileageFits } from './mileage.rules.ts';

const within = (declared: string, computed: string): boolean => mileageFits(declared, computed, 5, 20);

test('近路按公里宽限，远路按百分比宽限，取大的 a short route is checked by kilometres, a long one by percentage', () => {
  expect([within('15', '10'), within('15.1', '10'), within('5', '10'), within('4.9', '10')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([within('120', '100'), within('120.1', '100'), within('80', '100'), within('79.9', '100')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  // At 25 km both tolerances are equal.
  expect([within('30', '25'), within('30.01', '25')]).toEqual([true, false]);
});

test('没有路也有公里宽限；没有宽限就须分毫不差 a route of 0 km has the tolerance in kilometres; no tolerance allows none', () => {
  expect([within('5', '0'), within('5.01', '0')]).toEqual([true, false]);
  expect([mileageFits('0.3', '0.30', 0, 0), mileageFits('0.31', '0.3', 0, 0)]).toEqual([true, false]);
  // In binary fractions 1.1 − 1 exceeds a tenth, so decimals are used.
  expect(mileageFits('1.1', '1', 0, 10)).toBe(true);
});
