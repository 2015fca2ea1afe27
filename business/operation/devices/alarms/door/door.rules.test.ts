import { expect, test } from 'vitest';
import { allowedBy } from './allowed.rules.ts';
import { type DoorSeen, countAtDoor } from './door.rules.ts';

const MINUTE = 60_000;
const every = (from: number, until: number): number[] =>
  Array.from({ length: until - from + 1 }, (_, at) => (from + at) * MINUTE);
const seen = (more: Partial<DoorSeen>): DoorSeen => ({
  faults: [{ start: 0, end: 7 * MINUTE }],
  messages: every(0, 12),
  reportSec: 60,
  now: 12 * MINUTE,
  ...more,
});

test('minutes count from the end of the fault, and ten confirm', () => {
  expect(countAtDoor(seen({}))).toEqual({ isHolding: false, since: 7 * MINUTE, filled: 5, restart: null });
  expect(countAtDoor(seen({ messages: every(0, 40), now: 40 * MINUTE })).filled).toBe(10);
});

test('no minute counts during the fault, and a return of the fault is the cause of a restart', () => {
  expect(countAtDoor(seen({ faults: [{ start: 0, end: null }] }))).toMatchObject({ isHolding: true, filled: 0 });
  const faults = [
    { start: 0, end: 3 * MINUTE },
    { start: 8 * MINUTE, end: 9 * MINUTE },
  ];
  expect(countAtDoor(seen({ faults }))).toEqual({
    isHolding: false,
    since: 9 * MINUTE,
    filled: 3,
    restart: { at: 8 * MINUTE, why: 'fault' },
  });
});

test('verification needs messages: the count starts with the first one after a silence', () => {
  expect(countAtDoor(seen({ messages: every(0, 5) }))).toMatchObject({
    since: null,
    filled: 0,
    restart: { at: 5 * MINUTE, why: 'silence' },
  });
  expect(countAtDoor(seen({ messages: [...every(0, 5), 10 * MINUTE, 11 * MINUTE] }))).toMatchObject({
    since: 10 * MINUTE,
    filled: 2,
    restart: { at: 10 * MINUTE, why: 'silence' },
  });
  expect(countAtDoor(seen({ messages: [] }))).toMatchObject({ since: null, filled: 0, restart: null });
});

test('normal values come from the clear condition, else from the opposite of the raising one', () => {
  const raise = (op: 'gt' | 'lt' | 'bit', value: number) => ({
    createRules: [{ level: 'major', condition: { all: [{ prop: 'flow', op, value }] } }],
    clearRule: null,
  });
  expect(allowedBy(raise('lt', 1.2), 'flow')).toEqual(['≥ 1.2', '≥ 1.2']);
  expect(allowedBy(raise('bit', 3), 'flow')).toEqual(['已清零', 'Cleared']);
  const clearRule = { condition: { all: [{ prop: 'flow', op: 'gt' as const, value: 1.5 }] } };
  expect(allowedBy({ ...raise('lt', 1.2), clearRule }, 'flow')).toEqual(['> 1.5', '> 1.5']);
  expect(allowedBy(raise('lt', 1.2), 'temp')).toBeNull();
});
