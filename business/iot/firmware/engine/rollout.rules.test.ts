import { expect, test } from 'vitest';
import { isExponential, ratePerMinute } from './rollout.rules.ts';

const exponential = { base: 5, factor: 2, everySuccess: 10 };

test('the rate of a task rises with its successes, up to its fixed rate', () => {
  const rates = [0, 9, 10, 25, 30, 1_000_000].map((n) => ratePerMinute({ rolloutPerMin: 60, exponential }, n));
  expect(rates).toEqual([5, 5, 10, 20, 40, 60]);
  expect(ratePerMinute({ rolloutPerMin: 30 }, 500)).toBe(30);
});

test('a rule of exponential rollout needs a start, a factor above one, and a step', () => {
  expect(isExponential(exponential)).toBe(true);
  for (const wrong of [{ base: 0 }, { factor: 1 }, { factor: 11 }, { everySuccess: 0 }, { base: 1.5 }])
    expect(isExponential({ ...exponential, ...wrong })).toBe(false);
});
