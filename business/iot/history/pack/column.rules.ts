import { ByteReader, ByteWriter } from './bytes.rules.ts';

/** Values of one property over the messages of a day; undefined: the message lacks it. */
export type ValueColumn = readonly unknown[];

/**
 * Encodings of a column: differences of scaled decimals, the same with run lengths, doubles, or indexes into a list of
 * JSON texts.
 */
const KIND = { steps: 1, runs: 2, doubles: 3, listed: 4 } as const;
const MAX_DECIMALS = 6;
/** Maximal absolute value of scaled whole numbers; larger values are stored as doubles. */
const MAX_SCALED = 2 ** 51;
const POWERS = [1, 10, 100, 1000, 1e4, 1e5, 1e6] as const;

/**
 * Return the smallest number of decimals that represents all numbers exactly. Null: more than six are needed, or a
 * number is too large.
 */
export function decimalsOf(values: readonly number[]): number | null {
  let decimals = 0;
  for (const value of values) {
    if (Object.is(value, -0)) return null;
    while (Math.round(value * POWERS[decimals]) / POWERS[decimals] !== value) {
      decimals += 1;
      if (decimals > MAX_DECIMALS) return null;
    }
    if (Math.abs(value) * POWERS[decimals] > MAX_SCALED) return null;
  }
  return decimals;
}

/** Write which messages have a value: one byte if all do, otherwise a bit for each. */
function writePresence(out: ByteWriter, column: ValueColumn, present: number): void {
  if (present === column.length) {
    out.byte(0);
    return;
  }
  out.byte(1);
  const bits = new Uint8Array(Math.ceil(column.length / 8));
  for (let at = 0; at < column.length; at += 1) if (column[at] !== undefined) bits[at >> 3] |= 1 << (at & 7);
  out.bytes(bits);
}

function writeSteps(out: ByteWriter, scaled: readonly number[]): void {
  let last = 0;
  for (const value of scaled) {
    out.signed(value - last);
    last = value;
  }
}

/** Write runs of equal values: the difference to the run before, and how often the value repeats. */
function writeRuns(out: ByteWriter, scaled: readonly number[]): void {
  let last = 0;
  for (let at = 0; at < scaled.length;) {
    let end = at + 1;
    while (end < scaled.length && scaled[end] === scaled[at]) end += 1;
    out.signed(scaled[at] - last);
    out.count(end - at - 1);
    last = scaled[at];
    at = end;
  }
}

/** Return the number of changes between neighbouring values. */
function changesIn(values: readonly unknown[]): number {
  let changes = 0;
  for (let at = 1; at < values.length; at += 1) if (values[at] !== values[at - 1]) changes += 1;
  return changes;
}

/** Write a column in its shortest encoding. Any value reads back unchanged. */
export function writeColumn(out: ByteWriter, column: ValueColumn): void {
  const values = column.filter((value) => value !== undefined);
  const numbers = values.every((value) => typeof value === 'number') ? (values as number[]) : null;
  const decimals = numbers && decimalsOf(numbers);
  if (numbers && decimals !== null) {
    const scaled = numbers.map((value) => Math.round(value * POWERS[decimals]));
    const isCalm = changesIn(scaled) * 2 < scaled.length;
    out.byte((isCalm ? KIND.runs : KIND.steps) | (decimals << 4));
    writePresence(out, column, values.length);
    if (isCalm) writeRuns(out, scaled);
    else writeSteps(out, scaled);
    return;
  }
  if (numbers) {
    out.byte(KIND.doubles);
    writePresence(out, column, values.length);
    for (const value of numbers) out.float(value);
    return;
  }
  writeListed(out, column, values);
}

function writeListed(out: ByteWriter, column: ValueColumn, values: readonly unknown[]): void {
  const places = new Map<string, number>();
  const numbers = values.map((value) => {
    const text = JSON.stringify(value);
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  out.byte(KIND.listed);
  writePresence(out, column, values.length);
  out.count(places.size);
  for (const text of places.keys()) out.text(text);
  writeRuns(out, numbers);
}

function readPresence(bytes: ByteReader, length: number): { readonly bits: Uint8Array | null; readonly count: number } {
  if (bytes.byte() === 0) return { bits: null, count: length };
  const bits = bytes.bytes(Math.ceil(length / 8));
  let count = 0;
  for (let at = 0; at < length; at += 1) count += (bits[at >> 3] >> (at & 7)) & 1;
  return { bits, count };
}

function readRuns(bytes: ByteReader, count: number, put: (value: number) => void): void {
  let last = 0;
  for (let at = 0; at < count;) {
    last += bytes.signed();
    for (let more = bytes.count(); more >= 0; more -= 1) {
      put(last);
      at += 1;
    }
  }
}

function appendNumbers(bytes: ByteReader, kind: number, count: number, power: number, into: unknown[]): void {
  if (kind === KIND.runs) readRuns(bytes, count, (value) => into.push(value / power));
  else if (kind === KIND.steps) {
    const steps = bytes.signeds(count);
    let last = 0;
    for (let at = 0; at < count; at += 1) {
      last += steps[at];
      into.push(last / power);
    }
  } else for (let at = 0; at < count; at += 1) into.push(bytes.float());
}

function appendPresent(bytes: ByteReader, head: number, count: number, into: unknown[]): void {
  if ((head & 15) !== KIND.listed) {
    appendNumbers(bytes, head & 15, count, POWERS[head >> 4] ?? 1, into);
    return;
  }
  const texts = Array.from({ length: bytes.count() }, () => bytes.text());
  const parsed = texts.map((text) => JSON.parse(text) as unknown);
  readRuns(bytes, count, (place) => into.push(parsed[place]));
}

/** Decode a column and append its values to a list; `absent` for messages without one. */
export function appendColumn(bytes: ByteReader, length: number, into: unknown[], absent: null | undefined): void {
  const head = bytes.byte();
  const { bits, count } = readPresence(bytes, length);
  if (!bits) {
    appendPresent(bytes, head, count, into);
    return;
  }
  const values: unknown[] = [];
  appendPresent(bytes, head, count, values);
  let next = 0;
  for (let at = 0; at < length; at += 1) into.push((bits[at >> 3] >> (at & 7)) & 1 ? values[next++] : absent);
}

/** Return the values of a column; undefined for messages without one. */
export function readColumn(bytes: ByteReader, length: number): unknown[] {
  const values: unknown[] = [];
  appendColumn(bytes, length, values, undefined);
  return values;
}
