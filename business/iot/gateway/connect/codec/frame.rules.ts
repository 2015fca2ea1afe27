import type { Label } from '#kernel/language/label.ts';

/** Position of a field in bits of the frame, both ends included. */
interface ByteSpan {
  readonly from: number;
  readonly to: number;
}

const MAX_BYTES = 4096;

/** Kind of a fault of a frame, or of a configuration (`CONFIG`) or a value to send (`VALUE`). */
export type FaultCode =
  'AGREEMENT' | 'CHECKSUM' | 'LENGTH' | 'RANGE' | 'FORMAT' | 'CONST' | 'TLV' | 'LIMIT' | 'VALUE' | 'CONFIG';

/** The reason in words why a frame does not fit the configuration. */
export class FrameFault extends Error {
  readonly words: Label;
  readonly code: FaultCode;
  constructor(words: Label, code: FaultCode = 'FORMAT') {
    super(words[1]);
    this.words = words;
    this.code = code;
  }
}

/** Return the bytes of a frame in hex; blanks and 0x are ignored. */
export function bytesOf(frame: string): Uint8Array {
  const plain = frame.replaceAll(/0x|[\s,:-]/gi, '');
  if (plain === '' || plain.length % 2 || plain.length > MAX_BYTES * 2 || !/^[\da-f]+$/i.test(plain))
    throw new FrameFault(['报文不是有效的十六进制', 'The frame is not valid hex']);
  return Uint8Array.from({ length: plain.length / 2 }, (_, at) => Number.parseInt(plain.slice(at * 2, at * 2 + 2), 16));
}

export const hexOfBytes = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** Return the text whose characters have the numbers of the bytes. */
export const latinOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Return the bytes that hex digits write; other characters at the end are ignored, as is a single last digit. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(/^(?:[\da-f]{2})*/i.exec(hex)?.[0].match(/../g) ?? [], (two) => Number.parseInt(two, 16));

export function putBits(bytes: Uint8Array, { from, to }: ByteSpan, value: bigint): void {
  for (let bit = to, rest = value; bit >= from; bit--, rest >>= 1n) {
    const mask = 1 << (7 - (bit & 7));
    bytes[bit >> 3] = rest & 1n ? bytes[bit >> 3] | mask : bytes[bit >> 3] & ~mask;
  }
}

const swapPairs = (bytes: number[]): number[] => bytes.map((_, at) => bytes[at ^ 1] ?? bytes[at]);

/**
 * Reorder the bytes of a number from this byte order to big endian, or back: applying it twice returns the original.
 */
export function inOrder(bytes: readonly number[], order: string): number[] {
  if (order === 'DCBA') return bytes.toReversed();
  if (order === 'BADC') return swapPairs([...bytes]);
  return order === 'CDAB' ? swapPairs(bytes.toReversed()) : [...bytes];
}
