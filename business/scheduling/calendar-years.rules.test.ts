import { expect, test } from 'vitest';
import { yearsToKeep } from './calendar-years.rules.ts';

test('the next year is required from November on, since its holidays are unknown before', () => {
  expect(yearsToKeep('2027-10-31')).toEqual([2027]);
  expect(yearsToKeep('2027-11-01')).toEqual([2027, 2028]);
  expect(yearsToKeep('2028-01-01')).toEqual([2028]);
});
