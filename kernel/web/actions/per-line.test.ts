import { expect, test } from 'vitest';
import { rowsOfLines } from '#kernel/fields/structured/structured.ts';
import { asksPerLine, inputsOfLine, lacksReason, problemBelow, rowsToSend } from './per-line.ts';

const field = rowsOfLines(
  ['检验', 'Inspection'],
  [
    { name: 'acceptQty', label: ['实收', 'Accepted'], type: 'number' },
    { name: 'serialNos', label: ['序列号', 'Serials'], type: 'text' },
    { name: 'why', label: ['原因', 'Reason'], type: 'text' },
  ],
  {
    of: 'lines',
    shows: [],
    starts: { acceptQty: 'returnQty', serialNos: 'serialNos', why: 'remark' },
    filled: ['serialNos'],
    reason: { part: 'why', below: 'acceptQty' },
  },
);
const rule = asksPerLine(field)!;
const counted = { id: '1', returnQty: '3.000' };
const serial = { id: '2', returnQty: '1.000', serialNos: 'A-1' };
const inputs = (line: typeof counted, typed = {}) => inputsOfLine(field, rule, line, typed);

test('inputs of a line begin with its values, and parts of filled lines are absent from others', () => {
  expect(inputs(counted).values).toEqual({ acceptQty: '3', why: '' });
  expect(inputs(serial).values).toEqual({ acceptQty: '1', serialNos: 'A-1', why: '' });
});

test('unchanged lines are not sent; a change sends all lines, without parts that stay empty', () => {
  expect(rowsToSend([inputs(counted), inputs(serial)])).toBe(null);
  expect(rowsToSend([inputs(counted, { acceptQty: ' 2 ', why: '少一件' }), inputs(serial, { serialNos: '' })])).toEqual(
    [
      { id: '1', acceptQty: '2', why: '少一件' },
      { id: '2', acceptQty: '1', serialNos: '' },
    ],
  );
});

test('a quantity below its beginning needs a reason', () => {
  expect(lacksReason(rule, inputs(counted))).toBe(false);
  expect(lacksReason(rule, inputs(counted, { acceptQty: '2' }))).toBe(true);
  expect(lacksReason(rule, inputs(counted, { acceptQty: '2', why: '坏' }))).toBe(false);
});

test('a problem of a line shows the whole message, and a problem at its input is not repeated', () => {
  const refusal = { message: '球阀实收少于退料', fields: [{ field: 'lines', msg: '请填写差异原因' }] };
  expect(problemBelow(refusal, ['note'], true)).toEqual(['球阀实收少于退料']);
  expect(problemBelow(refusal, ['note'], false)).toEqual(['请填写差异原因']);
  expect(problemBelow(refusal, ['lines'], false)).toEqual([]);
  expect(problemBelow({ message: '忙', fields: [] }, [], false)).toEqual(['忙']);
});
