import type { AnyPaper } from '#kernel/language/paper.ts';
import type { HeadRow, ReadSheet } from '../../sheet/read-sheet.ts';
import { type Heading, fieldsOfHeading, headingOf, knownHeadings } from '../import-columns.ts';

/** Rows with content among which the header is searched. */
const SEARCHED = 10;
const SEARCHED_COLUMNS = 100;
/** Last column that a merged range fills. */
const MAX_FILLED = 499;

/** Place of a header: the sheet, the index of its last row among the first rows, and the number of its rows. */
export interface HeaderPlace {
  readonly sheet: number;
  readonly row: number;
  readonly height: 1 | 2;
}

/** Return the index of a column by its letters, counted from 0. */
const columnOfLetters = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Write a text into the empty cells of a row, from one column to another. */
function fill(row: string[], text: string, from: number, to: number): void {
  for (let at = from; at <= to; at++) {
    while (row.length < at) row.push('');
    row[at] ||= text;
  }
}

/** Return the cells of the first rows, with the text of a merged range in each of its cells. */
function filledHead({ head, merged }: ReadSheet): string[][] {
  const rows = head.map((row) => [...row.cells]);
  for (const range of merged) {
    const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/i.exec(range) ?? [];
    const first = head.findIndex((row) => row.at === Number(top));
    const from = left ? columnOfLetters(left) : 0;
    const text = head[first]?.cells[from];
    if (!text) continue;
    const to = Math.min(columnOfLetters(right), MAX_FILLED);
    for (const [index, row] of rows.entries())
      if (index >= first && head[index].at <= Number(bottom)) fill(row, text, from, to);
  }
  return rows;
}

/** Return the headings of two rows: the upper one reaches to the right until its next text. */
function twoRows(upper: readonly string[], lower: readonly string[]): Heading[] {
  let above = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const own = upper[at] ?? '';
    const below = lower[at] ?? '';
    above = own || (below ? above : '');
    if (!below || !above || above === below) return headingOf(below || own);
    return { text: `${above} ${below}`, tries: [`${above}${below}`, ...headingOf(below).tries] };
  });
}

/** Return the headings of the columns of a header. */
export const headingsAt = (sheets: readonly ReadSheet[], { sheet, row, height }: HeaderPlace): Heading[] =>
  headingsIn(filledHead(sheets[sheet]), row, height);

function headingsIn(rows: readonly (readonly string[])[], row: number, height: 1 | 2): Heading[] {
  return height === 2 ? twoRows(rows[row - 1] ?? [], rows[row]) : rows[row].map(headingOf);
}

/** Return the number of columns of a header. Cells behind them belong to no column. */
export const headerWidth = (headings: readonly Heading[]): number =>
  headings.findLastIndex(({ text }) => text !== '') + 1;

const filled = (row: HeadRow): number => row.cells.filter((cell) => cell !== '').length;

/** Return the first row that has half as many cells as the widest one: titles and instructions have few. */
function widestRow(sheet: ReadSheet): number {
  const rows = sheet.head.slice(0, SEARCHED);
  const most = Math.max(...rows.map(filled));
  return rows.findIndex((row) => filled(row) * 2 >= most);
}

const fieldsIn = (known: ReturnType<typeof knownHeadings>, headings: readonly Heading[]): number =>
  new Set(headings.flatMap((one) => fieldsOfHeading(known, one)[0] ?? [])).size;

/** Return the places of a sheet at which the header may be. */
function* placesIn(sheet: number, rows: number): Generator<HeaderPlace> {
  for (let row = 0; row < Math.min(rows, SEARCHED); row++) {
    yield { sheet, row, height: 1 };
    if (row > 0) yield { sheet, row, height: 2 };
  }
}

/** Return the sheet with the most columns, and of those the one with the most rows. */
function widestSheet(sheets: readonly ReadSheet[]): number {
  const ranks = sheets.map((one) => (one.rows > 0 ? Math.max(...one.head.map(filled)) * 1_000_000 + one.rows : 0));
  return ranks.indexOf(Math.max(...ranks));
}

/**
 * Return the place of the header: the row, or the two rows, among the first ten of each sheet with the most known
 * headings. Without any it is the first wide row of the widest sheet.
 */
export function findHeader(paper: AnyPaper, sheets: readonly ReadSheet[]): HeaderPlace {
  const known = knownHeadings(paper);
  let best: HeaderPlace | undefined;
  let most = 0;
  for (const [sheet, one] of sheets.entries()) {
    const rows = filledHead(one).map((cells) => cells.slice(0, SEARCHED_COLUMNS));
    for (const place of placesIn(sheet, rows.length)) {
      const found = fieldsIn(known, headingsIn(rows, place.row, place.height));
      if (found > most) [best, most] = [place, found];
    }
  }
  if (best) return best;
  const sheet = widestSheet(sheets);
  return { sheet, row: widestRow(sheets[sheet]), height: 1 };
}
