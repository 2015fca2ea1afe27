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

/** Characters that separate cells, in the order of preference. */
const DELIMITERS = [',', '\t', ';', '|'] as const;

/**
 * Return the separator of cells by the beginning of a file. A first line `sep=;` names it. Otherwise it is the most
 * frequent one of the first line, outside quotes.
 */
export function delimiterOf(beginning: string): { readonly delimiter: string; readonly isNamed: boolean } {
  const named = /^sep=(.)\r?\n/i.exec(beginning);
  if (named) return { delimiter: named[1], isNamed: true };
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const letter of beginning) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) {
      if (counts.size > 0) break;
    } else if (!isQuoted) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const [best] = DELIMITERS.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return { delimiter: best, isNamed: false };
}

/**
 * Read CSV as people and programs write it: rows of any length, quotes within cells, blanks before quotes, line ends of
 * every system.
 */
export const csvParser = (beginning: string): Parser => {
  const { delimiter, isNamed } = delimiterOf(beginning);
  return parse({
    delimiter,
    ltrim: true,
    from_line: isNamed ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_OF_ROW,
  });
};
