import { ByteReader, ByteWriter } from '../pack/bytes.rules.ts';
import { decimalsOf } from '../pack/column.rules.ts';
import type { DayFigures, Figure, FigureColumn, FigureKind } from './day-figures.rules.ts';

const KINDS: readonly FigureKind[] = ['number', 'counter', 'switch'];
/** Growth divided by time has endless decimals; six are sufficient. */
const MAX_DECIMALS = 6;

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Numbers to write for a figure, by its kind. */
const partsOf: Readonly<Record<FigureKind, (one: Figure) => readonly number[]>> = {
  number: ({ sum, min, max, last }) => [sum, min, max, last],
  counter: ({ last, delta }) => [last, delta],
  switch: ({ last, onSec, starts }) => [last, onSec, starts],
};

const NOTHING: Figure = { n: 0, sum: 0, min: 0, max: 0, last: 0, delta: 0, onSec: 0, starts: 0, doubt: 0 };

const figureOf: Readonly<Record<FigureKind, (n: number, doubt: number, parts: readonly number[]) => Figure>> = {
  number: (n, doubt, [sum, min, max, last]) => ({ ...NOTHING, n, doubt, sum, min, max, last }),
  counter: (n, doubt, [last, delta]) => ({ ...NOTHING, n, doubt, last, delta, sum: 0, min: last, max: last }),
  switch: (n, doubt, [last, onSec, starts]) => ({ ...NOTHING, n, doubt, last, onSec, starts }),
};
const WIDTH: Readonly<Record<FigureKind, number>> = { number: 4, counter: 2, switch: 3 };

function writeFigures(out: ByteWriter, { kind, figures }: FigureColumn, counts: readonly number[]): void {
  const parts = figures.map((one) => one && partsOf[kind](one).map(rounded));
  const decimals = decimalsOf(parts.flatMap((one) => one ?? [])) ?? MAX_DECIMALS;
  out.byte(KINDS.indexOf(kind) | (decimals << 4));
  const power = 10 ** decimals;
  const last = Array.from({ length: WIDTH[kind] }, () => 0);
  figures.forEach((figure, at) => {
    // Most figures have as many values as the hour has messages: then `n` is not written.
    const isUsual = figure?.n === counts[at];
    out.count(figure ? 1 + (isUsual ? 0 : 1) + figure.doubt * 2 : 0);
    if (!figure) return;
    if (!isUsual) out.count(figure.n);
    parts[at]!.forEach((value, no) => {
      const scaled = Math.round(value * power);
      out.signed(scaled - last[no]);
      last[no] = scaled;
    });
  });
}

function readFigures(bytes: ByteReader, counts: readonly number[]): FigureColumn {
  const head = bytes.byte();
  const kind = KINDS[head & 15];
  const power = 10 ** (head >> 4);
  const last = Array.from({ length: WIDTH[kind] }, () => 0);
  const figures = counts.map((count) => {
    const mark = bytes.count();
    if (mark === 0) return null;
    const isUsual = mark % 2 === 1;
    const n = isUsual ? count : bytes.count();
    const parts = last.map((_, no) => {
      last[no] += bytes.signed();
      return last[no] / power;
    });
    return figureOf[kind](n, Math.floor((mark - 1) / 2), parts);
  });
  return { kind, figures };
}

/** Encode the figures of a day: the message counts of its hours, then each property with its name. */
export function writeFigureBytes({ counts, columns }: DayFigures): Buffer {
  const out = new ByteWriter();
  out.count(counts.length);
  for (const count of counts) out.count(count);
  for (const [name, column] of columns) {
    out.text(name);
    const part = new ByteWriter();
    writeFigures(part, column, counts);
    out.count(part.length);
    out.bytes(part.finish());
  }
  return out.finish();
}

/** Decode the output of `writeFigureBytes`. `names`: read only these properties. */
export function readFigureBytes(data: Uint8Array, names?: ReadonlySet<string>): DayFigures {
  const bytes = new ByteReader(data);
  const counts = Array.from({ length: bytes.count() }, () => bytes.count());
  const columns = new Map<string, FigureColumn>();
  while (!bytes.isAtEnd) {
    const name = bytes.text();
    const part = bytes.bytes(bytes.count());
    if (!names || names.has(name)) columns.set(name, readFigures(new ByteReader(part), counts));
  }
  return { counts, columns };
}
