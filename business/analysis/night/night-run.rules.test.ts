import { expect, test } from 'vitest';
import { nightRun } from './night-run.rules.ts';

test('water that ran in three nights in a row until the last one is worth a look', () => {
  expect(nightRun([2, 20, 30, 40])).toEqual({ nights: 3, litres: 30 });
  expect(nightRun([20, 30, 40, 50])).toEqual({ nights: 4, litres: 35 });
  expect(nightRun([20, 30, 40, 15])).toBeNull();
  expect(nightRun([20, 30, 40, null])).toBeNull();
  expect(nightRun([20, null, 30, 40])).toBeNull();
  expect(nightRun([])).toBeNull();
});
