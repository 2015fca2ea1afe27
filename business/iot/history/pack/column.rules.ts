import { ByteReader, ByteWriter } from './bytes.rules.ts';

/** The values of one property over many messages; undefined: the message did not bring it. */
export type ValueColumn = readonly unknown[];

/** How the values of a column lie: steps between decimals, the same with runs of equal ones, doubles, or numbers of a list of texts. */
const KIND = { steps: 1, runs: 2, doubles: 3, listed: 4 } as const;
const MOST_DECIMALS = 6;
/** Scaled numbers stay whole: above this a double is kept as it is. */
const MOST_SCALED = 2 ** 51;
const POWERS = [1, 10, 100, 1000, 1e4, 1e5, 1e6] as const;

/** The fewest decimals with which each of these numbers reads exactly the same; null: there are none. */
export function decimalsOf(values: readonly number[]): number | null {
  let decimals = 0;
  for (const value of values) {
    if (Object.is(value, -0)) return null;
    while (Math.round(value * POWERS[decimals]) / POWERS[decimals] !== value) {
      decimals += 1;
      if (decimals > MOST_DECIMALS) return null;
    }
    if (Math.abs(value) * POWERS[decimals] > MOST_SCALED) return null;
  }
  return decimals;
}

/** Which messages have a value: all of them, or a bit for each. */
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

/** A step and how often the value then stays. */
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

/** How many times a value differs from the one before it. */
function changesIn(values: readonly unknown[]): number {
  let changes = 0;
  for (let at = 1; at < values.length; at += 1) if (values[at] !== values[at - 1]) changes += 1;
  return changes;
}

/** The bytes of a column, by whichever form is shortest. A value reads as it was written, whatever it is. */
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

/** Puts the values of a column of so many messages behind others; `absent` where a message had none. */
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

/** The values of a column of so many messages; undefined where a message had none. */
export function readColumn(bytes: ByteReader, length: number): unknown[] {
  const values: unknown[] = [];
  appendColumn(bytes, length, values, undefined);
  return values;
}
