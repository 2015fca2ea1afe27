import { expect, test } from 'vitest';
import { Recent } from './recent.rules.ts';

test('the percentiles use only the newest numbers', () => {
  const recent = new Recent(4);
  expect(recent.quantile(0.5)).toBe(0);
  for (const value of [100, 1, 2, 3, 4]) recent.add(value);
  expect(recent.quantile(0.5)).toBe(2);
  expect(recent.quantile(0.99)).toBe(4);
});
