import { expect, test } from 'vitest';
import type { Queued } from '#business/mobile/steps.rules.ts';
import { goodsOf, owedPartOf, ownReturnOf, returnLineOf, stepOf, stockOf } from '../../testing/phone-goods.ts';
import { correctedBy, isRefusedReturn, linesAgain, writtenBefore } from './return-again.rules.ts';
import { type DraftLine, changedLine, linesOfKind, linesToCorrect } from './return-draft.rules.ts';
import { RETURN_DROP_STEP, RETURN_EDIT_STEP, RETURN_STEP, RETURN_SUBMIT_STEP } from './return-steps.rules.ts';

const quantities = (lines: readonly DraftLine[]) => lines.map(({ key, qty, max }) => [key, Number(qty), Number(max)]);
const refusedStep = (name: string, body: Queued['body'], lines: readonly DraftLine[] = []): Queued =>
  stepOf(name, { state: 'refused', body, facts: { lines } });

test('a refused return opens with what was written, as far as it can still go back', () => {
  const before = goodsOf({ held: [stockOf('hose', '9.000'), stockOf('seal', '2.000'), stockOf('valve', '1.000')] });
  const [hose, seal] = linesOfKind(before, 'unused', null);
  const lines = [...changedLine([hose], hose, 5), ...changedLine([seal], seal, 2)];
  const step = refusedStep(RETURN_STEP, { returnType: 'unused', toWarehouseId: '8', remark: '拿多了' }, lines);
  const goods = goodsOf({ held: [stockOf('hose', '3.000'), stockOf('valve', '1.000')] });
  expect(isRefusedReturn(step)).toBe(true);
  expect(correctedBy(goods, step)).toBeNull();
  const wrote = writtenBefore(step, null);
  expect(wrote).toMatchObject({ kind: 'unused', toWarehouseId: '8', remark: '拿多了' });
  const again = linesAgain(goods, null, wrote);
  expect(quantities(again)).toEqual([
    ['hose good', 3, 3],
    ['seal good', 0, 0],
    ['valve good', 0, 1],
  ]);
  expect(again.map((line) => line.note[0])).toEqual(['原写 5', '原写 2', '']);
});

test('serial numbers that left the van are taken out of a refused return', () => {
  const held = (serialNos: string, qty: string) =>
    goodsOf({ held: [stockOf('boiler', qty, { isSerial: true, serialNos })] });
  const [line] = linesOfKind(held('B-1,B-2', '2.000'), 'unused', null);
  const written = { ...line, serials: ['B-1', 'B-2'], qty: '2.000' };
  const wrote = writtenBefore(refusedStep(RETURN_STEP, { returnType: 'unused' }, [written]), null);
  expect(linesAgain(held('B-2', '1.000'), null, wrote)).toMatchObject([
    { serials: ['B-2'], qty: '1.000', note: ['原写 2', '2 before'] },
  ]);
});

test('a refused return of old parts keeps their visits', () => {
  const goods = goodsOf({
    oldParts: [owedPartOf('s1', 'pump', '1.000', { maker: '威能' }), owedPartOf('s2', 'pump', '1.000')],
    held: [stockOf('pump', '2.000', { materialStatus: 'used' })],
  });
  const lines = linesOfKind(goods, 'old', null);
  const wrote = writtenBefore(refusedStep(RETURN_STEP, { returnType: 'old' }, lines.slice(0, 1)), null);
  expect(linesAgain(goods, null, wrote)).toMatchObject([
    { key: 's1', qty: '1.000', maker: '威能', note: ['11-15 赵敏', '15 Nov 赵敏'] },
    { key: 's2', qty: '0', maker: null },
  ]);
});

test('a refused correction is written again only while the stored return is open', () => {
  const of = ownReturnOf('9', { documentStatus: 'returned', lines: [returnLineOf('l1', 'valve')] });
  const goods = goodsOf({ held: [stockOf('valve', '3.000')], returns: [of] });
  const lines = linesToCorrect(goods, of);
  const step = refusedStep(RETURN_EDIT_STEP, { id: '9', version: 1 }, changedLine(lines, lines[0], 1));
  expect(correctedBy(goods, step)).toBe(of);
  expect(linesAgain(goods, of, writtenBefore(step, of))).toMatchObject([{ id: 'l1', qty: '2.000' }]);
  const submission = refusedStep(RETURN_SUBMIT_STEP, { id: '9' });
  expect(linesAgain(goods, of, writtenBefore(submission, of))).toMatchObject([{ id: 'l1', qty: '1.000' }]);
  const sent = goodsOf({ returns: [{ ...of, documentStatus: 'submitted' }] });
  expect(correctedBy(sent, step)).toBeUndefined();
  expect(correctedBy({ ...goods, mayReturn: false }, step)).toBeUndefined();
  const dropped = refusedStep(RETURN_DROP_STEP, { ids: '9' });
  expect([isRefusedReturn(dropped), correctedBy(goods, dropped)]).toEqual([false, undefined]);
});
