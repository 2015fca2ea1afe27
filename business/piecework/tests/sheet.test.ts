import Big from 'big.js';
import { expect, test } from 'vitest';
import { after, monthOf } from '../wages/months.rules.ts';
import { type WageSums, wageOf } from '../wages/sheet/sheet.rules.ts';
import { simulated } from '../wages/simulate/simulate.rules.ts';
import { mergedCells } from '../wages/totals/books.server.ts';

const terms = { own: true, minWage: '2740', deductCap: '0.20' };
const wage = (sums: WageSums, more = {}) => wageOf(sums, { ...terms, ...more });

test('everything earned is paid; deductions are taken', () => {
  expect(
    wage({
      base: '3500',
      piece: '4200.50',
      mileage: '100',
      bonus: '200',
      penalty: '-50',
      adjustUp: '10',
      adjustDown: '-5',
    }),
  ).toMatchObject({
    earned: '8005.50',
    penalty: '50.00',
    taken: '0.00',
    topUp: '0.00',
    total: '7955.50',
    columns: {
      baseAmount: '3500.00',
      pieceAmount: '4200.50',
      allowanceAmount: '100.00',
      bonusAmount: '210.00',
      penaltyAmount: '-55.00',
      carryAmount: '0.00',
    },
  });
});

test('damages take at most a fifth of the earned amount, and the rest is carried to the next month', () => {
  expect(wage({ base: '5000', toolComp: '-1500' })).toMatchObject({
    taken: '1000.00',
    rest: '500.00',
    total: '4000.00',
    columns: { penaltyAmount: '-1500.00', carryAmount: '500.00' },
  });
  expect(wage({ base: '5000', carryIn: '-500' })).toMatchObject({
    taken: '500.00',
    rest: '0.00',
    total: '4500.00',
    columns: { carryAmount: '-500.00' },
  });
});

test('damages leave the minimum wage, and an own employee is never paid below it', () => {
  expect(wage({ base: '3000', lossComp: '-600' })).toMatchObject({ taken: '260.00', rest: '340.00', total: '2740.00' });
  expect(wage({ base: '2000', lossComp: '-600' })).toMatchObject({
    taken: '0.00',
    rest: '600.00',
    topUp: '740.00',
    total: '2740.00',
  });
  expect(wage({ base: '2800', penalty: '-100' })).toMatchObject({ topUp: '40.00', total: '2740.00' });
  expect(wage({ base: '2000', lossComp: '-600' }, { own: false })).toMatchObject({
    taken: '400.00',
    topUp: '0.00',
    total: '1600.00',
  });
});

test('10,000 random months: the columns add up to the total, damages stay under their cap, the minimum holds', () => {
  let state = 7;
  const random = (most: number): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return ((state / 2_147_483_648) * most).toFixed(2);
  };
  for (let n = 0; n < 10_000; n++) {
    const sums: WageSums = {
      base: random(4000),
      piece: random(6000),
      mileage: random(300),
      heat: random(300),
      marketing: random(500),
      bonus: random(400),
      adjustUp: random(200),
      adjustDown: `-${random(200)}`,
      penalty: `-${random(900)}`,
      toolComp: `-${random(1500)}`,
      lossComp: `-${random(900)}`,
      carryIn: `-${random(500)}`,
    };
    const own = n % 5 !== 0;
    const one = wage(sums, { own });
    const columns = Object.values(one.columns).reduce((sum, text) => sum.plus(text), new Big(0));
    expect(columns.eq(one.total), JSON.stringify(sums)).toBe(true);
    expect(new Big(one.taken).lte(new Big(one.earned).times('0.2')) || new Big(one.taken).eq(0)).toBe(true);
    expect(new Big(one.taken).plus(one.rest).eq(one.damage)).toBe(true);
    expect(new Big(one.rest).gte(0)).toBe(true);
    if (own) expect(new Big(one.total).gte('2740'), JSON.stringify(sums)).toBe(true);
  }
});

test('periods are consecutive months; a period that begins within a month ends with it', () => {
  expect(monthOf('2028-02-10')).toEqual({ label: '2028-02', start: '2028-02-01', end: '2028-02-29' });
  expect(after('2026-12-31')).toEqual({ label: '2027-01', start: '2027-01-01', end: '2027-01-31' });
  expect(after('2026-11-20')).toEqual({ label: '2026-11', start: '2026-11-21', end: '2026-11-30' });
});

test('equal neighbours become one cell, single ones remain', () => {
  expect(mergedCells(['a', 'a', 'b', 'c', 'c', 'c'], 1)).toEqual(['B2:B3', 'B5:B7']);
  expect(mergedCells([], 0)).toEqual([]);
});

test('a simulation lists winners, losers and months below the minimum wage', () => {
  const line = (technicianId: string, amount: string, more = {}) => ({
    group: `g${technicianId}`,
    technicianId,
    technicianName: technicianId,
    period: '2026-10',
    processId: '7',
    finishDate: '2026-10-10',
    qty: '10',
    amount,
    shareRatio: '1',
    qualityCoef: '1',
    timeCoef: '1',
    pieceRatio: '1',
    receiptsType: 'repair',
    weibao: 'paid',
    premisesDistrict: null,
    technicianLevel: 't2',
    equipmentCategory: null,
    ...more,
  });
  const price = (receiptsType: string, unitPrice: string, id: string) => ({
    id,
    pieceworkProcessId: '7',
    unitPrice,
    difficultyCoef: '1',
    effectiveFrom: '1900-01-01',
    receiptsType,
  });
  const lines = [
    line('1', '100.00'),
    line('2', '100.00', { receiptsType: 'install' }),
    line('3', '100.00', { receiptsType: 'clean' }),
  ];
  const result = simulated(
    lines,
    [price('repair', '8', '1'), price('install', '12', '2')],
    [
      { technicianId: '1', period: '2026-10', earned: '2750.00', own: true },
      { technicianId: '3', period: '2026-10', earned: '100.00', own: true },
    ],
    '2740',
  );
  expect(result).toMatchObject({ before: '300.00', after: '300.00', delta: '0.00', winners: 1, losers: 1 });
  expect(result.people.map((one) => one.delta)).toEqual(['20.00', '0.00', '-20.00']);
  expect(result.belowMinimum).toEqual([
    { technicianId: '1', technicianName: '1', period: '2026-10', before: '2750.00', after: '2730.00', minWage: '2740' },
  ]);
});
