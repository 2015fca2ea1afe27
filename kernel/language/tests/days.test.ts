import { expect, test } from 'vitest';
import {
  addDays,
  addMinutes,
  addMonths,
  addSeconds,
  daysBetween,
  daysFrom,
  lengthWords,
  minutesBetween,
  monthFrom,
  secondsBetween,
  weekdayOf,
} from '../days.ts';

test('days are added over months and years, forwards and backwards', () => {
  expect([addDays('2026-02-27', 2), addDays('2027-01-01', -1), addDays('2028-02-28', 1)]).toEqual([
    '2026-03-01',
    '2026-12-31',
    '2028-02-29',
  ]);
  expect([daysBetween('2026-02-27', '2026-03-01'), daysBetween('2026-03-01', '2026-02-27')]).toEqual([2, -2]);
  expect(daysFrom('2026-12-30', '2027-01-01')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
  expect(daysFrom('2027-01-01', '2026-12-31')).toEqual([]);
});

test('a day some months away stays within its month', () => {
  expect([addMonths('2026-03-31', -1), addMonths('2027-11-30', 3), addMonths('2026-01-15', -13)]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2024-12-15',
  ]);
  expect([monthFrom('2026-03-31', -1), monthFrom('2026-12-05', 1)]).toEqual(['2026-02-01', '2027-01-01']);
});

test('moments are moved and measured, days count as their midnight', () => {
  expect(addMinutes('2026-11-21 23:50:30', 15)).toBe('2026-11-22 00:05:30');
  expect(addMinutes('2026-11-21', -1)).toBe('2026-11-20 23:59:00');
  expect(addSeconds('2026-11-21 23:59:59', 2)).toBe('2026-11-22 00:00:01');
  expect(minutesBetween('2026-11-21 10:00:30', '2026-11-21 10:02:00')).toBe(1);
  expect(secondsBetween('2026-11-21', '2026-11-21 00:01:00')).toBe(60);
});

test('Monday is 1, Sunday is 7', () => {
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29 12:00:00')]).toEqual([1, 7]);
});

test('lengths are told in both languages', () => {
  expect([lengthWords(65), lengthWords(120), lengthWords(0)]).toEqual([
    ['1小时5分', '1 h 5 min'],
    ['2小时', '2 h'],
    ['0分', '0 min'],
  ]);
});
