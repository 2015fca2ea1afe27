import { expect, test } from 'vitest';
import { addMonths, weekdayOf } from '#business/masterdata/days.rules.ts';
import {
  technicianHours,
  workDaysBetween,
  workingMinutesBetween,
  addWorkingMinutes,
  companyHours,
} from './working-time.rules.ts';

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

test('a clock is exact to the second over nights and lunches', () => {
  expect(due('2026-11-20 17:20:30', 30)).toBe('2026-11-21 08:50:30');
  expect(due('2026-11-20 11:59:10', 2)).toBe('2026-11-20 13:01:10');
});

test('minutes between are the inverse of minutes added, over month ends, leap days and holidays', () => {
  const special = { '2028-02-29': 'rest', '2027-01-03': 'work', '2027-01-01': 'statutory' } as const;
  for (const from of ['2028-02-28 16:00:00', '2026-12-31 17:00:00', '2026-04-30 08:00:00', '2027-01-02 12:30:00']) {
    for (const minutes of [1, 59, 480, 481, 2000])
      expect(
        workingMinutesBetween(from, addWorkingMinutes(from, minutes, { ...hours, special }), { ...hours, special }),
      ).toBe(minutes);
  }
  expect(workingMinutesBetween('2026-11-20 10:00:00', '2026-11-20 09:00:00', hours)).toBe(0);
});

test('29 February of a leap year is a day like others; 28 February is followed by March elsewhere', () => {
  expect(due('2028-02-28 17:00:00', 60)).toBe('2028-02-29 09:00:00');
  expect(due('2027-02-27 17:00:00', 60)).toBe('2027-03-01 09:00:00');
});

test('a technician who works Sundays and nights has his own hours; lunch outside his hours takes nothing', () => {
  const own = technicianHours({ workDays: '7', workStart: '13:00:00', workEnd: '21:00:00' }, '12:00-13:00', {
    '2026-11-22': 'rest',
    '2026-11-23': 'work',
  });
  expect(workingMinutesBetween('2026-11-20 00:00:00', '2026-11-30 00:00:00', own)).toBe(2 * 480);
  expect(workDaysBetween('2026-11-23 20:59:00', '2026-11-29 13:00:00', own)).toBe(1);
});

test('the wall clock decides: the same moments count the same in a zone with summer time', () => {
  // Clocks of Berlin go back on 2026-10-25: working hours on the wall do not change.
  const berlin = { ...hours, weekdays: [1, 2, 3, 4, 5, 6, 7] };
  expect(workingMinutesBetween('2026-10-24 08:30:00', '2026-10-25 17:30:00', berlin)).toBe(2 * 480);
});
