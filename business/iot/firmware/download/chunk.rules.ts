/** Largest part of a file in one message, in bytes. */
export const MAX_CHUNK = 32_768;

/** Flags of a part: it is the last one; or there is none, because the request cannot be served. */
const LAST = 0x0001;
const ERROR = 0x8000;

const HEAD = 16;

/** A part of a file for a device. `data` null: the request cannot be served. */
export interface Chunk {
  readonly runId: string;
  readonly offset: number;
  readonly data: Uint8Array | null;
  readonly isLast: boolean;
}

/**
 * Encode a part of a file: id of the upgrade (8 bytes), offset (4), length (2), flags (2), the data, and their CRC-32
 * (4). Numbers are big-endian.
 */
export function chunkFrame({ runId, offset, data, isLast }: Chunk, sum: (bytes: Uint8Array) => number): Buffer {
  const bytes = data ?? new Uint8Array();
  const frame = Buffer.alloc(HEAD + bytes.length + 4);
  frame.writeBigUInt64BE(BigInt(runId), 0);
  frame.writeUInt32BE(offset, 8);
  frame.writeUInt16BE(bytes.length, 12);
  frame.writeUInt16BE((isLast ? LAST : 0) | (data === null ? ERROR : 0), 14);
  frame.set(bytes, HEAD);
  frame.writeUInt32BE(sum(bytes) >>> 0, HEAD + bytes.length);
  return frame;
}
