import { expect, test } from 'vitest';
import { joinLockPlaces } from './lock-places.ts';

const [customer, order, bill] = ['customer', 'order', 'bill'].map((paper) => ({ paper }));

test('the orders of rooms are joined into one that satisfies each', () => {
  expect(
    joinLockPlaces([
      [customer, { named: 'store ' }],
      ['customer', bill, 'store '],
      ['customer', order, 'bill'],
    ]),
  ).toEqual([customer, order, bill, { named: 'store ' }]);
});

test('contradicting orders, and unknown places, are refused', () => {
  expect(() =>
    joinLockPlaces([
      [customer, order],
      ['order', bill, 'customer'],
    ]),
  ).toThrow(/circle/);
  expect(() => joinLockPlaces([[customer], ['order', bill]])).toThrow('no room places the lock order');
  expect(() => joinLockPlaces([[customer], [customer]])).toThrow('two rooms place the lock customer');
});
