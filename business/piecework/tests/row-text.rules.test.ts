import { expect, test } from 'vitest';
import { captionIn, textOf } from '../audit/row-text.rules.ts';

const row = {
  id: '1',
  technicianId: '7',
  qty: 0,
  isLead: false,
  note: null,
  _names: { technicianId: '蒋志强', note: '' },
};

test('空的显示空白，零和否照样显示 empty values are blank; zero and no are shown', () => {
  expect(['qty', 'isLead', 'note', 'missing'].map((field) => textOf(row, field))).toEqual(['0', 'false', '', '']);
  expect([textOf(null, 'qty'), textOf(undefined, 'qty')]).toEqual(['', '']);
});

test('引用显示名字，没有名字才显示编号 a reference is shown by its caption, or by its key without one', () => {
  expect([captionIn(row, 'technicianId'), captionIn(row, 'qty'), captionIn(row, 'note')]).toEqual(['蒋志强', '0', '']);
  expect([captionIn({ id: '1', technicianId: '7' }, 'technicianId'), captionIn(null, 'technicianId')]).toEqual([
    '7',
    '',
  ]);
});
