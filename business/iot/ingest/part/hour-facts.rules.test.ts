import { expect, test } from 'vitest';
import { HourFacts } from './hour-facts.rules.ts';

const lane = (over: object) => ({
  queue: 0,
  written: 0,
  batches: 0,
  lastBatch: 0,
  lastCommitMs: 0,
  commitP50Ms: 0,
  commitP99Ms: 20,
  spooled: 0,
  spoolBytes: 0,
  oldestMs: 0,
  isAway: false,
  ...over,
});

test('a minute keeps its worst, and an hour has sixty of them', () => {
  let now = 0;
  const hour = new HourFacts(() => now);
  hour.note(3, [lane({ spooled: 40, oldestMs: 900 }), lane({ spooled: 2 })]);
  hour.note(4, [lane({})]);
  expect(hour.facts).toEqual([{ at: 0, lines: 4, commitMs: 20, oldestMs: 900, spooled: 42 }]);
  for (; now < 90 * 60_000; now += 30_000) hour.note(1, []);
  expect(hour.facts).toHaveLength(60);
  expect(hour.facts.at(-1)?.at).toBe(89 * 60_000);
});
