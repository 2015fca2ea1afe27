import { expect, test } from 'vitest';
import { text } from '#kernel/fields/text/text.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { actionSubject, dismissLabel } from './action-subject.ts';

const order = { caption: 'partId', fields: { partId: text(['配件', 'Part']) } } as unknown as AnyPaper;
const row = { id: '1', partId: '4711', _names: { partId: 'Fan motor' } };

test('a question names its one row, and counts several; all that match are counted, not the visible ones', () => {
  expect(actionSubject(order, [row], 'en')).toBe('Fan motor');
  expect(actionSubject(order, [{ id: '2', partId: '4712' }], 'en')).toBe('4712');
  expect(actionSubject(order, [row, row], 'en')).toBe('2 rows');
  expect(actionSubject(order, [row, row], 'zh')).toBe('2 条');
  expect(actionSubject(order, [row], 'en', { matching: { filters: {}, count: 340 } })).toBe('340 rows');
});

test('the dismissal of a confirmation differs from its action', () => {
  expect(dismissLabel(['取消', 'Cancel'])).toEqual(['返回', 'Go back']);
  expect(dismissLabel(['冲销发票', 'Cancel the invoice'])).toEqual(['返回', 'Go back']);
  expect(dismissLabel(['通过', 'Approve'])).toEqual(['取消', 'Cancel']);
});
