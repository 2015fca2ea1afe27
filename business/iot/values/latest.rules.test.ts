import { expect, test } from 'vitest';
import { momentOfValue } from './latest.rules.ts';

test('the age of a value is that of its own report, and values of an earlier owner are hidden', () => {
  const state = { ts: 9000, data: { temp: 21, total: 5, gone: null }, times: { total: 3 } };
  expect(momentOfValue(state, 'temp', 0)).toBe(9000);
  expect(momentOfValue(state, 'total', 0)).toBe(3000);
  expect(momentOfValue(state, 'total', 4000)).toBeNull();
  expect(momentOfValue(state, 'temp', 4000)).toBe(9000);
  expect([
    momentOfValue(state, 'gone', 0),
    momentOfValue(state, 'other', 0),
    momentOfValue(undefined, 'temp', 0),
  ]).toEqual([null, null, null]);
});
