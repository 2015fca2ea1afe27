import { expect, test } from 'vitest';
import { causesOf, countOfTab, durationsOf, endedOf, courseOf } from './run.rules.ts';

const counts = { total: 240, success: 207, delivered: 2, sent: 3, queued: 14, failed: 6, timeout: 5, skipped: 3 };

test('the tabs of a run share its devices without a rest', () => {
  const parts = (['trouble', 'underWay', 'waiting', 'success', 'left'] as const).map((tab) => countOfTab(counts, tab));
  expect(parts).toEqual([11, 5, 14, 207, 3]);
  expect(parts.reduce((sum, n) => sum + n, 0)).toBe(countOfTab(counts, 'all'));
  expect(endedOf(counts)).toBe(221);
});

test('failures are grouped by code and words, the most frequent first', () => {
  const row = (id: string, resultCode: number | null, resultMsg: string | null, reason: string | null = null) => ({
    id,
    resultCode,
    resultMsg,
    reason,
  });
  const rows = [
    row('1', 409, '除霜中'),
    row('2', null, null, '没有回复'),
    row('3', null, null, '没有回复'),
    row('4', 409, '除霜中'),
    row('5', null, null, '没有回复'),
  ];
  expect(causesOf(rows)).toEqual([
    { code: '', text: '没有回复', count: 3 },
    { code: '409', text: '除霜中', count: 2 },
  ]);
});

test('durations are the median and the 95th percentile of the replies', () => {
  expect(durationsOf([])).toBeNull();
  const rows = Array.from({ length: 100 }, (_, at) => ({ id: String(at), costMs: at * 10 }));
  expect(durationsOf([...rows, { id: 'none', costMs: null }])).toEqual({ half: 500, most: 950 });
});

test('the course of a command has each attempt, and how it ended', () => {
  const steps = courseOf([
    { n: 1, at: 1000, ended: 11_000, by: 'timeout' },
    { n: 2, at: 16_000, ended: 17_000, by: 'reply' },
  ]);
  expect(steps.map(({ at, label }) => [at, label[0]])).toEqual([
    [1000, '第 1 次下发'],
    [11_000, '没有回复'],
    [16_000, '第 2 次下发'],
  ]);
});
