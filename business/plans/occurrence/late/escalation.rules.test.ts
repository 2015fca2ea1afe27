import { expect, test } from 'vitest';
import { escalationDaysOf, stepOfDays } from './escalation.rules.ts';

test('two rising numbers are the days of escalation; anything else means the usual ones', () => {
  expect(escalationDaysOf('5,10')).toEqual([5, 10]);
  expect(escalationDaysOf('5，10')).toEqual([5, 10]);
  for (const odd of ['', '7', '15,7', '7,7', 'a,b', '7,15,30', '0,3', '-1,3', '1.5,3'])
    expect([odd, escalationDaysOf(odd)]).toEqual([odd, [7, 15]]);
});

test('a plan goes to customer service after the first days, and to the leader after the second', () => {
  expect([0, 7, 8, 15, 16].map((days) => stepOfDays(days, [7, 15]))).toEqual([0, 0, 1, 1, 2]);
});
