import { expect, test } from 'vitest';
import { addMonths, weekdayOf } from '#kernel/language/days.ts';
import {
  technicianHours,
  workDaysBetween,
  workingMinutesBetween,
  addWorkingMinutes,
  companyHours,
} from './working-time.rules.ts';

const hours = companyHours('12:00-13:00');
const due = (from: string, minutes = 30): string => addWorkingMinutes(from, minutes, hours);

test('thirty working minutes within the morning are half an hour', () => {
  expect(due('2026-11-20 09:12:00')).toBe('2026-11-20 09:42:00');
});

test('lunch does not count', () => {
  expect(due('2026-11-20 11:50:00')).toBe('2026-11-20 13:20:00');
  expect(due('2026-11-20 12:30:00')).toBe('2026-11-20 13:30:00');
});

test('time from an evening counts from the next working morning, from Saturday evening on Monday', () => {
  expect(due('2026-11-20 20:15:00')).toBe('2026-11-21 09:00:00');
  expect(due('2026-11-20 17:20:00')).toBe('2026-11-21 08:50:00');
  expect(weekdayOf('2026-11-21')).toBe(6);
  expect(due('2026-11-21 17:20:00')).toBe('2026-11-23 08:50:00');
});

test('a holiday does not count and a make-up Sunday does', () => {
  const special = { '2026-11-22': 'work', '2026-11-23': 'rest' } as const;
  expect(addWorkingMinutes('2026-11-21 17:20:00', 30, { ...hours, special })).toBe('2026-11-22 08:50:00');
  expect(addWorkingMinutes('2026-11-23 10:00:00', 30, { ...hours, special })).toBe('2026-11-24 09:00:00');
});

test('a long time spans several days', () => {
  expect(due('2026-11-20 08:30:00', 480 + 60)).toBe('2026-11-21 09:30:00');
});

test('the 31st plus a month is the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 25)).toBe('2026-02-28');
});

test('the end is exact to the second over nights and lunches', () => {
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

test('29 February of a leap year counts; other years have none', () => {
  expect(due('2028-02-28 17:00:00', 60)).toBe('2028-02-29 09:00:00');
  expect(due('2027-02-27 17:00:00', 60)).toBe('2027-03-01 09:00:00');
});

test('a technician of Sundays and nights has own hours; lunch outside them takes nothing', () => {
  const own = technicianHours({ workDays: '7', workStart: '13:00:00', workEnd: '21:00:00' }, '12:00-13:00', {
    '2026-11-22': 'rest',
    '2026-11-23': 'work',
  });
  expect(workingMinutesBetween('2026-11-20 00:00:00', '2026-11-30 00:00:00', own)).toBe(2 * 480);
  expect(workDaysBetween('2026-11-23 20:59:00', '2026-11-29 13:00:00', own)).toBe(1);
});

test('working time counts local time, also in a zone with summer time', () => {
  // Berlin's clocks go back on 2026-10-25, which does not change local working hours.
  const berlin = { ...hours, weekdays: [1, 2, 3, 4, 5, 6, 7] };
  expect(workingMinutesBetween('2026-10-24 08:30:00', '2026-10-25 17:30:00', berlin)).toBe(2 * 480);
});

test('a technician without working hours has those of the company', () => {
  const day = ['2026-11-20 00:00:00', '2026-11-21 00:00:00'] as const;
  const empty = { workDays: null, workStart: null, workEnd: null };
  expect(workingMinutesBetween(...day, technicianHours(empty, '12:00-13:00', {}))).toBe(480);
  const late = { ...empty, workStart: '10:00:00' };
  expect(workingMinutesBetween(...day, technicianHours(late, '12:00-13:00', {}))).toBe(390);
});
