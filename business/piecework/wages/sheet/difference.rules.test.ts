import { expect, test } from 'vitest';
import { balanceWords, wageDifference, wageDifferenceWords } from './difference.rules.ts';

const money = (amount: string): string => amount;
const october = {
  baseAmount: '3200.00',
  pieceAmount: '6000.00',
  allowanceAmount: '500.00',
  penaltyAmount: '-60.00',
  totalAmount: '9640.00',
  pieceCount: 70,
};

test('the difference from the month before is explained, the largest part first', () => {
  const november = {
    ...october,
    pieceAmount: '6812.00',
    penaltyAmount: '-459.40',
    allowanceAmount: null,
    totalAmount: '9552.60',
    pieceCount: 76,
  };
  const difference = wageDifference(november, october);
  expect(difference.total).toBe('-87.40');
  expect(wageDifferenceWords(difference, ['10 月', 'October'], money)).toEqual([
    '比 10 月少 87.40：计件多 812.00（多 6 单），补贴少 500.00，扣款多 399.40',
    '87.40 less than October: piecework 812.00 more (6 more pieces), allowances 500.00 less, deductions 399.40 more',
  ]);
  expect(wageDifferenceWords(wageDifference(october, october), ['10 月', 'October'], money)[1]).toBe(
    'The same as October',
  );
});

test('parts that cancel out are named as well, at most three', () => {
  const other = {
    ...october,
    baseAmount: '3300.00',
    pieceAmount: '5900.00',
    marketingAmount: '10.00',
    bonusAmount: '20.00',
    totalAmount: '9670.00',
  };
  expect(wageDifferenceWords(wageDifference(other, october), ['10 月', 'October'], money)[0]).toBe(
    '比 10 月多 30.00：底薪多 100.00，计件少 100.00，奖励多 20.00，另有 1 项',
  );
});

test('the pieces of a month are compared with the pay of its sheet: waiting, earlier and changed ones', () => {
  const finished = { count: 9, amount: '900.00' };
  const none = { count: 0, amount: '0' };
  expect(balanceWords({ finished, waiting: none, earlier: none }, '900.00', money)).toBeNull();
  expect(
    balanceWords(
      { finished, waiting: { count: 2, amount: '200.00' }, earlier: { count: 1, amount: '80.00' } },
      '780.00',
      money,
    ),
  ).toEqual([
    '本期完工 9 单 900.00，工资单计 780.00：2 单还没审完或算进别的期间（200.00）；1 单是以前完工、本期才审完（80.00）',
    '9 pieces finished make 900.00, the slip pays 780.00: 2 not audited yet or paid with another month (200.00); 1 finished before and audited for this one (80.00)',
  ]);
  expect(balanceWords({ finished, waiting: none, earlier: none }, '890.00', money)?.[1]).toContain(
    '-10.00 changed since',
  );
});
