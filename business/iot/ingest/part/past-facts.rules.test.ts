import { expect, test } from 'vitest';
import { PastFacts, readPast } from './past-facts.rules.ts';

const lane = { commitP99Ms: 20, oldestMs: 900, spooled: 3 };

test('a span sums its messages and keeps its worst, and the past outlives the process', () => {
  let now = 0;
  const past = new PastFacts(() => now, readPast(null));
  expect(past.note(4, [lane], { messages: 10, refused: 1 })).toBe(false);
  now = 60_000;
  past.note(2, [], { messages: 25, refused: 1 });
  expect(past.facts).toEqual({ day: [[0, 4, 20, 900, 3, 25, 1]], week: [[0, 4, 20, 900, 3, 25, 1]] });
  now = 15 * 60_000;
  expect(past.note(2, [], { messages: 26, refused: 1 })).toBe(true);
  const again = new PastFacts(() => now, readPast(JSON.parse(JSON.stringify(past.facts))));
  again.note(2, [], { messages: 5, refused: 0 });
  expect(again.facts.day.map(([at, , , , , messages]) => [at, messages])).toEqual([
    [0, 25],
    [900_000, 6],
  ]);
  expect(again.facts.week.map(([, , , , , messages]) => messages)).toEqual([31]);
  for (; now < 9 * 86_400_000; now += 900_000) again.note(1, [], { messages: 5, refused: 0 });
  expect([again.facts.day.length, again.facts.week.length]).toEqual([96, 84]);
  expect(readPast({ day: [[1, 2], 'x', null], week: 7 })).toEqual({ day: [], week: [] });
});
