// Runs in a thread of its own, so that a large file never blocks other calls. Reads a workbook or CSV row by row, and
// writes each as one line of JSON.
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Readable, pipeline } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { csvParser, plainCell } from './csv.ts';
import { readSheet } from './sheet-reader.ts';
import { BadFile } from './unzip.ts';

/**
 * Input of the thread: the sheet to read (`path`), the file for its rows (`to`), its type, and the maximum number of
 * rows.
 */
export interface SheetReading {
  readonly path: string;
  readonly to: string;
  readonly csv: boolean;
  readonly most: number;
  /** The sample of the template: left out where it is still the first row. */ readonly sample?: readonly string[];
}
export type ReadProblem = 'unreadable' | 'tooManyRows' | 'tooSlow' | 'emptySheet';
export type ReadAnswer =
  { readonly header: string[]; readonly total: number; readonly dropped: number } | { readonly problem: ReadProblem };

type Row = { at: number; cells: string[] };

/** Bytes by which the encoding and the separator of a CSV file are recognised. */
const BEGINNING = 1_048_576;

/**
 * Return the encoding of a CSV file. UTF-16 has a byte order mark (“Unicode text” of Excel). Old versions of Excel in
 * China write GB 18030, which is no valid UTF-8.
 */
function encodingOf(beginning: Buffer): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: BEGINNING - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function* lettersOf(path: string, encoding: string): AsyncGenerator<string> {
  const letters = new TextDecoder(encoding);
  for await (const part of createReadStream(path)) yield letters.decode(part as Buffer, { stream: true });
}

async function* readCsv(path: string): AsyncGenerator<Row> {
  const beginning = await beginningOf(path);
  const encoding = encodingOf(beginning);
  const parser = csvParser(new TextDecoder(encoding).decode(beginning));
  // A fault of the file ends the parser, which reports it below.
  pipeline(Readable.from(lettersOf(path, encoding)), parser, () => {});
  let at = 0;
  for await (const cells of parser as AsyncIterable<string[]>)
    yield { at: ++at, cells: cells.map((cell) => plainCell(cell).trim()) };
}

const isSample = (cells: readonly string[], sample: readonly string[]): boolean =>
  sample.every((text, at) => (cells[at] ?? '') === text);

/** Read the rows of a sheet. Empty rows are written once a row with content follows; those at the end are left out. */
async function read({ path, to, csv, most, sample }: SheetReading): Promise<ReadAnswer> {
  const out = createWriteStream(to, { mode: 0o600 });
  let header: string[] | undefined;
  let total = 0;
  let empty = 0;
  let dropped = 0;
  let lines = '';
  for await (const row of csv ? readCsv(path) : readSheet(path)) {
    if (!row.cells.some((cell) => cell !== '')) {
      empty++;
      continue;
    }
    if (!header) {
      header = row.cells;
      empty = 0;
      continue;
    }
    if (total === 0 && sample && isSample(row.cells, sample)) {
      dropped++;
      continue;
    }
    dropped += empty;
    empty = 0;
    if (++total > most) {
      out.destroy();
      return { problem: 'tooManyRows' };
    }
    lines += `${JSON.stringify([row.at, ...row.cells])}\n`;
    if (lines.length > 262_144) {
      if (!out.write(lines)) await once(out, 'drain');
      lines = '';
    }
  }
  out.end(lines);
  await once(out, 'finish');
  return header ? { header, total, dropped: dropped + empty } : { problem: 'emptySheet' };
}

/** Is it a fault of the file? Everything else is a fault of ours. */
const isFileFault = (error: unknown): boolean =>
  error instanceof BadFile ||
  /^(Z_|CSV_|ERR_ZLIB|ERR_BUFFER|ERR_OUT_OF_RANGE|ERR_ENCODING)/.test(String((error as { code?: string }).code ?? ''));

read(workerData as SheetReading).then(
  (answer) => parentPort?.postMessage(answer),
  (error: unknown) => {
    if (isFileFault(error)) parentPort?.postMessage({ problem: 'unreadable' } satisfies ReadAnswer);
    else throw error;
  },
);
