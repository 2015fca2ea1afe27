import { expect, test } from 'vitest';
import { type SupplyLineState, differenceOf, isCounted } from './supply-difference.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';

const loose = (qty: string, postedQty: string) =>
  differenceOf({ isSerial: false, qty, postedQty, serials: null, postedSerials: null });
const pieces = (serials: string | null, postedSerials: string | null, more: Partial<SupplyLineState> = {}) =>
  differenceOf({ isSerial: true, qty: '0', postedQty: '0', serials, postedSerials, ...more });

test('序列号怎么分隔都认，重复的只算一个 serial numbers are read with any separator, without duplicates', () => {
  expect(serialsIn(' A1,B2，C3、D4;E5；A1\nF6  ')).toEqual(['A1', 'B2', 'C3', 'D4', 'E5', 'F6']);
  expect([serialsIn(''), serialsIn(null), serialsIn(undefined), serialsIn(' , ')]).toEqual([[], [], [], []]);
});

test('几件就要有几个序列号 every piece needs its number', () => {
  expect([isCounted('2', ['A', 'B']), isCounted('2.000', ['A', 'B']), isCounted('2.5', ['A', 'B'])]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isCounted('0', []), isCounted('1', [])]).toEqual([true, false]);
});

test('用料改多补出、改少退回、不变不动 a higher quantity issues, a lower one returns, an equal one moves nothing', () => {
  expect(loose('3', '0')).toEqual([{ qty: '3.000', serialNo: null, back: false }]);
  expect(loose('0.3', '0.1')).toEqual([{ qty: '0.200', serialNo: null, back: false }]);
  expect(loose('1', '2.5')).toEqual([{ qty: '1.500', serialNo: null, back: true }]);
  expect(loose('2', '2.000')).toEqual([]);
});

test('换了序列号：旧的退回，新的发出，没变的不动 an exchanged number returns before the new one is issued', () => {
  expect(pieces('B2 C3', 'A1,B2')).toEqual([
    { qty: '1.000', serialNo: 'A1', back: true },
    { qty: '1.000', serialNo: 'C3', back: false },
  ]);
  expect(pieces(null, 'A1')).toEqual([{ qty: '1.000', serialNo: 'A1', back: true }]);
  // For materials with serial numbers only the numbers count, not the quantity.
  expect(pieces('A1', 'A1', { qty: '5', postedQty: '1' })).toEqual([]);
});
