import { expect, test } from 'vitest';
import { successShare } from './success-share.rules.ts';

test('the share of a day counts skipped commands as ended, and open ones not at all', () => {
  const counts = [
    { key: 'success', count: 97 },
    { key: 'skipped', count: 2 },
    { key: 'timeout', count: 1 },
    { key: 'sent', count: 50 },
  ];
  expect(successShare(counts)).toMatchObject({ ended: 100, success: 97, percent: 97, isGood: false });
  expect(successShare(counts).verdict[0]).toBe('差 1.0 点，要 98%');
  expect(successShare([])).toMatchObject({ percent: null, isGood: true });
});
