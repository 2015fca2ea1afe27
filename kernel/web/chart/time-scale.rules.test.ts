import { expect, test } from 'vitest';
import { apart, heldRuns, nearest, runsOf, timeTicks, valueTicks } from './time-scale.rules.ts';

test('a scale has round bounds around all points', () => {
  expect(valueTicks(36.2, 50.4)).toEqual([35, 40, 45, 50, 55]);
  expect(valueTicks(0.18, 0.4)).toEqual([0.1, 0.2, 0.3, 0.4]);
});

test('a constant value has a scale from zero, and a constant zero has one too', () => {
  expect(valueTicks(100, 100)).toEqual([0, 25, 50, 75, 100]);
  expect(valueTicks(-54, -54)).toEqual([-60, -40, -20, 0]);
  expect(valueTicks(0, 0)[0]).toBe(0);
  expect(valueTicks(0, 0).length).toBeGreaterThan(1);
});

test('labels at the ends of curves never overlap, and none leaves the panel', () => {
  expect(apart([10, 12, 80], 16, 104)).toEqual([10, 26, 80]);
  expect(apart([90, 95, 100], 16, 104)).toEqual([64, 80, 96]);
});

test('a time axis has round moments of the local clock', () => {
  const from = Date.parse('2026-11-23T02:07:00Z');
  const ticks = timeTicks(from, from + 24 * 3_600_000, 8 * 3_600_000);
  expect(ticks.map((at) => new Date(at + 8 * 3_600_000).toISOString().slice(11, 16))).toEqual([
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '00:00',
    '03:00',
    '06:00',
    '09:00',
  ]);
});

test('a curve never crosses a gap', () => {
  const points = [
    [0, 1],
    [60, 2],
    [600, 3],
    [660, null],
    [720, 4],
  ] as const;
  expect(runsOf(points, 120)).toEqual([
    [
      [0, 1],
      [60, 2],
    ],
    [[600, 3]],
    [[720, 4]],
  ]);
  expect(nearest(points, 500)).toEqual([600, 3]);
  expect(nearest([[1, null]], 0)).toBeUndefined();
});

test('the last value holds until a later moment, and never backwards', () => {
  const runs = runsOf(
    [
      [0, 1],
      [10, 2],
    ],
    100,
  );
  expect(heldRuns(runs, 50)).toEqual([
    [
      [0, 1],
      [10, 2],
      [50, 2],
    ],
  ]);
  expect(heldRuns(runs, 5)).toEqual(runs);
  expect(heldRuns([], 5)).toEqual([]);
});
