import { expect, test } from 'vitest';
import { goodsOf, owedPartOf, returnLineOf, ownReturnOf, stepOf, stockOf } from '../../testing/phone-goods.ts';
import { withGoodsSteps } from '../goods-steps.rules.ts';
import {
  type DraftLine,
  changedLine,
  pickedLines,
  linesOfKind,
  linesToCorrect,
  openChoices,
  openKinds,
  scanned,
  sentLines,
  visitWords,
  withReason,
  withSerial,
} from './return-draft.rules.ts';
import {
  RETURN_DROP_STEP,
  RETURN_EDIT_STEP,
  RETURN_STEP,
  RETURN_SUBMIT_STEP,
  returnOfPart,
  returnState,
} from './return-steps.rules.ts';

const used = { materialStatus: 'used' } as const;
const quantities = (lines: readonly DraftLine[]) => lines.map(({ key, qty, max }) => [key, Number(qty), Number(max)]);

test('owed old parts fill a return as far as the van has them, and name their visit', () => {
  const goods = goodsOf({
    oldParts: [owedPartOf('s1', 'pump', '2.000'), owedPartOf('s2', 'pump', '3.000'), owedPartOf('s3', 'gone', '1.000')],
    held: [stockOf('pump', '4.000', used), stockOf('pump', '9.000')],
  });
  const lines = linesOfKind(goods, 'old', null);
  expect(quantities(lines)).toEqual([
    ['s1', 2, 2],
    ['s2', 2, 2],
  ]);
  expect(lines[0].note[0]).toBe('11-15 赵敏');
  const partly = {
    ...goods,
    oldParts: [owedPartOf('s1', 'pump', '2.000', { underWay: '2.000' }), ...goods.oldParts.slice(1)],
  };
  expect(quantities(linesOfKind(partly, 'old', null))).toEqual([['s2', 3, 3]]);
  expect(visitWords(owedPartOf('s4', 'pump', '1.000', { customerName: null }))[0]).toBe('11-15 换下');
  expect(sentLines(lines)).toMatchObject([
    { completionSuppliesId: 's1', materialStatus: 'used', returnQty: '2.000', returnReason: 'old' },
    { completionSuppliesId: 's2', returnQty: '2.000' },
  ]);
});

test('surplus begins with nothing; a shipment with what was received and is there; leaving with everything', () => {
  const goods = goodsOf({
    held: [stockOf('valve', '5.000'), stockOf('seal', '8.000'), stockOf('seal', '1.000', used)],
    shipments: [
      { id: 'FL1', shipmentNo: 'FL1', since: null, lines: [{ materialId: 'valve', qty: '9.000' }] },
      { id: 'FL2', shipmentNo: 'FL2', since: null, lines: [{ materialId: 'none', qty: '1.000' }] },
    ],
  });
  expect(quantities(linesOfKind(goods, 'unused', null))).toEqual([
    ['valve good', 0, 5],
    ['seal good', 0, 8],
  ]);
  expect(quantities(linesOfKind(goods, 'shipment', 'FL1'))).toEqual([['valve good', 5, 5]]);
  expect(linesOfKind(goods, 'shipment', 'unknown')).toEqual([]);
  expect(quantities(linesOfKind(goods, 'leave', null)).map(([, qty]) => qty)).toEqual([5, 8, 1]);
  expect(openKinds(goods)).toEqual(['unused', 'shipment', 'leave']);
  expect(openKinds(goodsOf())).toEqual(['unused']);
});

test('a quantity stays between nothing and what is there; a good part that was bad on arrival is declared defective', () => {
  const start = linesOfKind(goodsOf({ held: [stockOf('hose', '2.500')] }), 'unused', null);
  const more = (lines: readonly DraftLine[], by: number) => changedLine(lines, lines[0], by);
  const full = more(more(more(start, 1), 1), 1);
  expect(full[0].qty).toBe('2.500');
  expect(more(full, -9)[0].qty).toBe('0.000');
  expect(pickedLines(more(full, -9))).toEqual([]);
  expect(sentLines(withReason(full, full[0], 'bad'))).toMatchObject([
    { materialStatus: 'defective', returnReason: 'bad' },
  ]);
  expect(sentLines(full)).toMatchObject([{ materialStatus: 'good', returnReason: 'surplus' }]);
});

test('a scanned serial number counts its piece once, and a line takes no more than can go back', () => {
  const goods = goodsOf({
    oldParts: [owedPartOf('s1', 'pump', '1.000'), owedPartOf('s2', 'pump', '1.000')],
    held: [stockOf('pump', '3.000', { ...used, isSerial: true, serialNos: 'P-1,P-2,P-3' }), stockOf('seal', '1.000')],
  });
  const start = linesOfKind(goods, 'old', null);
  expect(quantities(start).map(([, qty]) => qty)).toEqual([0, 0]);
  const first = scanned(start, ' p-2 ');
  expect([first.outcome, first.lines[0].serials]).toEqual(['counted', ['P-2']]);
  expect(scanned(first.lines, 'P-2').outcome).toBe('full');
  const second = scanned(first.lines, 'P-1');
  expect([second.outcome, second.lines[1].serials]).toEqual(['counted', ['P-1']]);
  expect(scanned(second.lines, 'P-3').outcome).toBe('full');
  expect(openChoices(second.lines, second.lines[0])).toEqual(['P-2', 'P-3']);
  expect(withSerial(second.lines, second.lines[0], 'P-3')[0].serials).toEqual(['P-2']);
  expect(withSerial(second.lines, second.lines[0], 'P-2')[0]).toMatchObject({ serials: [], qty: '0.000' });
  expect(scanned(start, '690pump')).toMatchObject({ outcome: 'serialNeeded', line: { key: 's1' } });
  expect(scanned(start, 'nonsense').outcome).toBe('unknown');
  expect(sentLines(second.lines)).toMatchObject([{ serialNos: 'P-2' }, { serialNos: 'P-1' }]);
});

test('a bar code counts one piece of the first line that has room', () => {
  const lines = linesOfKind(goodsOf({ held: [stockOf('valve', '2.000')] }), 'unused', null);
  const twice = scanned(scanned(lines, 'it-valve').lines, '690VALVE').lines;
  expect(quantities(twice)).toEqual([['valve good', 2, 2]]);
  expect(scanned(twice, '690valve').outcome).toBe('full');
});

test('a stored return is corrected with its own lines, and offers what else is in the van', () => {
  const goods = goodsOf({ held: [stockOf('valve', '3.000'), stockOf('seal', '2.000')] });
  const of = ownReturnOf('9', {
    lines: [
      returnLineOf('l1', 'valve', { returnQty: '2.000', returnReason: 'bad', materialStatus: 'defective' }),
      returnLineOf('l2', 'away', { returnQty: '4.000' }),
    ],
  });
  const lines = linesToCorrect(goods, of);
  expect(quantities(lines)).toEqual([
    ['valve good', 2, 3],
    ['l2', 4, 4],
    ['seal good', 0, 2],
  ]);
  expect(sentLines(lines)).toMatchObject([
    { id: 'l1', materialStatus: 'defective', returnReason: 'bad' },
    { id: 'l2', returnQty: '4.000' },
  ]);
});

test('a return that waits on the phone takes its pieces from the van, and its old part is not written twice', () => {
  const goods = goodsOf({
    oldParts: [owedPartOf('s1', 'pump', '2.000')],
    held: [stockOf('pump', '2.000', used), stockOf('boiler', '2.000', { isSerial: true, serialNos: 'B-1,B-2' })],
  });
  const boiler = withSerial(linesOfKind(goods, 'unused', null), linesOfKind(goods, 'unused', null)[0], 'B-1');
  const lines = [...linesOfKind(goods, 'old', null), ...boiler];
  const step = stepOf(RETURN_STEP, { matter: 'return/1', body: { returnType: 'old' }, facts: { lines } });
  const shown = withGoodsSteps(goods, [step], 100);
  expect(shown.returns).toMatchObject([
    { id: 'return/1', documentStatus: 'queued', lines: [{ returnQty: '2.000' }, {}] },
  ]);
  expect(shown.held).toMatchObject([{ materialId: 'boiler', qty: '1.000', serialNos: 'B-2' }]);
  expect(shown.oldParts).toMatchObject([{ underWay: '2.000' }]);
  expect(linesOfKind(shown, 'old', null)).toEqual([]);
  expect(returnOfPart(shown, 's1')?.id).toBe('return/1');
  expect(returnState(shown.returns[0])[0]).toBe('待发送');
  expect(withGoodsSteps(goods, [{ ...step, state: 'refused' }], 100)).toEqual(goods);
});

test('a draft that is deleted on the phone disappears at once', () => {
  const goods = goodsOf({ returns: [ownReturnOf('9'), ownReturnOf('10')] });
  const shown = withGoodsSteps(goods, [stepOf(RETURN_DROP_STEP, { body: { ids: '9' } })], 100);
  expect(shown.returns.map((one) => one.id)).toEqual(['10']);
});

test('a correction and a submission on the phone show at once', () => {
  const goods = goodsOf({
    returns: [ownReturnOf('9', { documentStatus: 'returned', lines: [returnLineOf('l1', 'valve')] })],
  });
  const lines = linesToCorrect(goodsOf({ held: [stockOf('valve', '3.000')] }), goods.returns[0]);
  const edit = stepOf(RETURN_EDIT_STEP, { body: { id: '9' }, facts: { lines: changedLine(lines, lines[0], 1) } });
  expect(withGoodsSteps(goods, [edit], 100).returns).toMatchObject([
    { documentStatus: 'queued', lines: [{ id: 'l1', returnQty: '2.000' }] },
  ]);
  const submission = stepOf(RETURN_SUBMIT_STEP, { body: { id: '9' } });
  expect(withGoodsSteps(goods, [submission], 100).returns[0].documentStatus).toBe('queued');
});
