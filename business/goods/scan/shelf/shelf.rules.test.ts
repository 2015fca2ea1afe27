import { expect, test } from 'vitest';
import { commandCode, placeCode } from '../rules/codes.rules.ts';
import { NEW_STATE, type ScanState } from '../rules/counting.rules.ts';
import type { ShelfItem, ShelfSheet } from './shelf.calls.ts';
import {
  afterReading,
  areasOf,
  countedItems,
  differenceText,
  isRevealed,
  judgedStranger,
  requantifiedShelf,
  scanShelf,
  shelfRow,
  uncounted,
  undoneShelf,
  zeroed,
} from './shelf.rules.ts';

const item = (id: string, more: Partial<ShelfItem> = {}): ShelfItem => ({
  materialId: id,
  itemCode: `C${id}`,
  itemName: `物料${id}`,
  unit: '个',
  barcode: `690${id}`,
  packBarcode: '',
  packQty: '',
  isSerial: false,
  bin: `A-0${id}`,
  book: '3.000',
  ...more,
});

const sheet: ShelfSheet = {
  at: '2026-11-24 09:00:00',
  storeName: '总仓',
  items: [
    item('1'),
    item('2', { packBarcode: 'BOX2', packQty: '12.000', book: '30.000' }),
    item('3', { bin: 'B-01' }),
    item('4', { isSerial: true, book: '3.000' }),
  ],
  serials: [
    { materialId: '4', serialNo: 'S-1', bin: 'A-04' },
    { materialId: '4', serialNo: 'S-2', bin: 'A-04' },
    { materialId: '4', serialNo: 'S-3', bin: 'B-02' },
  ],
};

const by = { at: '10:00:00', area: 'A' };

/** Return the state after some scans, one after the other. */
const scanned = (codes: readonly string[], area = by.area): ScanState =>
  codes.reduce((state, code) => scanShelf(sheet, state, code, { ...by, area }).state, NEW_STATE);

const rowOf = (state: ScanState, id: string, area = by.area) =>
  shelfRow(
    sheet,
    state,
    sheet.items.find((one) => one.materialId === id)!,
    area,
  );

test('pieces, boxes and typed quantities are counted; Esc undoes the last scan', () => {
  const state = scanned(['c1', '6901', 'BOX2']);
  expect([rowOf(state, '1').countQty, rowOf(state, '2').countQty]).toEqual(['2.000', '12.000']);
  const typed = requantifiedShelf(sheet, state, '31', by).state;
  expect(rowOf(typed, '2')).toMatchObject({ countQty: '31.000', difference: 1000n });
  expect(countedItems(sheet, undoneShelf(typed).state).map((one) => one.materialId)).toEqual(['1']);
  expect(requantifiedShelf(sheet, state, 'x', by).verdict.tone).toBe('wrong');
  expect(scanShelf(sheet, state, commandCode('UNDO'), by).state.counts['2'].qty).toBe('0');
});

test('the balance of a material is hidden while it is counted, and shown after the next one', () => {
  const [first, second] = sheet.items;
  const state = scanned(['C1']);
  expect([isRevealed(state, first), isRevealed(state, second)]).toEqual([false, false]);
  const next = scanned(['C1', 'C2']);
  expect([isRevealed(next, first), isRevealed(next, second)]).toEqual([true, false]);
  expect(isRevealed(scanShelf(sheet, next, commandCode('NEXT'), by).state, second)).toBe(true);
  // A place says how many materials it has, and no quantity.
  expect(scanShelf(sheet, NEW_STATE, placeCode('A-01'), by).verdict.text[0]).toBe('账上 1 种，1 种没数');
  expect(differenceText(rowOf(next, '1').difference)).toBe('−2');
});

test('serial numbers are counted once; those of other areas stay as they are in the books', () => {
  const state = scanned(['s-1', 's-1']);
  expect(rowOf(state, '4')).toMatchObject({
    countQty: '2.000',
    serialNos: 'S-1,S-3',
    difference: -1000n,
    remark: 'A: +1',
  });
  expect(rowOf(state, '4', '')).toMatchObject({ countQty: '1.000', serialNos: 'S-1', remark: '' });
  expect(scanShelf(sheet, state, 'S-1', by).verdict.tone).toBe('wrong');
  expect(scanShelf(sheet, state, 'C4', by).verdict.head[0]).toContain('按序列号点');
  // One of another area is counted, and its place is named.
  expect(scanShelf(sheet, state, 'S-3', by)).toMatchObject({ verdict: { tone: 'short' } });
  expect(rowOf(scanned(['S-3']), '4').serialNos).toBe('S-3');
});

test('what was not scanned in the area becomes 0 by a press alone, and comes back by undo', () => {
  expect(areasOf(sheet)).toEqual(['A', 'B']);
  const state = scanned(['C1']);
  expect(uncounted(sheet, state, 'A').map((one) => one.materialId)).toEqual(['2', '4']);
  expect(countedItems(sheet, state).map((one) => one.materialId)).toEqual(['1']);
  const all = zeroed(sheet, state, by).state;
  expect(uncounted(sheet, all, 'A')).toEqual([]);
  expect([rowOf(all, '2').countQty, rowOf(all, '4').serialNos]).toEqual(['0.000', 'S-3']);
  expect(rowOf(scanShelf(sheet, all, 'C2', by).state, '2').countQty).toBe('1.000');
  expect(countedItems(sheet, undoneShelf(all).state).map((one) => one.materialId)).toEqual(['1']);
});

test('a code that the store does not have is looked up: a new material is counted, one that is elsewhere is not', () => {
  const looked = scanShelf(sheet, NEW_STATE, 'C9', by);
  expect(looked.then).toBe('lookUp');
  const strange = item('9', { book: '0.000', bin: '' });
  const thing = { item: strange, serialNo: '', holder: null };
  const found = judgedStranger(sheet, looked.state, { ...by, code: 'C9', thing });
  expect(shelfRow(found.sheet, found.state, strange, 'A')).toMatchObject({ countQty: '1.000', bookQty: '0.000' });
  const elsewhere = { item: item('4'), serialNo: 'S-9', holder: '蒋志强的车' };
  for (const one of [elsewhere, null, { ...thing, item: item('8', { isSerial: true }) }])
    expect(judgedStranger(sheet, NEW_STATE, { ...by, code: 'S-9', thing: one })).toMatchObject({
      verdict: { tone: 'wrong' },
      state: { counts: {} },
    });
});

test('a material that moved during the count is counted again, the others keep their counts', () => {
  const state = scanned(['C1', 'C2']);
  const now = { ...sheet, items: [item('1', { book: '2.000' }), ...sheet.items.slice(1)] };
  const read = afterReading(sheet, now, state);
  expect(read.moved.map((one) => one.materialId)).toEqual(['1']);
  expect(countedItems(now, read.state).map((one) => one.materialId)).toEqual(['2']);
  expect(afterReading(sheet, sheet, state)).toMatchObject({ moved: [], state: { counts: state.counts } });
});
