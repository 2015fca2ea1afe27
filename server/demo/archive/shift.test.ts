import { expect, test } from 'vitest';
import { Shift, archiveEnd, positionAt } from './shift.rules.ts';

const MONDAY = '2026-11-23';
const HOUR_MS = 3_600_000;
const at = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}:00+08:00`);

test.each([
  ['2026-11-23 07:29', -1, 6],
  ['2026-11-23 07:30', 0, 0],
  ['2026-11-24 07:29', 0, 0],
  ['2026-11-25 09:00', 0, 2],
  ['2026-11-30 03:00', 0, 6],
  ['2027-06-23 09:00', 30, 2],
])('at %s the archive stands %i weeks on, on day %i', (moment, weeks, day) => {
  expect(positionAt({ monday: MONDAY, days: 6 }, at(moment))).toEqual({ weeks, day });
});

test('an archive without slices of days stays at its Monday', () => {
  expect(positionAt({ monday: MONDAY, days: 0 }, archiveEnd(MONDAY) + 80 * HOUR_MS)).toEqual({ weeks: 0, day: 0 });
});

test.each([
  ['a moment', '2026-11-23 01:30:00.5+00', '2026-11-30 01:30:00.5+00'],
  ['a day in JSON', '{"day": "2026-10-28"}', '{"day": "2026-11-04"}'],
  ['a number of a paper', 'DJ202608240001', 'DJ202608310001'],
  ['a number behind an escaped break', '\\nBX202611290004】', '\\nBX202612060004】'],
  ['a number in small letters', 'wg202612300006', 'wg202701060006'],
  ['a time without a year', '应于 12-29 11:50 前', '应于 01-05 11:50 前'],
  ['an English time without a year', 'due by 29 Aug 11:50', 'due by 5 Sep 11:50'],
  ['an English day', 'ended on 31 Dec 2026', 'ended on 7 Jan 2027'],
  ['a number that is no day', 'T202191145598', 'T202191145598'],
  ['part of a longer number', '13820261123', '13820261123'],
  ['a day that was cut off', '08:30 – 2026-11-2', '08:30 – 2026-11-2'],
  ['a size', '热继电器 12-18A', '热继电器 12-18A'],
])('%s moves by a week, or stays', (_what, text, moved) => {
  expect(new Shift(MONDAY, 1).text(text)).toBe(moved);
});

test('a month moves with the month in which the archive ends', () => {
  const shift = new Shift(MONDAY, 2);
  expect([shift.text('base#2026-09#1'), new Shift(MONDAY, 1).text('2026-09')]).toEqual(['base#2026-10#1', '2026-09']);
  expect(shift.text('– 2026-11-2…\t– 2026-11-\n')).toBe('– 2026-12-2…\t– 2026-12-\n');
});

test('wage periods stay in a row, wherever they are moved, and the running one ends with its month', () => {
  const periods = [
    { label: '2026-09', start: '2026-09-01', end: '2026-09-30' },
    { label: '2026-10', start: '2026-10-01', end: '2026-10-31' },
    { label: '2026-11', start: '2026-11-01', end: '2026-11-30' },
  ];
  for (let weeks = 0; weeks <= 60; weeks += 1) {
    const shift = new Shift(MONDAY, weeks);
    const moved = periods.map((one) => shift.period(one));
    const today = shift.day(MONDAY);
    expect(new Set(moved.map(({ label }) => label)).size).toBe(3);
    expect(moved[0].end < moved[1].start && moved[1].end < moved[2].start).toBe(true);
    expect([moved[2].label, moved[2].start <= today && today <= moved[2].end]).toEqual([today.slice(0, 7), true]);
    expect(moved[2].end.slice(0, 7)).toBe(today.slice(0, 7));
  }
});

test('the period of a counter moves as the numbers that it counts', () => {
  const shift = new Shift(MONDAY, 2);
  expect(['20261123', '202611', '2026', '', '7'].map((one) => shift.compact(one))).toEqual([
    '20261207',
    '202612',
    '2026',
    '',
    '7',
  ]);
});

test('no shift changes nothing', () => {
  expect(new Shift(MONDAY, 0).text('2026-11-23 DJ202608240001')).toBe('2026-11-23 DJ202608240001');
});
