import { expect, test } from 'vitest';
import {
  energyChange,
  csvText,
  dateIn,
  expectedByWeather,
  shiftedDate,
  shownNumber,
  sumOfBoth,
} from './energy-page.rules.ts';

test('periods move forward and back, and convert into others', () => {
  expect([
    shiftedDate('day', '2026-03-01', -1),
    shiftedDate('month', '2026-12', 1),
    shiftedDate('year', '2026', -1),
  ]).toEqual(['2026-02-28', '2027-01', '2025']);
  expect([
    dateIn('day', '2026-11', '2026-11-26'),
    dateIn('year', '2026-11-20', '2026-11-26'),
    dateIn('month', '', '2026-11-26'),
  ]).toEqual(['2026-11-26', '2026', '2026-11']);
});

test('a comparison uses entries that both sides have', () => {
  expect(sumOfBoth([1, null, 3], [2, 5, 4])).toEqual([4, 6]);
  expect(sumOfBoth([null], [1])).toBeNull();
  expect(expectedByWeather([10, 20, null], [5, 5, 5], [6, null, 7])).toEqual([18, null, 21]);
  expect(expectedByWeather([10], [0], [6])).toEqual([null]);
  expect([energyChange(113.9, 100), energyChange(74, 100), energyChange(1, null)]).toEqual(['+13.9%', '−26.0%', null]);
  expect([shownNumber(1703.14), shownNumber(null), shownNumber(3, 0)]).toEqual(['1,703.1', '–', '3']);
  expect(csvText([['a,b', '1']])).toContain('"a,b",1');
});
