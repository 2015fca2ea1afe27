import { expect, test } from 'vitest';
import { addMonths, weekdayOf } from './days.rules.ts';
import { addWorkingMinutes, companyHours } from './working-time.rules.ts';

const hours = companyHours('12:00-13:00');
const due = (from: string, minutes = 30): string => addWorkingMinutes(from, minutes, hours);

test('an answer asked for in the morning is due half an hour later', () => {
  expect(due('2026-11-20 09:12:00')).toBe('2026-11-20 09:42:00');
});

test('lunch does not count', () => {
  expect(due('2026-11-20 11:50:00')).toBe('2026-11-20 13:20:00');
  expect(due('2026-11-20 12:30:00')).toBe('2026-11-20 13:30:00');
});

test('what comes in the evening is due the next working morning, what comes on Saturday evening on Monday', () => {
  expect(due('2026-11-20 20:15:00')).toBe('2026-11-21 09:00:00');
  expect(due('2026-11-20 17:20:00')).toBe('2026-11-21 08:50:00');
  expect(weekdayOf('2026-11-21')).toBe(6);
  expect(due('2026-11-21 17:20:00')).toBe('2026-11-23 08:50:00');
});

test('a holiday rests and a make-up Sunday works, as the calendar says', () => {
  const special = { '2026-11-22': 'work', '2026-11-23': 'rest' } as const;
  expect(addWorkingMinutes('2026-11-21 17:20:00', 30, { ...hours, special })).toBe('2026-11-22 08:50:00');
  expect(addWorkingMinutes('2026-11-23 10:00:00', 30, { ...hours, special })).toBe('2026-11-24 09:00:00');
});

test('a long clock runs over several days', () => {
  expect(due('2026-11-20 08:30:00', 480 + 60)).toBe('2026-11-21 09:30:00');
});

test('the 31st plus a month is the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 25)).toBe('2026-02-28');
});
