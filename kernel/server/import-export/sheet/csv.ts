import { type Parser, parse } from 'csv-parse';
import { looksLikeFormula } from './formula-text.ts';

/** Return a field of a CSV line. A text that a spreadsheet would calculate gets an apostrophe. Plain numbers stay. */
export function csvCell(text: string): string {
  const safe = looksLikeFormula(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Byte order mark by which Excel recognises UTF-8. */
export const BOM = '\ufeff';

/** Remove the apostrophe that `csvCell` added. */
export const plainCell = (text: string): string =>
  text[0] === "'" && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;

/** Maximum characters of one row. Without it an unclosed quote would read the rest of the file into memory. */
const MAX_OF_ROW = 10_000_000;

/** Read CSV as people and programs write it: rows of any length, quotes within cells, line ends of every system. */
export const csvParser = (): Parser =>
  parse({
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_OF_ROW,
  });
