import { describe, expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.rules.ts';
import { spread } from './invoice/invoice-spread.rules.ts';
import { sumOfAmounts } from '#business/shared/money.rules.ts';

describe('an amount in words, as receipts have it', () => {
  test.each([
    ['0.00', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['1.00', '壹元整'],
    ['10.00', '壹拾元整'],
    ['15.08', '壹拾伍元零捌分'],
    ['105.30', '壹佰零伍元叁角整'],
    ['1005.00', '壹仟零伍元整'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['10000.00', '壹万元整'],
    ['10005.00', '壹万零伍元整'],
    ['15000.00', '壹万伍仟元整'],
    ['100500.00', '壹拾万零伍佰元整'],
    ['107000.53', '壹拾万柒仟元伍角叁分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['100000001.00', '壹亿零壹元整'],
    ['100000000.00', '壹亿元整'],
    ['1000010000.00', '壹拾亿零壹万元整'],
    ['-280.00', '负贰佰捌拾元整'],
  ])('%s is %s', (amount, words) => expect(amountInWords(amount)).toBe(words));
});

test('an invoice is spread over its rows in order, to the cent, and returns the rest', () => {
  const rows = [
    { id: 'a', open: '100.10' },
    { id: 'b', open: '0.01' },
    { id: 'c', open: '50.00' },
  ];
  const { parts, left } = spread('120.00', rows);
  expect([...parts]).toEqual([
    ['a', '100.10'],
    ['b', '0.01'],
    ['c', '19.89'],
  ]);
  expect(left).toBe('0.00');
  expect(sumOfAmounts([...parts.values()])).toBe('120.00');
  expect(spread('200.00', rows).left).toBe('49.89');
});

test('an invoice ignores rows below zero', () => {
  const rows = [
    { id: 'refund', open: '-20.00' },
    { id: 'visit', open: '60.00' },
  ];
  const { parts, left } = spread('60.00', rows);
  expect([...parts]).toEqual([
    ['refund', '0.00'],
    ['visit', '60.00'],
  ]);
  expect(left).toBe('0.00');
  expect(spread('80.00', rows).left).toBe('20.00');
});
