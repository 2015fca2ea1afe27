import { expect, test } from 'vitest';
import { hourOf, partedHex, ratesAfter, spooledIn } from './monitor.rules.ts';

const minute = (at: number, spooled = 0) => ({ at, lines: 2, commitMs: 10, oldestMs: 20, spooled });

test('a rate needs five seconds, and a restart is no negative one', () => {
  const began = { at: 0, counts: new Map([['a', 100]]), rates: new Map() };
  expect(ratesAfter(began, 4000, new Map([['a', 200]]))).toBe(began);
  expect(ratesAfter(began, 5000, new Map([['a', 200]])).rates).toEqual(new Map([['a', 20]]));
  expect(ratesAfter(began, 5000, new Map([['a', 5]])).rates).toEqual(new Map([['a', 0]]));
});

test('processes are one hour, and what was on disk in it is said', () => {
  const hour = hourOf([{ hour: [minute(0), minute(60_000, 40)] }, { hour: [minute(60_000, 2)] }]);
  expect(hour).toEqual([minute(0), { ...minute(60_000, 42), lines: 4 }]);
  expect(spooledIn(hour)).toEqual({ since: 60_000, most: 42 });
  expect(spooledIn([minute(0)])).toBeNull();
});

test('the bytes of values are marked, each once', () => {
  expect(
    partedHex('AA5501021122', [
      { from: 2, to: 3 },
      { from: 3, to: 3 },
      { from: 5, to: 5 },
    ]),
  ).toEqual([
    { hex: 'AA55', isMarked: false },
    { hex: '0102', isMarked: true },
    { hex: '11', isMarked: false },
    { hex: '22', isMarked: true },
  ]);
  expect(partedHex('', [])).toEqual([]);
});
