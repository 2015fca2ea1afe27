import { expect, test } from 'vitest';
import { leftTone, minutesUntil, shareLeft, dueWords } from './time-left.rules.ts';

test('the time left is in hours and minutes, or days', () => {
  expect([38, -25, 95, 1440 * 2 + 5, -1500].map((left) => dueWords(left))).toEqual([
    ['剩 38分', '38 min left'],
    ['超 25分', '25 min late'],
    ['剩 1小时35分', '1 h 35 min left'],
    ['剩 2 天', '2 d left'],
    ['超 1 天', '1 d late'],
  ]);
});

test('the tone is amber within the hour, and red from the due time', () => {
  const now = '2026-11-23 10:00:00';
  expect([minutesUntil('2026-11-23 10:38:00', now), minutesUntil('2026-11-23 09:35:00', now)]).toEqual([38, -25]);
  expect([leftTone(-1), leftTone(0), leftTone(59), leftTone(60)]).toEqual(['red', 'amber', 'amber', 'green']);
});

test('the bar is the share of the time left', () => {
  expect(shareLeft('2026-11-23 08:00:00', '2026-11-23 12:00:00', '2026-11-23 10:00:00')).toBe(0.5);
  expect(shareLeft('2026-11-23 08:00:00', '2026-11-23 09:00:00', '2026-11-23 10:00:00')).toBe(0);
});
