import { expect, test } from 'vitest';
import { type TreeOrder, type TreePlace, TOP, changesOf, moveRow, treeOrderOf, stepped } from './arrange.ts';

const place = (id: string, parent: string, sort: number): TreePlace => ({ id, title: id, parent, sort });
const places = [
  place('a', TOP, 10),
  place('a1', 'a', 1),
  place('a2', 'a', 2),
  place('b', TOP, 20),
  place('c', TOP, 30),
];
const order = treeOrderOf(places);
const written = (next: TreeOrder, ...touched: string[]) =>
  changesOf(places, next, new Set(touched)).map(({ id, parent, sort, byHand }) => [id, parent, sort, byHand]);

test('a moved row gets a number between its neighbours, and no other row is written', () => {
  const next = stepped(order, 'c', 'up');
  expect(next.get(TOP)).toEqual(['a', 'c', 'b']);
  expect(written(next, 'c')).toEqual([['c', TOP, 15, true]]);
});

test('without room between two numbers all siblings are renumbered', () => {
  const next = moveRow(order, 'c', 'a', 1);
  expect(next.get('a')).toEqual(['a1', 'c', 'a2']);
  expect(written(next, 'c')).toEqual([
    ['a1', 'a', 10, false],
    ['c', 'a', 20, true],
    ['a2', 'a', 30, false],
  ]);
});

test('by keys a row moves below the one before it and out again; never below itself; at an edge it stays', () => {
  expect(stepped(order, 'b', 'in').get('a')).toEqual(['a1', 'a2', 'b']);
  expect(stepped(stepped(order, 'b', 'in'), 'b', 'out').get(TOP)).toEqual(['a', 'b', 'c']);
  expect(stepped(order, 'a1', 'out').get(TOP)).toEqual(['a', 'a1', 'b', 'c']);
  for (const [id, step] of [
    ['a', 'up'],
    ['c', 'down'],
    ['a', 'in'],
    ['a', 'out'],
  ] as const)
    expect(stepped(order, id, step)).toEqual(order);
  expect(moveRow(order, 'a', 'a1', 0)).toBe(order);
});

test('a row moved and moved back is unchanged; parents are written first', () => {
  expect(written(stepped(stepped(order, 'b', 'up'), 'b', 'down'), 'b')).toEqual([]);
  const swapped = moveRow(moveRow(order, 'a1', TOP, 0), 'a', 'a1', 0);
  expect(written(swapped, 'a', 'a1').map(([id]) => id)).toEqual(['a1', 'a']);
});
