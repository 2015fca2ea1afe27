import type { Label } from '#kernel/language/label.ts';
import type { JudgedRow } from './verdict.ts';

const leftOut: Label = ['不导入这一行', 'Left out'];
const sum: Label = ['像是合计行，没有导入', 'This seems to be a total: left out'];

const SUM = /^(?:合计|总计|小计|共计|累计|汇总|本页合计|(?:grand|sub)?total|sum)[:：]?$/i;

/** Is it a row of totals, as programs write under their rows? Beside its word it has few cells, or numbers only. */
export function isSum(cells: readonly string[], width: number): boolean {
  const texts = cells.filter((cell) => cell !== '');
  if (!SUM.test((texts[0] ?? '').replaceAll(/[\s*-]/g, ''))) return false;
  const others = texts.slice(1);
  return others.length * 2 < width || others.every((cell) => /^[\d,.%¥￥-]+$/.test(cell));
}

/**
 * Return the verdict on a row that the person leaves out of the import: it is not checked, and is no duplicate of
 * others.
 */
export const leftOutRow = (row: number, cells: readonly string[]): JudgedRow => ({
  row,
  verdict: 'refused',
  content: {},
  cells,
  problems: [{ field: '', words: isSum(cells, cells.length) ? sum : leftOut }],
  row_id: null,
  version: null,
  old: {},
  marks: [],
});
