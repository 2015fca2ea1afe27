import { expect, test } from 'vitest';
import { firstCurves, valueAge } from './age.rules.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';

test('an age is shown in the largest sufficient unit', () => {
  expect([12, 90, 7300, 200_000].map((one) => ageWords(one)[0])).toEqual(['12 秒', '1 分', '2 时', '2 天']);
});

test('a value older than twice its interval shows the expected report', () => {
  expect(valueAge(0, 100_000, 60)).toEqual({ words: ['1 分', '1 min'], isOld: false });
  expect(valueAge(0, 360_000, 60)).toEqual({ words: ['6 分，应 1 分', '6 min, due 1 min'], isOld: true });
});

test('a page begins with four curves of three units at most', () => {
  const item = (identifier: string, unit: string, chart = true) => ({ identifier, unit, chart, isNumber: true });
  expect(
    firstCurves([
      item('a', '℃'),
      item('b', 'W', false),
      item('c', '℃'),
      item('d', 'MPa'),
      item('e', 'Hz'),
      item('f', 'A'),
    ]),
  ).toEqual(['a', 'c', 'd', 'e']);
});
