import { expect, test } from 'vitest';
import type { Queued } from '#business/mobile/steps.rules.ts';
import { goodsOf, stepOf } from '../testing/phone-goods.ts';
import {
  DRAFT_STEP,
  RECEIVE_STEP,
  REQUEST_STEP,
  SUBMIT_STEP,
  withLaterParts,
  linesForOrder,
  linesForVan,
  withGoodsSteps,
} from './goods-steps.rules.ts';
import type { ComingGoods, ComingLine, OrderParts, OwnGoods } from './own-goods.calls.ts';
import { inFull, changedBy, countCode, firstCounts, countedPieces, receiptOf, missingQty } from './receiving.rules.ts';

const line = (id: string, more: Partial<ComingLine> = {}): ComingLine => ({
  id,
  materialId: `m${id}`,
  itemCode: `IT-${id}`,
  itemName: `件${id}`,
  barcode: `690${id}`,
  unit: 'pcs',
  shipQty: '3.000',
  receivedQty: '0.000',
  serialNos: [],
  receivedSerials: [],
  ...more,
});

const coming = (id: string, lines: readonly ComingLine[]): ComingGoods => ({
  id,
  shipmentNo: `FL-${id}`,
  applyNos: null,
  state: 'transmitted',
  shipWay: 'courier',
  carrier: '顺丰',
  trackingNo: `SF${id}`,
  since: null,
  lines,
});

const part = (materialId: string, more: Partial<OrderParts['parts'][number]> = {}): OrderParts['parts'][number] => ({
  materialId,
  itemCode: materialId,
  itemName: materialId,
  qty: '3.000',
  held: '0.000',
  coming: '0.000',
  approved: '0.000',
  requested: '0.000',
  short: '3.000',
  ...more,
});

const order = (parts: OrderParts['parts']): OrderParts => ({
  registrationFormId: '7',
  dispId: '8',
  customerName: '纪宁',
  planStart: '2026-11-24 15:40:00',
  parts,
  storeId: '1',
  storeName: '总仓',
  vanOf: null,
});

test('a code counts one piece of the first line that misses some, and says when it is full or unknown', () => {
  const some = [coming('1', [line('a', { shipQty: '1.000' }), line('b', { barcode: '690a' })])];
  let { counts, outcome, line: hit } = countCode(some, firstCounts(some), ' 690A ');
  expect([outcome, hit?.id, counts.a.qty]).toEqual(['counted', 'a', '1.000']);
  for (const wanted of ['1.000', '2.000', '3.000']) {
    ({ counts, outcome, line: hit } = countCode(some, counts, '690a'));
    expect([outcome, hit?.id, counts.b.qty]).toEqual(['counted', 'b', wanted]);
  }
  expect(countCode(some, counts, '690a')).toMatchObject({ outcome: 'full', counts });
  expect(countCode(some, counts, 'xyz')).toMatchObject({ outcome: 'unknown', line: null, counts });
  expect(countCode(some, firstCounts(some), 'sf1').outcome).toBe('all');
  expect(receiptOf(some[0], countCode(some, firstCounts(some), 'FL-1').counts)).toEqual([
    { id: 'a', receivedQty: '1.000' },
    { id: 'b', receivedQty: '3.000' },
  ]);
});

test('a serial number counts that piece once; the bar code of its material counts none', () => {
  const some = [coming('1', [line('a', { shipQty: '2.000', serialNos: ['S1', 'S2'] })])];
  expect(countCode(some, firstCounts(some), '690a')).toMatchObject({ outcome: 'unknown', line: { id: 'a' } });
  const { counts } = countCode(some, firstCounts(some), 's2');
  expect(counts.a).toEqual({ qty: '1.000', serials: ['S2'] });
  expect(countCode(some, counts, 'S2').outcome).toBe('full');
  expect(receiptOf(some[0], counts)).toEqual([{ id: 'a', receivedQty: '1.000', serialNos: 'S2' }]);
});

test('a receipt holds totals: it never goes below what arrived before, nor above what was shipped', () => {
  const [one] = [line('a', { receivedQty: '1.000' })];
  const some = [coming('1', [one])];
  const start = firstCounts(some);
  expect(receiptOf(some[0], start)).toBeNull();
  expect(changedBy(start, one, -1).a.qty).toBe('1.000');
  expect(changedBy(start, one, 9).a.qty).toBe('3.000');
  expect(missingQty(start, one)).toBe(2000n);
  expect(countedPieces(some, inFull(start, [one]))).toEqual({ arrived: 3, all: 3 });
});

test('a request fills in the missing parts of an order without the requested ones, or the usual stock of the van', () => {
  const of = order([
    part('valve', { qty: '3.000', held: '1.000', short: '2.000' }),
    part('pump', { short: '1.000', requested: '1.000' }),
    part('seal', { held: '14.000', short: '0.000' }),
  ]);
  expect(linesForOrder(of).map(({ materialId, qty }) => [materialId, qty])).toEqual([['valve', 2]]);
  const usual = [
    { materialId: 'a', itemCode: 'a', itemName: 'a', usual: '4.000', onHand: '1.000', missing: '3.000' },
    { materialId: 'b', itemCode: 'b', itemName: 'b', usual: '1.000', onHand: '2.000', missing: '0.000' },
  ];
  expect(linesForVan(goodsOf({ usual })).map(({ materialId, qty }) => [materialId, qty])).toEqual([['a', 3]]);
});

test('queued steps show at once: a receipt, a request, a draft and its submission; refused ones do not', () => {
  const stored = goodsOf({ coming: [coming('1', [line('a')])], orders: [order([part('valve')])] });
  const lines = [{ materialId: 'valve', itemName: '阀', qty: 3, note: ['', ''] }];
  const receipt = stepOf(RECEIVE_STEP, { body: { id: '1', lines: [{ id: 'a', receivedQty: '2.000' }] } });
  const request = stepOf(REQUEST_STEP, { body: { applyType: 'job' }, facts: { lines, registrationFormId: '7' } });
  const shown = withGoodsSteps(stored, [receipt, request], 100);
  expect(shown.coming[0].lines[0].receivedQty).toBe('2.000');
  expect(linesForOrder(shown.orders[0])).toEqual([]);
  expect(shown.requests).toMatchObject([{ documentStatus: 'queued', lines: [{ applyQty: '3' }] }]);
  const draft = { ...shown.requests[0], id: '9', documentStatus: 'draft' };
  const submitted = withGoodsSteps(goodsOf({ requests: [draft] }), [stepOf(SUBMIT_STEP, { body: { id: '9' } })], 100);
  expect(submitted.requests[0].documentStatus).toBe('submitted');
  expect(withGoodsSteps(stored, [stepOf(DRAFT_STEP, { facts: { lines } })], 100).requests).toHaveLength(1);
  const refused = { ...receipt, state: 'refused' } as const;
  const known = { ...receipt, state: 'sent', sentMs: 99 } as const;
  const late = { ...receipt, state: 'sent', sentMs: 101 } as const;
  const arrived = (one: Queued): string => withGoodsSteps(stored, [one], 100).coming[0].lines[0].receivedQty;
  expect([refused, known, late].map(arrived)).toEqual(['0.000', '0.000', '2.000']);
});

test('goods that an earlier build stored on the phone are shown without the parts that they lack', () => {
  const { tools: _tools, returns: _returns, held: _held, ...earlier } = goodsOf({ mayRequest: true });
  expect(withLaterParts(earlier as OwnGoods)).toMatchObject({ tools: [], returns: [], held: [], mayRequest: true });
});
