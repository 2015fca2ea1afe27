import { type Parser, parse } from 'csv-parse';
import { looksLikeFormula } from './formula-text.ts';

/** A field of a CSV line; what a spreadsheet would calculate is led by an apostrophe. Plain numbers are left alone. */
export function csvCell(text: string): string {
  const safe = looksLikeFormula(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The mark that tells Excel the text is UTF-8. */
export const BOM = '\ufeff';

/** Takes back the apostrophe that `csvCell` put in front. */
export const plainCell = (text: string): string =>
  text[0] === "'" && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;

/** Letters of one row: a quote that is never closed would gather the rest of the file. */
const MOST_OF_ROW = 10_000_000;

/** Reads CSV as people and programs write it: rows of any length, quotes within cells, line ends of every system. */
export const csvParser = (): Parser =>
  parse({
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MOST_OF_ROW,
  });
