import { ByteReader, ByteWriter } from './bytes.rules.ts';
import { readColumn, writeColumn } from './column.rules.ts';

/** A message with its moment (milliseconds). `meta`: quality bits, see `QUALITY`. */
export interface Message {
  readonly ts: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: number;
}

/** The messages of a device on one UTC day, encoded column by column. */
export interface Pack {
  readonly n: number;
  readonly firstTs: number;
  readonly lastTs: number;
  /** Names of the properties, in the order of their columns. */ readonly keys: readonly string[];
  /** Byte offsets in `data`: of the moments, the qualities, each column, and the end. */
  readonly offs: readonly number[];
  readonly data: Buffer;
}

/** Factor for moments with microseconds. Moments are written in milliseconds if all of them are whole. */
const FINE = 1000;

/** Write moments as changes of their differences: at a regular interval each costs one byte. */
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

/** Decode the moments of a pack and append them to a list. */
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

/** Encode messages as a pack. At least one is needed, in order of time, each moment once. */
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

/** Return the messages of a pack, each with its properties. */
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

/** Merge two lists by time; if both have a message of one moment, its values in `later` override. */
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

/** Does a pack decode to exactly these messages? */
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
