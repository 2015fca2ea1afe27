import { expect, test } from 'vitest';
import type { MenuNode } from './menu/menu.calls.ts';
import { type Branch, below, branchesOf, changed, fitting } from './menu-branches.rules.ts';

const node = (id: string, title: string, category: number, children?: MenuNode[]): MenuNode =>
  ({ id, title, titleEn: title === '用户' ? 'Users' : null, category, children }) as MenuNode;
const nodes = [
  node('1', '系统', 1, [node('2', '用户', 1, [node('3', '新增', 2), node('4', '删除', 2)]), node('5', '角色', 1)]),
  node('6', '报表', 1),
];
const keys = (tree: readonly Branch[]): string[] => tree.flatMap((one) => [one.key, ...keys(one.children ?? [])]);

test('可以勾全部、只勾页面、或只勾最下面的 all can be ticked, or pages alone, or only leaves', () => {
  const ticked = (ticking: 'all' | 'pages' | 'leaves'): string[] => branchesOf(nodes, false, ticking).flatMap(below);
  expect([ticked('all'), ticked('pages'), ticked('leaves')]).toEqual([
    ['1', '2', '3', '4', '5', '6'],
    ['1', '2', '5', '6'],
    ['3', '4'],
  ]);
});

test('英文读者看英文名，没有英文名看中文 English titles show where they exist', () => {
  const titles = (english: boolean): string[] => branchesOf(nodes, english, 'all')[0].children!.map((one) => one.title);
  expect([titles(false), titles(true)]).toEqual([
    ['用户', '角色'],
    ['Users', '角色'],
  ]);
});

test('按词找：留下它的上级，以及它下面的全部 a search keeps the parents and children of a match', () => {
  const tree = branchesOf(nodes, true, 'all');
  const found = (word: string, only: string[] | null = null): string[] =>
    keys(fitting(tree, word, only && new Set(only)));
  expect(found('')).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(found('users')).toEqual(['1', '2', '3', '4']);
  expect(found('删除')).toEqual(['1', '2', '4']);
  expect(found('没有')).toEqual([]);
  expect(found('', ['5', '3'])).toEqual(['1', '2', '3', '5']);
  expect(found('users', ['5', '3'])).toEqual(['1', '2', '3']);
  expect(found('', [])).toEqual([]);
});

test('改动说清多了哪些、少了哪些，次序与重复不算改动 changes list added and removed ids', () => {
  expect(changed(['1', '2'], ['2', '3', '3'])).toEqual([['3'], ['1']]);
  expect(changed(['1', '2'], ['2', '1', '1'])).toEqual([[], []]);
  expect(changed([], [])).toEqual([[], []]);
});
