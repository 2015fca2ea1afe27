import { expect, test } from 'vitest';
import { byHomes, foldable, isGrave } from './alarm-order.rules.ts';

const one = (id: string, level: string, startTime: string, householdId = '') => ({ id, level, startTime, householdId });

test('severe alarms come first, then the oldest, and those of a home together', () => {
  const found = byHomes([
    one('1', 'minor', '10:00', 'a'),
    one('2', 'major', '11:00'),
    one('3', 'critical', '12:00', 'a'),
    one('4', 'major', '09:00'),
    one('5', 'unknown', '01:00'),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['3', '1', '4', '2', '5']);
  expect(foldable(found).map(({ id }) => id)).toEqual(['5']);
  expect(found.filter(isGrave).map(({ id }) => id)).toEqual(['3', '4', '2']);
});
