import { expect, test } from 'vitest';
import { durationText } from './duration.rules.ts';

test('how long a step took reads as people say it', () => {
  const minute = 60_000;
  expect(durationText(62 * minute, 'zh')).toBe('1小时2分');
  expect(durationText(62 * minute, 'en')).toBe('1 h 2 min');
  expect(durationText(2 * 24 * 60 * minute + 5 * minute, 'zh')).toBe('2天');
  expect(durationText(999, 'zh')).toBe('0秒');
  expect(durationText(12_400, 'en')).toBe('12 s');
});
