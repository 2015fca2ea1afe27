import { createReadStream } from 'node:fs';

/** How a CSV file is written. */
export interface CsvDialect {
  readonly encoding: CsvEncoding;
  readonly delimiter: string;
  /** The first line names the separator (`sep=;`) and is no row. */ readonly isNamed: boolean;
  /** Character before a quote inside quotes: a second quote, or the backslash of databases. */
  readonly escape: '"' | '\\';
  /** Blanks stand between a closing quote and the separator. */ readonly hasBlanksBehindQuotes: boolean;
}

export type CsvEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

/** Bytes by which the dialect of a file is recognised. */
const BEGINNING = 1_048_576;
/** Lines by which the separator is recognised. */
const LINES = 20;

/** Characters that separate cells, in the order of preference. */
const DELIMITERS = [',', '\t', ';', '|'] as const;

/**
 * Return the form of UTF-16 of some text; undefined: it is another encoding, or no text. Without a byte order mark the
 * zero bytes of Latin letters and line ends stand at one side only.
 */
export function utf16Of(beginning: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = beginning.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return mark === 'fffe' ? 'utf-16le' : 'utf-16be';
  const zeros = [0, 0];
  for (let at = 0; at < beginning.length; at++) if (beginning[at] === 0) zeros[at % 2] += 1;
  if (zeros[0] + zeros[1] === 0 || (zeros[0] > 0 && zeros[1] > 0)) return undefined;
  return zeros[1] > 0 ? 'utf-16le' : 'utf-16be';
}

async function beginningOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: BEGINNING - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Does a file contain UTF-8 only? It is read as a stream. */
async function isUtf8(path: string): Promise<boolean> {
  const letters = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of createReadStream(path)) letters.decode(part as Buffer, { stream: true });
    letters.decode();
    return true;
  } catch {
    return false;
  }
}

/** Is a text UTF-8 with a few broken characters, as programs write that cut texts by their bytes? */
function isMostlyUtf8(beginning: Buffer): boolean {
  let broken = 0;
  let letters = 0;
  for (const letter of new TextDecoder('utf-8').decode(beginning)) {
    if (letter === '\ufffd') broken += 1;
    else if (letter > '\u007f') letters += 1;
  }
  return broken * 10 < letters;
}

/** Return the encoding. Excel in China writes GB 18030, which is no valid UTF-8. */
async function encodingOf(path: string, beginning: Buffer): Promise<CsvEncoding> {
  const utf16 = utf16Of(beginning);
  if (utf16) return utf16;
  if (beginning.subarray(0, 3).toString('hex') === 'efbbbf' || (await isUtf8(path))) return 'utf-8';
  return isMostlyUtf8(beginning) ? 'utf-8' : 'gb18030';
}

/** Counts, line by line, how often each separator occurs outside quotes. Lines without content are not counted. */
class SeparatorCount {
  readonly lines: Map<string, number>[] = [];
  #counts = new Map<string, number>();
  #isQuoted = false;
  #isBegin = true;
  #hasContent = false;

  take(letter: string): void {
    if (this.#isQuoted) this.#isQuoted = letter !== '"';
    else if (letter === '\n' || letter === '\r') this.endLine();
    else this.#takePlain(letter);
  }

  endLine(): void {
    if (this.#hasContent) this.lines.push(this.#counts);
    this.#counts = new Map();
    this.#hasContent = false;
    this.#isBegin = true;
  }

  #takePlain(letter: string): void {
    this.#hasContent = true;
    if ((DELIMITERS as readonly string[]).includes(letter)) {
      this.#counts.set(letter, (this.#counts.get(letter) ?? 0) + 1);
      this.#isBegin = true;
      return;
    }
    // A quote inside a cell is a character of it, as in `5" pipe`. The second of two quotes opens again.
    this.#isQuoted = letter === '"' && this.#isBegin;
    this.#isBegin &&= letter === '"' || letter.trim() === '';
  }
}

function separatorsOf(text: string): readonly ReadonlyMap<string, number>[] {
  const count = new SeparatorCount();
  for (const letter of text) {
    count.take(letter);
    if (count.lines.length === LINES) return count.lines;
  }
  count.endLine();
  return count.lines;
}

/**
 * Return the separator of cells. A first line `sep=;` names it. Otherwise it is the one that occurs equally often in
 * most of the first lines.
 */
export function delimiterOf(text: string): Pick<CsvDialect, 'delimiter' | 'isNamed'> {
  const named = /^\ufeff*"?sep=([^"\r\n])"?[^\S\r\n]*(?:\r\n|\r|\n)/i.exec(text);
  if (named) return { delimiter: named[1], isNamed: true };
  const lines = separatorsOf(text);
  const rank = (delimiter: string): number => {
    const times = new Map<number, number>();
    for (const line of lines) {
      const n = line.get(delimiter) ?? 0;
      if (n > 0) times.set(n, (times.get(n) ?? 0) + 1);
    }
    // In a file of one column a single row may contain such a character.
    const several = [...times].filter(([, equal]) => equal > 1 || lines.length === 1);
    return Math.max(0, ...several.map(([n, equal]) => equal * 1000 + Math.min(n, 999)));
  };
  const [best] = DELIMITERS.toSorted((one, other) => rank(other) - rank(one));
  return { delimiter: best, isNamed: false };
}

/** Return the character before quotes inside quotes. A backslash at the end of a cell is one of the text. */
const escapeOf = (text: string): CsvDialect['escape'] => (/[^\\]\\"[^",;|\t\r\n]/.test(text) ? '\\' : '"');

/** Return how a CSV file is written, by its beginning. */
export async function dialectOf(path: string): Promise<CsvDialect> {
  const beginning = await beginningOf(path);
  const encoding = await encodingOf(path, beginning);
  const text = new TextDecoder(encoding).decode(beginning);
  const hasBlanksBehindQuotes = /"[ \u00a0\u3000]+[,;|\t\r\n]/.test(text);
  return { encoding, ...delimiterOf(text), escape: escapeOf(text), hasBlanksBehindQuotes };
}
