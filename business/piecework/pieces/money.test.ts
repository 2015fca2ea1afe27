import Big from 'big.js';
import { expect, test } from 'vitest';
import { type Standard, pricedLinesOf } from './making/price-lines.rules.ts';
import { baseOf, cents, tiersAreSound } from '../standards/price.rules.ts';
import { matchStandard } from '../standards/match.rules.ts';
import { processFor } from '../standards/auto-rule.rules.ts';
import { amountsOf, equalShares, isWhole } from './shares.rules.ts';
import { timeFactor, timeFactors } from './time-factor.rules.ts';

/** Return the same random numbers at every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const member = (shareRatio: string, more = {}) => ({
  shareRatio,
  qualityCoef: '1',
  timeCoef: '1',
  pieceRatio: '1',
  ...more,
});
const paid = (base: string, ...parts: ReturnType<typeof member>[]): string[] =>
  amountsOf(new Big(base), parts).map((one) => one.toFixed(2));
const plain = { unitPrice: '10', difficultyCoef: '1' };

test('tiers are slabs: each part of the quantity has the price of its tier, below the first the unit price', () => {
  const tiers = {
    ...plain,
    tierRule: [
      { from: '50', price: '6' },
      { from: 20, price: 8 },
    ],
  };
  expect(baseOf('10', tiers).toFixed()).toBe('100');
  expect(baseOf('20', tiers).toFixed()).toBe('200');
  expect(baseOf('25', tiers).toFixed()).toBe('240');
  expect(baseOf('60.5', tiers).toFixed()).toBe('503');
  expect(baseOf('1.5', { ...plain, difficultyCoef: '1.25' }).toFixed()).toBe('18.75');
});

test('at least the minimum is billed, tiers included', () => {
  expect(baseOf('3', { ...plain, minQty: '5' }).toFixed()).toBe('50');
  expect(baseOf('7', { ...plain, minQty: '5' }).toFixed()).toBe('70');
  expect(baseOf('1', { ...plain, minQty: '30', tierRule: [{ from: 20, price: 8 }] }).toFixed()).toBe('280');
});

test('tiers of one beginning, below 0 or with a price below 0 are refused', () => {
  expect(
    tiersAreSound([
      { from: 1, price: 2 },
      { from: 5, price: 1 },
    ]),
  ).toBe(true);
  expect(
    [
      [
        { from: 5, price: 1 },
        { from: '5.0', price: 2 },
      ],
      [{ from: -1, price: 1 }],
      [{ from: 1, price: -1 }],
    ].map((tiers) => tiersAreSound(tiers)),
  ).toEqual([false, false, false]);
});

test('half a cent is rounded away from zero, on either side of it', () => {
  expect(['0.125', '0.135', '-0.125', '2.675', '1.005'].map((text) => cents(new Big(text)).toFixed(2))).toEqual([
    '0.13',
    '0.14',
    '-0.13',
    '2.68',
    '1.01',
  ]);
});

test('the lead receives what rounding leaves: the parts add up to the whole', () => {
  expect(paid('100', member('0.3333'), member('0.3333'), member('0.3334'))).toEqual(['33.33', '33.33', '33.34']);
  expect(paid('0.05', member('0.5'), member('0.5'))).toEqual(['0.03', '0.02']);
});

test('with other factors each member is paid their part, and no remainder is distributed', () => {
  expect(paid('100', member('0.5', { timeCoef: '2' }), member('0.5', { pieceRatio: '0.9' }))).toEqual([
    '100.00',
    '45.00',
  ]);
  expect(paid('100', member('0.5'), member('0.5', { qualityCoef: '0' }))).toEqual(['50.00', '0.00']);
});

test('10,000 random crews: the parts of a process add up to its rounded base', () => {
  const random = chances(20_261_120);
  for (let n = 0; n < 10_000; n++) {
    const crew = 1 + Math.floor(random() * 6);
    const shares = random() < 0.5 ? equalShares(crew) : splitBy(random, crew);
    expect(isWhole(shares.map((shareRatio) => ({ shareRatio })))).toBe(true);
    const price = {
      unitPrice: (random() * 500).toFixed(4),
      difficultyCoef: (0.5 + random()).toFixed(4),
      minQty: random() < 0.2 ? (random() * 5).toFixed(3) : null,
      tierRule:
        random() < 0.3
          ? [
              { from: '5', price: (random() * 300).toFixed(4) },
              { from: '12.5', price: (random() * 200).toFixed(4) },
            ]
          : null,
    };
    const base = baseOf((random() * 40 + 0.001).toFixed(3), price);
    const parts = amountsOf(
      base,
      shares.map((share) => member(share)),
    );
    expect(
      parts.reduce((sum, one) => sum.plus(one), new Big(0)).eq(cents(base)),
      `${base.toFixed()} by ${shares.join(' ')}`,
    ).toBe(true);
  }
});

function splitBy(random: () => number, count: number): string[] {
  let left = new Big(1);
  return Array.from({ length: count }, (_, at) => {
    const share = at === count - 1 ? left : left.times(random().toFixed(3)).round(4, Big.roundDown);
    left = left.minus(share);
    return share.toFixed(4);
  });
}

test('a rest day counts double, a holiday threefold, by the calendar before the own work days; a made-up day is a working day', () => {
  const factors = timeFactors('1,1.5,2,3');
  const on = (day: string, kind: 'work' | 'rest' | 'statutory' | null = null, days = '1,2,3,4,5,6') =>
    timeFactor(day, kind, days, factors);
  expect([on('2026-11-23'), on('2026-11-22'), on('2026-11-21'), on('2026-11-21', null, '1,2,3,4,5')]).toEqual([
    '1',
    '2',
    '1',
    '2',
  ]);
  expect([on('2026-10-01', 'statutory'), on('2026-10-06', 'rest'), on('2026-11-22', 'work')]).toEqual(['3', '2', '1']);
  expect(timeFactors('1,abc')).toEqual({ normal: '1', extended: '1.5', rest: '2', statutory: '3' });
});

const standard = (id: string, more: Partial<Standard> = {}): Standard => ({
  id,
  pieceworkProcessId: '7',
  unitPrice: '10',
  difficultyCoef: '1',
  effectiveFrom: '2026-01-01',
  ...more,
});

test('the standard with most criteria wins, then the weightier, the later, the newer; criteria must be met', () => {
  const job = {
    weibao: 'paid',
    receiptsType: 'repair',
    equipmentCategory: 'boiler',
    premisesDistrict: '310115',
    technicianLevel: 't3',
  };
  const best = (...all: Standard[]) => matchStandard(all, '7', job, '2026-11-20')?.id;
  expect(best(standard('1'), standard('2', { technicianLevel: 't3' }))).toBe('2');
  expect(
    best(standard('1', { weibao: 'paid' }), standard('2', { technicianLevel: 't3', premisesDistrict: '310115' })),
  ).toBe('2');
  expect(best(standard('1', { weibao: 'paid' }), standard('2', { receiptsType: 'repair' }))).toBe('1');
  expect(best(standard('1', { equipmentCategory: 'boiler' }), standard('2', { premisesDistrict: '310115' }))).toBe('1');
  expect(best(standard('1'), standard('2', { effectiveFrom: '2026-06-01' }))).toBe('2');
  expect(best(standard('9'), standard('10'))).toBe('10');
  expect(best(standard('1', { weibao: 'warranty' }))).toBeUndefined();
  expect(
    best(standard('1', { effectiveTo: '2026-11-19' }), standard('2', { effectiveFrom: '2026-11-21' })),
  ).toBeUndefined();
  expect(best(standard('1', { pieceworkProcessId: '8' }))).toBeUndefined();
});

test('a process is found by its rule only where exactly one leaf fits', () => {
  const clean = { id: '1', autoRule: [{ receiptsType: 'maintain', equipmentCategory: 'indoorUnit' }] };
  const any = { id: '2', autoRule: [{ serviceMeasure: 'replacePart' }, { receiptsType: 'install' }] };
  const job = { receiptsType: 'maintain', equipmentCategory: 'indoorUnit', serviceMeasure: 'clean' };
  expect(processFor([clean, any, { id: '3' }], job)?.id).toBe('1');
  expect(processFor([clean, any], { ...job, serviceMeasure: 'replacePart' })).toBeUndefined();
  expect(processFor([{ id: '4', autoRule: [{}] }], job)).toBeUndefined();
});

test('a line without a standard is written and pays nothing yet', () => {
  const [line] = pricedLinesOf(
    { processId: '7', qty: '2', completionEquipmentId: null, equipmentCategory: null },
    undefined,
    [{ ...member('1'), technicianId: '5', technicianName: '王强' }],
  );
  expect(line).toMatchObject({ standardId: null, unitPrice: null, amount: '0.00', qty: '2' });
});
