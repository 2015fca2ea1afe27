import { expect, test } from 'vitest';
import { type AlarmWall, type WallLine, follow, letIn } from './wall-lines.rules.ts';

const line = (id: string, level: string, startTime: string, householdId = ''): WallLine<null> => ({
  id,
  level,
  startTime,
  householdId,
  row: null,
});
const none = (): undefined => undefined;
const at = (lines: readonly WallLine<null>[], now: number, more: object = {}) => ({
  lines,
  now,
  stateOf: none,
  isHeld: false,
  ...more,
});
const ids = ({ lines }: AlarmWall<null>): string => lines.map(({ id }) => id).join(' ');

const first = [line('1', 'critical', '10:00', 'a'), line('2', 'major', '09:00'), line('3', 'minor', '08:00', 'a')];

test('new alarms wait for a press; a critical one enters at the end of its level', () => {
  const begun = follow(null, at(first, 0));
  expect(ids(begun)).toBe('1 3 2');
  const came = follow(begun, at([...first, line('4', 'major', '08:30'), line('5', 'critical', '11:00')], 1000));
  expect(ids(came)).toBe('1 3 5 2');
  expect(came.lines[2].word).toBe('new');
  expect(came.waiting.map(({ id }) => id)).toEqual(['4']);
  const all = letIn(came, 2000);
  expect(ids(all)).toBe('1 3 5 4 2');
  expect(all.waiting).toEqual([]);
});

test('an ended alarm keeps its place for a minute, and longer while the pointer is over the list', () => {
  const begun = follow(null, at(first, 0));
  const left = first.slice(1);
  const gone = follow(begun, at(left, 1000, { stateOf: () => 'confirmed' }));
  expect(ids(gone)).toBe('1 3 2');
  expect(gone.lines[0]).toMatchObject({ isGone: true, word: 'confirmed' });
  expect(follow(gone, at(left, 2000, { stateOf: () => 'released' })).lines[0]).toMatchObject({
    word: 'released',
    at: 1000,
  });
  expect(ids(follow(gone, at(left, 60_999)))).toBe('1 3 2');
  expect(ids(follow(gone, at(left, 61_000, { isHeld: true })))).toBe('1 3 2');
  expect(ids(follow(gone, at(left, 61_000)))).toBe('3 2');
  expect(follow(gone, at(first, 5000)).lines[0]).toMatchObject({ word: 'again', at: 5000 });
});

test('a raised level is marked in place for a minute', () => {
  const begun = follow(null, at(first, 0));
  const raised = [first[0], { ...first[1], level: 'critical' }, first[2]];
  const followed = follow(begun, at(raised, 1000));
  expect(ids(followed)).toBe('1 3 2');
  expect(followed.lines[2]).toMatchObject({ word: 'raised', level: 'critical' });
  expect(follow(followed, at(raised, 61_000)).lines[2].word).toBeUndefined();
});
