import { expect, test } from 'vitest';
import { asText, idsIn, moneyText } from '../values.ts';

test('a missing value is an empty text, every other one is its text', () => {
  expect([null, undefined, '', 0, false, 'a', 12.5].map(asText)).toEqual(['', '', '', '0', 'false', 'a', '12.5']);
});

test('one id, several, and a list by commas name their ids', () => {
  expect([idsIn('1'), idsIn(' 1, 2,'), idsIn(['1', 2]), idsIn(''), idsIn(null), idsIn(undefined), idsIn([])]).toEqual([
    ['1'],
    ['1', '2'],
    ['1', '2'],
    [],
    [],
    [],
    [],
  ]);
});

test('amounts have two decimals and groups of three digits, and stay exact however large', () => {
  expect(['10486.8', 10486.8, '-1234.5', '0', '', '9007199254740993.01', '1.005'].map(moneyText)).toEqual([
    '10,486.80',
    '10,486.80',
    '-1,234.50',
    '0.00',
    '0.00',
    '9,007,199,254,740,993.01',
    '1.01',
  ]);
});
