import { ByteReader, ByteWriter } from './bytes.rules.ts';
import { readColumn, writeColumn } from './column.rules.ts';

/** What a device said at one moment (milliseconds); `meta`: bits of doubtful quality. */
export interface Message {
  readonly ts: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: number;
}

/** The messages of a day of a device, property by property. */
export interface Pack {
  readonly n: number;
  readonly firstTs: number;
  readonly lastTs: number;
  /** The properties, in the order of their columns. */ readonly keys: readonly string[];
  /** Where in `data` the moments, the qualities and each column begin, and where the last one ends. */
  readonly offs: readonly number[];
  readonly data: Buffer;
}

/** Moments are whole milliseconds, or else whole microseconds, as finely as they are stored. */
const FINE = 1000;

/** Moments as differences of their differences: a device that keeps time costs a byte a message. */
function writeTimes(out: ByteWriter, messages: readonly Message[]): void {
  const unit = messages.every(({ ts }) => Number.isInteger(ts)) ? 1 : FINE;
  out.byte(unit === 1 ? 0 : 1);
  let last = Math.round(messages[0].ts * unit);
  let step = 0;
  out.count(last);
  for (let at = 1; at < messages.length; at += 1) {
    const ts = Math.round(messages[at].ts * unit);
    out.signed(ts - last - step);
    step = ts - last;
    last = ts;
  }
}

/** Puts the moments of a pack of so many messages behind others. */
export function appendTimes(bytes: Uint8Array, n: number, into: number[]): void {
  const from = new ByteReader(bytes);
  const unit = from.byte() === 0 ? 1 : FINE;
  let last = from.count();
  let step = 0;
  into.push(last / unit);
  const changes = from.signeds(n - 1);
  for (let at = 0; at < n - 1; at += 1) {
    step += changes[at];
    last += step;
    into.push(last / unit);
  }
}

function readTimes(bytes: Uint8Array, n: number): number[] {
  const times: number[] = [];
  appendTimes(bytes, n, times);
  return times;
}

/** Packs messages, which must be in the order of their moments, each moment once, and at least one. */
export function writePack(messages: readonly Message[]): Pack {
  const columns = new Map<string, unknown[]>();
  messages.forEach(({ data }, at) => {
    for (const key in data) {
      if (data[key] === undefined) continue;
      let column = columns.get(key);
      if (!column) columns.set(key, (column = Array.from({ length: messages.length })));
      column[at] = data[key];
    }
  });
  const keys = [...columns.keys()].toSorted();
  const out = new ByteWriter();
  const offs = [0];
  writeTimes(out, messages);
  offs.push(out.length);
  writeColumn(
    out,
    messages.map(({ meta }) => meta),
  );
  offs.push(out.length);
  for (const key of keys) {
    writeColumn(out, columns.get(key)!);
    offs.push(out.length);
  }
  return {
    n: messages.length,
    firstTs: messages[0].ts,
    lastTs: messages.at(-1)!.ts,
    keys,
    offs,
    data: out.finish(),
  };
}

/** The messages of a pack, each with the properties that it brought. */
export function readPack({ n, keys, offs, data }: Pick<Pack, 'n' | 'keys' | 'offs' | 'data'>): Message[] {
  const times = readTimes(data.subarray(offs[0], offs[1]), n);
  const metas = readColumn(new ByteReader(data, offs[1]), n) as number[];
  const messages = times.map((ts, at) => ({ ts, meta: metas[at], data: {} as Record<string, unknown> }));
  keys.forEach((key, no) => {
    const column = readColumn(new ByteReader(data, offs[no + 2]), n);
    for (let at = 0; at < n; at += 1) if (column[at] !== undefined) messages[at].data[key] = column[at];
  });
  return messages;
}

/** Two lists in the order of their moments as one; where both have a moment, what came later is laid over the other. */
export function mergeMessages(packed: readonly Message[], later: readonly Message[]): Message[] {
  if (later.length === 0) return [...packed];
  const merged: Message[] = [];
  let at = 0;
  for (const message of later) {
    while (at < packed.length && packed[at].ts < message.ts) merged.push(packed[at++]);
    if (at < packed.length && packed[at].ts === message.ts) {
      const same = packed[at++];
      merged.push({ ts: message.ts, data: { ...same.data, ...message.data }, meta: same.meta | message.meta });
    } else merged.push(message);
  }
  while (at < packed.length) merged.push(packed[at++]);
  return merged;
}

/** Does a pack read as the messages that it was made of, value by value? */
export function isPackOf({ n, keys, offs, data }: Pack, messages: readonly Message[]): boolean {
  const times = readTimes(data.subarray(offs[0], offs[1]), n);
  const metas = readColumn(new ByteReader(data, offs[1]), n);
  if (n !== messages.length || messages.some(({ ts, meta }, at) => ts !== times[at] || meta !== metas[at]))
    return false;
  return keys.every((key, no) => {
    const column = readColumn(new ByteReader(data, offs[no + 2]), n);
    return messages.every(({ data: values }, at) => {
      const value = values[key];
      return column[at] === value || JSON.stringify(column[at]) === JSON.stringify(value);
    });
  });
}
