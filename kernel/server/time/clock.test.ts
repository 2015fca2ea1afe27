import { expect, test } from 'vitest';
import { hoursOf, inZone, localDay, startOfDay } from './clock.ts';

const HOUR = 3_600_000;

test('a day begins at its midnight in the zone, and has as many hours as its clocks', () => {
  expect(startOfDay('2026-11-24', 'Asia/Shanghai')).toBe(Date.parse('2026-11-23T16:00:00Z'));
  expect(hoursOf('2026-11-24', 'Asia/Shanghai')).toHaveLength(25);
  // Clocks go forward on the last Sunday of March, back on the last of October.
  expect(hoursOf('2026-03-29', 'Europe/Berlin')).toHaveLength(24);
  expect(hoursOf('2026-10-25', 'Europe/Berlin')).toHaveLength(26);
});

test('every hour of a day is on that day', () => {
  for (const [day, zone] of [
    ['2026-03-29', 'Europe/Berlin'],
    ['2026-10-25', 'Europe/Berlin'],
    ['2026-11-24', 'America/Los_Angeles'],
  ] as const) {
    const bounds = hoursOf(day, zone);
    for (const ms of bounds.slice(0, -1))
      expect([localDay(ms, zone), inZone(ms, zone).slice(0, 10)]).toEqual([day, day]);
    expect(localDay(bounds[0] - HOUR, zone) < day).toBe(true);
    expect(localDay(bounds.at(-1)!, zone) > day).toBe(true);
  }
});
