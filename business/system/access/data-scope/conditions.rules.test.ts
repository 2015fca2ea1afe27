import { expect, test } from 'vitest';
import { conditionsFrom } from './conditions.rules.ts';

const own = { field: 'createUser', op: 'equal', value: '$me' };

test('条件可以直接来，也可以作为文本来 conditions are read from a list or from the text of older clients', () => {
  expect(conditionsFrom([own])).toEqual([own]);
  expect(conditionsFrom(JSON.stringify([own]))).toEqual([own]);
});

test('不是条件的就是没有条件 any other value means no conditions', () => {
  for (const value of [null, undefined, '', 'x', '{', '{"field":"id"}', own, 7, '7', 'null'])
    expect(conditionsFrom(value)).toEqual([]);
});
