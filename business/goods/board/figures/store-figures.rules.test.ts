import { expect, test } from 'vitest';
import { shareOf, targetMark } from './store-figures.rules.ts';

test('a figure is good at its target, names the points below it, and is silent without cases', () => {
  expect([shareOf({ good: 44, all: 48, target: 97 }), targetMark({ good: 44, all: 48, target: 97 })?.words[0]]).toEqual(
    [91.6, '差 5.4 点，要 97%'],
  );
  expect(targetMark({ good: 19, all: 20, target: 95 })?.tone).toBe('green');
  // 1,999 of 2,000 is not 100 %.
  expect(shareOf({ good: 1999, all: 2000, target: 99.8 })).toBe(99.9);
  expect([shareOf({ good: 0, all: 0, target: 95 }), targetMark({ good: 0, all: 0, target: 95 })]).toEqual([null, null]);
});
