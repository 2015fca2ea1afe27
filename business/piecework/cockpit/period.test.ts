import { expect, test } from 'vitest';
import {
  changeOf,
  dueOf,
  movedBy,
  outliersOf,
  signed,
  spreadOf,
  periodSumsOf,
  triedOf,
  worryFirst,
} from './period.rules.ts';
import type { PeriodTotal } from '../wages/totals/totals.calls.ts';

const row = (technicianId: string, more: Partial<PeriodTotal> = {}): PeriodTotal => ({
  wagePeriod: '2026-11',
  technicianId,
  technicianName: technicianId,
  customerServiceTeam: 'east',
  wageSheetId: null,
  wageNo: '',
  wageStatus: '',
  baseAmount: '3000.00',
  pieceAmount: '1000.00',
  pieceCount: 10,
  allowanceAmount: '0',
  marketingAmount: '0',
  bonusAmount: '0',
  penaltyAmount: '0',
  carryAmount: '0',
  minWageTopUp: '0',
  totalAmount: '4000.00',
  lineCount: 11,
  sendTime: null,
  signTime: null,
  deptId: null,
  periodStatus: 'open',
  ...more,
});

test('the cockpit opens on the earliest period that is not closed', () => {
  const periods = ['2026-11 open', '2026-10 signing', '2026-09 closed'].map((one) => ({
    id: one.slice(0, 7),
    periodStatus: one.slice(8),
  }));
  expect(dueOf(periods)?.id).toBe('2026-10');
  expect(dueOf(periods.slice(2))?.id).toBe('2026-09');
  expect(dueOf([])).toBeUndefined();
});

test('sums are exact, and changes have one decimal', () => {
  expect(periodSumsOf([row('a', { pieceAmount: '0.10' }), row('b', { pieceAmount: '0.20' })])).toMatchObject({
    pieceAmount: '0.30',
    baseAmount: '6000.00',
    pieceCount: 20,
    lineCount: 22,
  });
  expect([
    changeOf('110', '100'),
    changeOf('95.55', '100'),
    changeOf('1', '0'),
    changeOf('1', undefined),
    changeOf('5', '5'),
  ]).toEqual(['+10.0%', '−4.5%', null, null, '0.0%']);
  expect([signed('12.5'), signed('-3')]).toEqual(['+12.50', '−3.00']);
});

test('unusual sheets: far from earlier months, capped, topped up or carried twice; earlier months are required', () => {
  const months = [[row('a'), row('b'), row('c', { carryAmount: '50.00' })], [row('a')]];
  const found = outliersOf(
    [
      row('a', { pieceAmount: '1500.00' }),
      row('b', { pieceAmount: '9000.00', minWageTopUp: '154.00' }),
      row('c', { carryAmount: '20.00' }),
    ],
    months,
  );
  expect(found.map((one) => [one.row.technicianId, one.kind, one.amount, one.percent])).toEqual([
    ['a', 'piece', '1500.00', '+50.0%'],
    ['b', 'minimum', '154.00', undefined],
    ['c', 'capped', '20.00', undefined],
    ['c', 'carried', '20.00', undefined],
  ]);
  expect(
    worryFirst(
      [row('x'), row('b'), row('s', { wageStatus: 'signing' }), row('d', { wageStatus: 'disputed' })],
      new Set(['b']),
    ).map((one) => one.technicianId),
  ).toEqual(['d', 's', 'b', 'x']);
});

test('a simulation names the extremes and summarizes the rest', () => {
  const people = ['900', '500', '40', '0', '-10', '-300'].map((delta, at) => ({
    technicianName: String(at),
    delta: `${delta}.00`,
  }));
  expect(spreadOf(people, 1)).toEqual({
    up: [people[0]],
    down: [people[5]],
    rest: { count: 4, sum: '530.00', within: '500.00' },
    most: '900.00',
  });
});

test('a simulation sends all prices of a changed process, drafts last', () => {
  const price = (id: string, pieceworkProcessId: string, publishStatus = 'published') => ({
    id,
    pieceworkProcessId,
    unitPrice: '10.0000',
    publishStatus,
  });
  const prices = [price('d', '1', 'draft'), price('1', '1'), price('2', '1'), price('3', '2')];
  expect(triedOf(prices, {}, true).map((one) => one.id)).toEqual(['1', '2', 'd']);
  expect(triedOf(prices, { 3: '12' }, false)).toEqual([{ ...prices[3], unitPrice: '12' }]);
  expect(triedOf(prices, { 3: '10' }, false)).toEqual([]);
  expect(movedBy('10.0000', '-5')).toBe('9.5');
});
