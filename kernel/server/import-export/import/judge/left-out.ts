import type { Label } from '#kernel/language/label.ts';
import type { JudgedRow } from './verdict.ts';

const leftOut: Label = ['不导入这一行', 'Left out'];

/**
 * Return the verdict on a row that the person leaves out of the import: it is not checked, and is no duplicate of
 * others.
 */
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
