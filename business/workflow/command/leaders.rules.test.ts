import { expect, test } from 'vitest';
import { leadersAbove } from './leaders.rules.ts';

const all = [
  { id: '1', parentId: null, leaderId: 'boss' },
  { id: '2', parentId: '1', leaderId: 'head' },
  { id: '3', parentId: '2', leaderId: null },
  { id: '4', parentId: '3', leaderId: 'head' },
];

test('leaders are those of the department and above, the nearest first, each once', () => {
  expect(leadersAbove(all, '4', 'anybody')).toEqual(['head', 'boss']);
  expect(leadersAbove(all, '3', 'anybody')).toEqual(['head', 'boss']);
});

test('a person is never their own leader', () => {
  expect(leadersAbove(all, '4', 'head')).toEqual(['boss']);
  expect(leadersAbove(all, '1', 'boss')).toEqual([]);
});

test('a circle of departments ends', () => {
  expect(
    leadersAbove(
      [
        { id: '1', parentId: '2', leaderId: 'a' },
        { id: '2', parentId: '1', leaderId: 'b' },
      ],
      '1',
      '',
    ),
  ).toEqual(['a', 'b']);
  expect(leadersAbove(all, 'unknown', '')).toEqual([]);
});
