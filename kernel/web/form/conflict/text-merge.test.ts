import { expect, test } from 'vitest';
import { bothOf, piecesOf } from './text-merge.ts';

test('both changes of a description are preserved, each at its place', () => {
  expect(bothOf('主机噪音大。', '主机噪音大，夜里更明显。', '三档以上主机噪音大。滤网两个月没换。')).toBe(
    '三档以上主机噪音大，夜里更明显。滤网两个月没换。',
  );
  expect(bothOf('Call before you come', 'Call twice before you come', 'Call before you come after 14:00')).toBe(
    'Call twice before you come after 14:00',
  );
});

test('of two changes at the same place one follows the other, joined as the script requires', () => {
  expect(bothOf('', '门口有快递柜。', '下午两点以后有人')).toBe('门口有快递柜；下午两点以后有人');
  expect(bothOf('red', 'green', 'blue')).toBe('green; blue');
});

test('a change of one side, or the same of both, needs no choice', () => {
  expect(bothOf('甲乙丙', '甲丙', '甲乙丙丁')).toBe('甲丙丁');
  expect(bothOf('甲', '甲乙', '甲乙')).toBe('甲乙');
});

test('added text is marked', () => {
  expect(piecesOf('主机噪音大。', '主机夜里噪音大。')).toEqual([
    { text: '主机', added: false },
    { text: '夜里', added: true },
    { text: '噪音大。', added: false },
  ]);
  expect(piecesOf('', '新')).toEqual([{ text: '新', added: true }]);
});

test('a text too long to compare is taken whole', () => {
  const long = '字'.repeat(2000);
  expect(bothOf(long, `${long}甲`, `${long}乙`)).toBe(`${long}甲；${long}乙`);
});
