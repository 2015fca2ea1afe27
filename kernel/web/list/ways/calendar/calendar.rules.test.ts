import { expect, test } from 'vitest';
import { daysBetween } from '#kernel/language/days.ts';
import { monthAfter, monthWeeks, otherSpan, spanAfter, spanOf, spanWeeks } from './days.rules.ts';

test('weeks begin on Monday and hold the whole month, in leap years and at the turn of the year', () => {
  const november = monthWeeks('2026-11');
  expect([november.length, november[0][0], november.at(-1)!.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06']);
  expect(monthWeeks('2027-02').map((week) => week[0])).toEqual([
    '2027-02-01',
    '2027-02-08',
    '2027-02-15',
    '2027-02-22',
  ]);
  expect(monthWeeks('2028-02').flat()).toContain('2028-02-29');
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect([daysBetween('2026-02-27', '2026-03-02'), daysBetween('2026-03-02', '2026-02-27')]).toEqual([3, -3]);
});

test('a week steps by weeks and becomes its month; a month becomes the week of today, or its first', () => {
  expect(['2026-11', '2026-11-26', '2026-13', ''].map((wanted) => spanOf(wanted, '2026-11-26'))).toEqual([
    '2026-11',
    '2026-11-26',
    '2026-11',
    '2026-11',
  ]);
  const [week] = spanWeeks('2026-11-26');
  expect([week[0], week[6], spanWeeks('2026-11').length]).toEqual(['2026-11-23', '2026-11-29', 6]);
  expect([spanAfter('2026-12-31', 1), spanAfter('2026-12', 1)]).toEqual(['2027-01-04', '2027-01']);
  expect(['2026-11-26', '2026-11', '2026-10'].map((span) => otherSpan(span, '2026-11-26'))).toEqual([
    '2026-11',
    '2026-11-26',
    '2026-10-01',
  ]);
});
