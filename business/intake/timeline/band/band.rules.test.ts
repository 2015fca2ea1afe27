import { expect, test } from 'vitest';
import { type StationFacts, currentOf, isShown, marksOf } from './band.rules.ts';

const open: StationFacts = { isThere: true, isOver: false, isBeside: false };
const over: StationFacts = { ...open, isOver: true };
const none: StationFacts = { isThere: false, isOver: false, isBeside: false };

test('停在最后一个未结束的站点；回收的任务不算 the current station is the last open one, not a recalled visit', () => {
  expect(currentOf([open, open, none, none])).toBe(1);
  expect(currentOf([open, open, over, none])).toBe(1);
  expect(currentOf([over, over])).toBe(-1);
  expect(marksOf([open, open, over, none])).toEqual(['done', 'current', 'done', 'coming']);
});

test('收款走自己的路，不拦住单子 money is beside the main route of the case', () => {
  const money = { ...open, isBeside: true };
  expect(currentOf([open, open, money])).toBe(1);
  expect(marksOf([open, open, money, none])).toEqual(['done', 'current', 'open', 'coming']);
  expect(marksOf([open, open, { ...money, isOver: true }])).toEqual(['done', 'current', 'done']);
});

test('跳过的站点不画，结束的单子不画以后的站点 skipped stations, and those after the end, are not drawn', () => {
  const shown = (stations: readonly StationFacts[]): boolean[] => stations.map((_, at) => isShown(stations, at));
  expect(shown([none, open, none])).toEqual([false, true, true]);
  expect(shown([over, over, none])).toEqual([true, true, false]);
});
