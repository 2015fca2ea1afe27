import type { Label } from '#kernel/language/label.ts';
import type { JudgedRow } from './verdict.ts';

const leftOut: Label = ['不导入这一行', 'Left out'];

/** A row that its person leaves out: nothing of it is looked at, and no other row is its twin. */
export const leftOutRow = (row: number, cells: readonly string[]): JudgedRow => ({
  row,
  verdict: 'refused',
  content: {},
  cells,
  problems: [{ field: '', words: leftOut }],
  row_id: null,
  version: null,
  old: {},
  marks: [],
});
