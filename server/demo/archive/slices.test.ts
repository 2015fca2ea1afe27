import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedRows } from './cut.ts';
import { archiveEnd } from './shift.rules.ts';
import { readSlice, writeSlice } from './slice-file.ts';
import { type SlicedRow, sliceAt, slicesOf } from './slices.rules.ts';

const MONDAY = '2026-11-23';
const DAY_MS = 86_400_000;
const ago = (days: number): number => archiveEnd(MONDAY) - days * DAY_MS;
const row = (id: string, days: number | undefined, more: Partial<SlicedRow> = {}): SlicedRow => ({
  id,
  at: days === undefined ? undefined : ago(days),
  names: [],
  isLog: false,
  ...more,
});
const slices = (rows: readonly SlicedRow[], early: string[][] = []): number[] =>
  slicesOf(rows, early, { monday: MONDAY, slices: 12 });

test('the last two weeks are slice 1, each week before them one, and what is older comes first', () => {
  const of = (days: number, isLog = false): number => sliceAt(ago(days), { monday: MONDAY, slices: 12, isLog });
  expect([of(0.1), of(13.9), of(14), of(20.9), of(21), of(90.9), of(91)]).toEqual([1, 1, 2, 2, 3, 12, 0]);
  expect([of(91, true), sliceAt(undefined, { monday: MONDAY, slices: 12, isLog: false })]).toEqual([12, 0]);
});

test('logs come behind the door, and pull what they name no nearer than that', () => {
  const log = row('9', 1, { isLog: true, names: ['1'] });
  expect(slices([row('1', 30), log, row('2', 1)])).toEqual([2, 2, 1]);
});

test('a row comes with the newest of those that name it, through any number of them', () => {
  expect(slices([row('1', 80), row('2', 50, { names: ['1'] }), row('3', 3, { names: ['2'] }), row('4', 60)])).toEqual([
    1, 1, 1, 8,
  ]);
});

test('a part comes with the row that shows it', () => {
  const parts = [row('2', 80, { names: ['1'], parent: '1' }), row('3', 80, { names: ['1'], parent: '1' })];
  expect(slices([row('1', 80), ...parts, row('4', 1, { names: ['1'] })])).toEqual([1, 1, 1, 1]);
});

test('what a day slice names is there when the door opens', () => {
  expect(slices([row('1', 80), row('2', 70)], [['1']])).toEqual([1, 10]);
});

test('a day brings rows that are new or changed, and names those that are gone', () => {
  const of = (...rows: string[]) => [
    { table: 't', columns: ['id', 'no'], rows: new Map(rows.map((one) => [one.split('\t')[0], one])) },
  ];
  expect(changedRows(of('1\ta', '2\tb', '4\td'), of('1\ta', '2\tc', '3\td'))).toEqual([
    { table: 't', columns: ['id', 'no'], rows: ['2\tc', '3\td'], gone: ['4'] },
  ]);
});

test('a slice reads as it was written, and empty sections leave nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anju-slice-'));
  try {
    const sections = [
      { table: 'one', columns: ['id', 'text'], rows: ['1\t\\N', '2\t\\\\#{"no": "head"}', '3\t'] },
      { table: 'two', columns: ['id'], rows: ['4'] },
      { table: 'three', columns: ['id'], gone: ['5'], rows: [] },
    ];
    await writeSlice(join(folder, 'a.zst'), [...sections, { table: 'none', columns: ['id'], rows: [] }]);
    expect(await readSlice(join(folder, 'a.zst'))).toEqual(sections);
    await writeSlice(join(folder, 'b.zst'), []);
    expect(await readSlice(join(folder, 'b.zst'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
