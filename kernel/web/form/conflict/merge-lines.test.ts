import { expect, test } from 'vitest';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { doubledIn } from '../unique/keys-of.ts';
import { REMOVED, chosenLines, mergeLines } from './merge-lines.ts';

const item = paper('item', {
  title: ['明细', 'Line'],
  table: 'item',
  path: 'blade-x/item',
  rights: { read: [] },
  caption: 'what',
  fields: {
    orderId: ref('order', ['单', 'Order'], { required: true }),
    what: text(['名称', 'What'], { max: 20 }),
    qty: quantity(['数量', 'Quantity']),
  },
});
const line = (id: string, what: string, qty: string, version = 1): Record<string, unknown> => ({
  id,
  version,
  orderId: '1',
  what,
  qty,
});
const merged = (original: object[], theirs: object[], mine: object[]): ReturnType<typeof mergeLines> =>
  mergeLines(item, 'orderId', { original: original as never, theirs: theirs as never, mine: mine as never });
const summaryOf = (rows: readonly (object | null)[]): unknown[] =>
  rows.map(
    (row) => row && [(row as { id?: string }).id ?? '', (row as { what: string }).what, (row as { qty: string }).qty],
  );

test('changes of only one side are merged: values, new lines, removed lines', () => {
  const original = [line('1', 'pump', '1'), line('2', 'pipe', '2'), line('3', 'valve', '3'), line('5', 'seal', '5')];
  const theirs = [line('1', 'pump', '9', 2), line('2', 'pipe', '2'), line('4', 'theirs', '4'), line('5', 'seal', '5')];
  const mine = [
    line('1', 'big pump', '1'),
    line('3', 'valve', '3'),
    line('5', 'seal', '5'),
    { what: 'mine', qty: '7' },
  ];
  const { rows, clashes, changed } = merged(original, theirs, mine);
  expect(clashes).toEqual([]);
  expect(summaryOf(rows)).toEqual([
    ['1', 'big pump', '9'],
    ['4', 'theirs', '4'],
    ['5', 'seal', '5'],
    ['', 'mine', '7'],
  ]);
  expect(rows[0]).toMatchObject({ version: 2 });
  expect(changed).toEqual({ mine: 3, theirs: 3 });
});

test('a value changed by both is a conflict, and has the other side’s value until one is chosen', () => {
  const all = merged([line('1', 'pump', '1')], [line('1', 'pump', '2', 2)], [line('1', 'pump', '3')]);
  expect(all.clashes.map((one) => [one.label[1], one.original, one.theirs, one.mine])).toEqual([
    ['Line “pump”: Quantity', '1', '2', '3'],
  ]);
  expect(summaryOf(chosenLines(all, new Map()))).toEqual([['1', 'pump', '2']]);
  expect(summaryOf(chosenLines(all, new Map([[all.clashes[0].key, '3']])))).toEqual([['1', 'pump', '3']]);
});

test('a line changed by one side and removed by the other is a conflict, either way', () => {
  const iRemoved = merged([line('1', 'pump', '1')], [line('1', 'pump', '2', 2)], []);
  expect(iRemoved.clashes).toHaveLength(1);
  expect(summaryOf(chosenLines(iRemoved, new Map()))).toEqual([['1', 'pump', '2']]);
  expect(chosenLines(iRemoved, new Map([[iRemoved.clashes[0].key, REMOVED]]))).toEqual([]);
  const theyRemoved = merged([line('1', 'pump', '1')], [], [line('1', 'pump', '3')]);
  expect(chosenLines(theyRemoved, new Map())).toEqual([]);
  expect(chosenLines(theyRemoved, new Map([[theyRemoved.clashes[0].key, theyRemoved.clashes[0].mine]]))).toMatchObject([
    { id: undefined, version: undefined, what: 'pump', qty: '3' },
  ]);
});

test('a duplicate line is reported while it is typed', () => {
  const part = paper('part', {
    title: ['配件', 'Part'],
    table: 'part',
    path: 'blade-x/part',
    rights: { read: [] },
    caption: 'what',
    uniques: [['orderId', 'what', 'qty']],
    fields: {
      orderId: ref('order', ['单', 'Order'], { required: true, auto: true }),
      what: text(['名称', 'What'], { max: 20 }),
      qty: quantity(['数量', 'Quantity']),
      code: text(['编码', 'Code'], { unique: true }),
    },
  });
  const rows = [
    { what: 'pump', qty: '1', code: 'A' },
    { what: 'pump', qty: '2', code: '' },
    { what: 'pump', qty: '1', code: 'B' },
    { what: '', qty: '1', code: 'A' },
  ];
  expect(doubledIn(part, 'orderId', rows)).toEqual([
    {},
    {},
    { qty: ['与第1行的数量相同', 'The same as in line 1'] },
    { code: ['与第1行的编码相同', 'The same as in line 1'] },
  ]);
});
