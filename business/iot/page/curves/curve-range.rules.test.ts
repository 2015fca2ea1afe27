import { expect, test } from 'vitest';
import { fittingRange, stretchStart } from './curve-range.rules.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-11-25T12:00:00Z');
const from = (back: number, until = 0, step = 5): { points: [number, number][] } => ({
  points: Array.from({ length: Math.floor((back - until) / step) + 1 }, (_, at) => [
    now - (back - at * step) * MINUTE,
    at,
  ]),
});

test('curves begin with the shortest span that holds the newest stretch of data', () => {
  expect(fittingRange([from(10)], now, now)).toBe('hour');
  expect(fittingRange([from(119)], now, now)).toBe('hour');
  expect(fittingRange([from(600)], now, now)).toBe('day');
  // A gap of over an hour begins a new stretch of data; a shorter gap does not.
  expect(fittingRange([{ points: [...from(1200, 600).points, ...from(30).points] }], now, now)).toBe('hour');
  expect(fittingRange([{ points: [...from(600, 80).points, ...from(50).points] }], now, now)).toBe('day');
  expect(fittingRange([from(10), from(600)], now, now)).toBe('day');
  // Without data in the last day, the age of the newest message decides the range. If that message is less than a day
  // old, the result is null.
  expect(fittingRange([{ points: [[now, null]] }, { points: [] }], now, now - 1500 * MINUTE)).toBe('week');
  expect(fittingRange([], now, now - 20_000 * MINUTE)).toBe('month');
  expect(fittingRange([], now, now)).toBeNull();
  expect(fittingRange([], now, null)).toBeNull();
  expect(stretchStart([from(10)])).toBe(now - 10 * MINUTE);
});
