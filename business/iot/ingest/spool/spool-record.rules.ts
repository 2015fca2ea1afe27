import type { LaneEntry } from '../entry.rules.ts';

/** Length and check sum before each record, in bytes. */
export const RECORD_HEAD = 8;

/** A sum over bytes, as `zlib.crc32`. */
type Sum = (bytes: Uint8Array) => number;

/** A record of the spool: length, sum, entry as JSON. */
export function writeRecord(entry: LaneEntry, sum: Sum): Buffer {
  const body = Buffer.from(JSON.stringify({ ...entry, frame: undefined }));
  const head = Buffer.allocUnsafe(RECORD_HEAD);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(sum(body), 4);
  return Buffer.concat([head, body]);
}

/** The whole records from an offset on, up to so many; a tail that was torn by a crash ends its segment. */
export function readRecords(
  bytes: Buffer,
  from: number,
  most: number,
  sum: Sum,
): { readonly entries: LaneEntry[]; readonly end: number; readonly isTorn: boolean } {
  const entries: LaneEntry[] = [];
  let at = from;
  while (entries.length < most && at + RECORD_HEAD <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    const body = bytes.subarray(at + RECORD_HEAD, at + RECORD_HEAD + length);
    if (body.length < length || sum(body) !== bytes.readUInt32LE(at + 4)) return { entries, end: at, isTorn: true };
    entries.push(JSON.parse(body.toString()) as LaneEntry);
    at += RECORD_HEAD + length;
  }
  return { entries, end: at, isTorn: entries.length < most && at < bytes.length };
}
