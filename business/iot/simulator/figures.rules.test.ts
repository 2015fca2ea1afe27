import { createHistogram } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { dueAt, latencySpread, spreadText } from './figures.rules.ts';

test('figures are milliseconds, and absent without measurements', () => {
  const none = createHistogram();
  expect(latencySpread(none)).toEqual({ count: 0, p50: 0, p95: 0, p99: 0, max: 0 });
  const some = createHistogram();
  for (let ms = 1; ms <= 100; ms += 1) some.record(ms * 1000);
  const { count, p50, p99, max } = latencySpread(some);
  expect(count).toBe(100);
  expect(p50).toBeCloseTo(50, 0);
  expect(p99).toBeCloseTo(99, 0);
  expect(max).toBeGreaterThanOrEqual(100);
  expect(spreadText({ count: 1, p50: 1, p95: 2, p99: 3, max: 4 })).toBe('p50 1 ms, p95 2 ms, p99 3 ms, max 4 ms');
});

test('a rate is constant over the run, and a pause is made up for by one second at most', () => {
  expect([dueAt(1000, 10, 0), dueAt(1000, 20, 15), dueAt(1000, 20, 30), dueAt(1000, 9000, 0)]).toEqual([
    10, 5, 0, 1000,
  ]);
});
