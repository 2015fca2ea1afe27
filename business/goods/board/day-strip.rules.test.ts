import { expect, test } from 'vitest';
import { entryWidth, stripHours, inLanes, merged, stripPlace } from './day-strip.rules.ts';

const DAY = '2026-11-24';
const at = (time: string) => ({ at: `${DAY} ${time}:00` });

test('the strip shows 8 to 18 o’clock, and more where an entry needs it', () => {
  expect(stripHours(DAY, [])).toEqual({ first: 8, last: 18 });
  expect(stripHours(DAY, [at('06:30').at, at('18:30').at])).toEqual({ first: 6, last: 20 });
});

test('entries of one hour get lanes of their own, later ones go back to the first', () => {
  const hours = stripHours(DAY, []);
  const placed = inLanes(DAY, [at('10:00'), at('08:30'), at('08:00'), at('09:00')], hours);
  expect(placed.map((one) => [one.entry.at.slice(11, 16), one.lane, one.left])).toEqual([
    ['08:00', 0, 0],
    ['08:30', 1, 5],
    ['09:00', 0, 10],
    ['10:00', 0, 20],
  ]);
});

test('an entry at the end stays within the strip', () => {
  const hours = stripHours(DAY, []);
  const [one] = inLanes(DAY, [at('18:00')], hours);
  expect([one.left + entryWidth(hours), stripPlace(DAY, `${DAY} 23:00:00`, hours)]).toEqual([100, 100]);
});

test('entries of one person, time and state are one, and their lines add up', () => {
  const entry = (id: string, more: object) => ({
    id,
    ...at('08:00'),
    who: '汤明',
    state: 'examine',
    isCourier: false,
    lines: 2,
    ...more,
  });
  const all = merged([
    entry('1', {}),
    entry('2', { lines: 3 }),
    entry('3', { state: 'ready' }),
    entry('4', { who: '李海' }),
  ]);
  expect(all.map((one) => [one.id, one.papers, one.lines])).toEqual([
    ['1', 2, 5],
    ['3', 1, 2],
    ['4', 1, 2],
  ]);
});
