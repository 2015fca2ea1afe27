// Runs in a thread of its own, so that a large file never blocks other calls. Reads all visible sheets of a workbook,
// or a CSV, row by row, and writes each row as one line of JSON.
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Readable, pipeline } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { csvParser, plainCell } from './csv.ts';
import { type CsvDialect, dialectOf } from './csv-dialect.ts';
import { type OpenedSheet, readSheets } from './sheet-reader.ts';
import type { HeadRow, ReadAnswer, ReadProblem, ReadSheet, SheetReading } from './read-sheet.ts';
import { BadFile } from './unzip.ts';

/** First rows with content among which the header is searched, and the row behind the last of them. */
const HEAD_ROWS = 12;
const HEAD_COLUMNS = 500;
/** Merged ranges of the head that are used. */
const MAX_MERGED = 100;
/** Longest text of a cell in the head of a sheet. */
const LONGEST = 100;

async function* lettersOf(path: string, encoding: string): AsyncGenerator<string> {
  const letters = new TextDecoder(encoding);
  for await (const part of createReadStream(path)) yield letters.decode(part as Buffer, { stream: true });
  yield letters.decode();
}

async function* readCsv(path: string, dialect: CsvDialect): OpenedSheet['rows'] {
  const parser = csvParser(dialect);
  // A fault of the file ends the parser, which reports it below.
  pipeline(Readable.from(lettersOf(path, dialect.encoding)), parser, () => {});
  let at = 0;
  for await (const cells of parser as AsyncIterable<string[]>)
    yield { at: ++at, cells: cells.map((cell) => plainCell(cell).trim()), isHidden: false };
}

/** Writes the rows of all sheets, one line each: number of the sheet, number of the row, hidden or not, cells. */
class Spool {
  readonly #out;
  #lines = '';
  constructor(to: string) {
    this.#out = createWriteStream(to, { mode: 0o600 });
  }

  async write(line: unknown): Promise<void> {
    this.#lines += `${JSON.stringify(line)}\n`;
    if (this.#lines.length < 262_144) return;
    if (!this.#out.write(this.#lines)) await once(this.#out, 'drain');
    this.#lines = '';
  }

  async end(): Promise<void> {
    this.#out.end(this.#lines);
    await once(this.#out, 'finish');
  }
}

const headCells = (cells: readonly string[]): string[] =>
  cells.slice(0, HEAD_COLUMNS).map((cell) => cell.slice(0, LONGEST));

/** Read the rows of a sheet that have content, at most `most` of them. */
async function readOne(place: number, sheet: OpenedSheet, most: number, spool: Spool): Promise<ReadSheet> {
  const head: HeadRow[] = [];
  let rows = 0;
  let hidden = 0;
  let gaps = 0;
  let empty = 0;
  for await (const { at, cells, isHidden } of sheet.rows) {
    if (!cells.some((cell) => cell !== '')) {
      empty += 1;
      continue;
    }
    if (rows >= most) return { name: sheet.name, rows, hidden, gaps, isCut: true, merged: [], isFiltered: false, head };
    if (rows > 0) gaps += empty;
    empty = 0;
    rows += 1;
    if (isHidden) hidden += 1;
    if (head.length < HEAD_ROWS) head.push({ at, isHidden, cells: headCells(cells) });
    await spool.write([place, at, isHidden ? 1 : 0, ...cells]);
  }
  const merged = sheet.facts.merged
    .filter((range) => Number(/\d+/.exec(range)?.[0]) <= (head.at(-1)?.at ?? 0))
    .slice(0, MAX_MERGED);
  gaps += rows ? empty : 0;
  return { name: sheet.name, rows, hidden, gaps, isCut: false, merged, isFiltered: sheet.facts.isFiltered, head };
}

async function* onlySheet(rows: OpenedSheet['rows']): AsyncGenerator<OpenedSheet> {
  yield { name: '', rows, facts: { merged: [], isFiltered: false } };
}

/** Read the sheets of a file. Together they may have twice the rows of one; the rows beyond are not read. */
async function read({ path, to, csv, most }: SheetReading): Promise<ReadAnswer> {
  const dialect = csv ? await dialectOf(path) : null;
  const spool = new Spool(to);
  const sheets: ReadSheet[] = [];
  let left = 2 * most;
  for await (const sheet of dialect ? onlySheet(readCsv(path, dialect)) : readSheets(path)) {
    const one = await readOne(sheets.length, sheet, Math.min(left, most + HEAD_ROWS), spool);
    sheets.push(one);
    left -= one.rows;
  }
  await spool.end();
  if (!sheets.some((one) => one.rows > 0)) return { problem: 'emptySheet' };
  return { sheets, csv: dialect && { encoding: dialect.encoding, delimiter: dialect.delimiter } };
}

/** Is it a fault of the file? Everything else is a fault of ours. */
const isFileFault = (error: unknown): boolean =>
  error instanceof BadFile ||
  /^(Z_|CSV_|ERR_ZLIB|ERR_BUFFER|ERR_OUT_OF_RANGE|ERR_ENCODING)/.test(String((error as { code?: string }).code ?? ''));

const problemOf = (error: unknown): ReadProblem =>
  (error as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED' ? 'openQuote' : 'unreadable';

read(workerData as SheetReading).then(
  (answer) => parentPort?.postMessage(answer),
  (error: unknown) => {
    if (isFileFault(error)) parentPort?.postMessage({ problem: problemOf(error) } satisfies ReadAnswer);
    else throw error;
  },
);
