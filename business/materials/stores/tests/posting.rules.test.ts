import { expect, test } from 'vitest';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { type Balance, type Move, COST, QTY, Short, moveAll, quantityText } from '../posting.rules.ts';

const balance = (warehouseId: string, onHand: string, more: Partial<Balance> = {}): Balance => ({
  id: warehouseId,
  warehouseId,
  onHand: stepsOf(onHand, QTY),
  reserved: 0n,
  avgCost: stepsOf('10', COST),
  isReal: true,
  mayBeBelow: false,
  ...more,
});
const move = (qty: string, more: Partial<Move> = {}): Move => ({
  step: 's',
  lineId: null,
  materialId: 'valve',
  fromWarehouseId: 'main',
  toWarehouseId: 'van',
  qty,
  ...more,
});

interface Places {
  readonly main?: Balance;
  readonly van?: Balance;
  /** Quantity that is reserved for the line of the move. */ readonly own?: string;
  readonly standard?: string;
}

function post(
  moves: readonly Move[],
  { main = balance('main', '10'), van = balance('van', '0'), own, standard }: Places = {},
) {
  const left = { left: stepsOf(own, QTY) };
  const effects = moveAll(moves, {
    balance: ({ warehouseId }) => (warehouseId === 'main' ? main : van),
    reserved: () => left,
    standardCost: () => stepsOf(standard, COST),
  });
  const cost = (of: bigint | null): string | null => (of === null ? null : decimalOf(of, COST));
  return {
    main: [decimalOf(main.onHand, QTY), decimalOf(main.reserved, QTY), cost(main.avgCost)],
    van: [decimalOf(van.onHand, QTY), decimalOf(van.reserved, QTY), cost(van.avgCost)],
    costs: effects.map((one) => cost(one.unitCost)),
    reserved: effects.map((one) => decimalOf(one.fromReserved, QTY)),
    after: effects.map((one) => [decimalOf(one.fromBalance, QTY), decimalOf(one.toBalance, QTY)]),
  };
}
const shortOf = (moves: readonly Move[], places: Places): string | null => {
  try {
    post(moves, places);
    return null;
  } catch (error) {
    if (error instanceof Short) return error.available;
    throw error;
  }
};

test('一出一进，数量守恒，成本跟着走 an issue from one place arrives at the other at its cost', () => {
  expect(post([move('4'), move('0.5')])).toEqual({
    main: ['5.500', '0.000', '10.0000'],
    van: ['4.500', '0.000', '10.0000'],
    costs: ['10.0000', '10.0000'],
    reserved: ['0.000', '0.000'],
    after: [
      ['6.000', '4.000'],
      ['5.500', '4.500'],
    ],
  });
});

test('移动加权平均：原有的按原价，新来的按来价，四舍五入到万分之一 the average weighs the present stock and the arriving quantity', () => {
  const van = () => balance('van', '3', { avgCost: stepsOf('8', COST) });
  expect(post([move('1')], { van: van() }).van).toEqual(['4.000', '0.000', '8.5000']);
  expect(post([move('1', { unitCost: '0' })], { van: van() }).van[2]).toBe('6.0000');
  expect(post([move('3', { unitCost: '8.0001' })], { van: van() }).van[2]).toBe('8.0001');
  // With an empty or negative stock only the arriving cost counts.
  for (const onHand of ['0', '-5']) {
    const empty = balance('van', onHand, { avgCost: stepsOf('99', COST), mayBeBelow: true });
    expect(post([move('1')], { van: empty }).van[2]).toBe('10.0000');
  }
  expect(post([move('1')], { van: balance('van', '7', { avgCost: null }) }).van[2]).toBe('10.0000');
});

test('成本先听单据，再看出库地的均价，都没有才用档案价 a cost is that of the paper, else of the place, else of the item', () => {
  const costs = (avgCost: bigint | null, more: Partial<Balance>, unitCost?: string | null) =>
    post([move('1', { unitCost })], { main: balance('main', '10', { avgCost, ...more }), standard: '7.5' }).costs;
  expect(costs(stepsOf('10', COST), {}, '0')).toEqual(['0.0000']);
  expect(costs(stepsOf('10', COST), {}, null)).toEqual(['10.0000']);
  expect(costs(null, {})).toEqual(['7.5000']);
  // A virtual store of a supplier has no average cost, so the item's own cost counts.
  expect(costs(stepsOf('10', COST), { isReal: false })).toEqual(['7.5000']);
});

test('不够就整个不发，并说还剩多少；给别人留的不算 a place with too little stock refuses, and names the available quantity', () => {
  expect([shortOf([move('10')], {}), shortOf([move('10.001')], {})]).toEqual([null, '10.000']);
  expect(shortOf([move('6'), move('6')], {})).toBe('4.000');
  const reserved = () => ({ main: balance('main', '10', { reserved: stepsOf('8', QTY) }) });
  expect([shortOf([move('2')], reserved()), shortOf([move('3')], reserved())]).toEqual([null, '2.000']);
  // More is reserved than is in stock: nothing is available, and the refusal shows 0, not a negative quantity.
  expect(shortOf([move('1')], { main: balance('main', '1', { reserved: stepsOf('8', QTY) }) })).toBe('0.000');
});

test('给自己留的先用，用多少减多少，不够的才动没留的 a reservation for the own line is used first', () => {
  const main = () => balance('main', '10', { reserved: stepsOf('8', QTY) });
  expect(post([move('5')], { main: main(), own: '3' })).toMatchObject({
    main: ['5.000', '5.000', '10.0000'],
    reserved: ['3.000'],
  });
  expect(shortOf([move('6')], { main: main(), own: '3' })).toBe('5.000');
  expect(post([move('2'), move('2')], { main: main(), own: '3' }).reserved).toEqual(['2.000', '1.000']);
});

test('代表外界的库可以是负数，也没有均价；允许负库存的也一样 virtual stores may be negative', () => {
  const customer = balance('main', '0', { isReal: false, avgCost: null });
  expect(post([move('3')], { main: customer, standard: '7.5' }).main).toEqual(['-3.000', '0.000', null]);
  expect(post([move('3')], { van: balance('van', '0', { isReal: false, avgCost: null }) }).van).toEqual([
    '3.000',
    '0.000',
    null,
  ]);
  expect(shortOf([move('3')], { main: balance('main', '1', { mayBeBelow: true }) })).toBeNull();
});

test('数量只说有意义的位数 a quantity is written without trailing zeros', () => {
  expect(['12.500', '3.000', '100', '0.050', '0.000'].map(quantityText)).toEqual(['12.5', '3', '100', '0.05', '0']);
});
