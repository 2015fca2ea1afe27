import { type Parser, parse } from 'csv-parse';
import type { CsvDialect } from './csv-dialect.ts';
import { looksLikeFormula } from './formula-text.ts';

/** Return a field of a CSV line. A text that a spreadsheet would calculate gets an apostrophe. Plain numbers stay. */
export function csvCell(text: string): string {
  const safe = looksLikeFormula(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Byte order mark by which Excel recognises UTF-8. */
export const BOM = '\ufeff';

/** Programs put this control character before a number, because it has no shape. */
const UNIT_SEPARATOR = String.fromCodePoint(31);

const withoutSign = (cell: string): string => (/^\d[\d-]*[xX]?$/.test(cell.slice(1)) ? cell.slice(1) : cell);

/** Return the text of a cell that other programs write in a form by which a spreadsheet takes it as text. */
const asText = (cell: string): string => {
  const formula = /^="(.*)"$/s.exec(cell);
  if (formula) return formula[1].replaceAll('""', '"').trim();
  return cell[0] === "'" || cell[0] === UNIT_SEPARATOR ? withoutSign(cell) : cell;
};

/**
 * Return the text of a cell without the apostrophe that `csvCell` added. Other programs write a number as text in forms
 * such as `="001"`, `'001`, or with a tab behind it.
 */
export function plainCell(text: string): string {
  const cell = asText(text.trim());
  return cell[0] === "'" && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Maximum characters of one row. Without it an unclosed quote would read the rest of the file into memory. */
const MAX_OF_ROW = 10_000_000;

/**
 * Read CSV as people and programs write it: rows of any length, quotes within cells, blanks around quotes, line ends of
 * every system.
 */
export const csvParser = ({ delimiter, isNamed, escape, hasBlanksBehindQuotes }: CsvDialect): Parser =>
  parse({
    bom: true,
    delimiter,
    escape,
    ltrim: true,
    rtrim: hasBlanksBehindQuotes,
    from_line: isNamed ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_OF_ROW,
  });
