import { expect, test } from 'vitest';
import { Ledger } from './ledger.rules.ts';

test('a ledger finds lost acknowledged messages, rows that were never sent, and outdated states', () => {
  const ledger = new Ledger();
  for (const ts of [1, 2, 3]) ledger.sent('a', ts);
  for (const ts of [1, 2]) ledger.acknowledged('a', ts);
  ledger.sent('b', 5);
  const none = { lost: 0, invented: 0, twice: 0, stale: 0 };
  const audit = (a: number[], b: number[], latest: [string, number][]) =>
    ledger.audit(
      new Map([
        ['a', a],
        ['b', b],
      ]),
      new Map(latest),
    );
  expect(audit([1, 2], [], [['a', 2]])).toEqual(none);
  expect(
    audit(
      [1, 2, 3],
      [5],
      [
        ['a', 3],
        ['b', 5],
      ],
    ),
  ).toEqual(none);
  expect(audit([1, 3], [], [['a', 3]])).toEqual({ ...none, lost: 1 });
  expect(audit([1, 2, 9], [], [['a', 9]])).toEqual({ ...none, invented: 1 });
  expect(audit([1, 2, 2], [], [['a', 2]])).toEqual({ ...none, twice: 1 });
  expect(audit([1, 2, 3], [], [['a', 2]])).toEqual({ ...none, stale: 1 });
  // A message whose values hardly changed has no row in history, but updates the current state.
  ledger.sent('a', 4);
  ledger.acknowledged('a', 4, false);
  expect(audit([1, 2], [], [['a', 4]])).toEqual(none);
  expect(audit([1, 2], [], [['a', 2]])).toEqual({ ...none, stale: 1 });
});
