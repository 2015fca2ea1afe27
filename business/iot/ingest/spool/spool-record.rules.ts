import type { LaneEntry } from '../entry.rules.ts';

/** Bytes in front of each record: length and checksum, four each. */
export const RECORD_HEAD = 8;

/** A checksum function, such as `zlib.crc32`. */
type Sum = (bytes: Uint8Array) => number;

/** Encode an entry as a record: length, checksum, JSON. The message (`frame`) is not written. */
export function writeRecord(entry: LaneEntry, sum: Sum): Buffer {
  const body = Buffer.from(JSON.stringify({ ...entry, frame: undefined }));
  const head = Buffer.allocUnsafe(RECORD_HEAD);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(sum(body), 4);
  return Buffer.concat([head, body]);
}

/**
 * Decode records from an offset on, at most `most`. `isTorn`: the rest is incomplete or damaged, for example by a
 * crash.
 */
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
