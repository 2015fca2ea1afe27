import type { Label } from '#kernel/language/label.ts';

/** Unit in which the positions of a field are counted. */
export type Unit = 'byte' | 'bit' | 'nibble' | 'char';

/** Position of a field in bits of the frame, both ends included. */
export interface ByteSpan {
  readonly from: number;
  readonly to: number;
}

const BITS: Readonly<Record<Unit, number>> = { byte: 8, char: 8, nibble: 4, bit: 1 };
const MAX_BYTES = 4096;

/** The reason in words why a frame does not fit the configuration. */
export class FrameFault extends Error {
  readonly words: Label;
  constructor(words: Label) {
    super(words[1]);
    this.words = words;
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

/**
 * Return a field's position in bits, in a frame of this many bytes. Without a start it follows `after`, the end of the
 * field before; without an end it reaches to the end of the frame.
 */
export function byteSpanOf(
  place: { readonly startBit: number | null; readonly endBit: number | null },
  unit: Unit,
  bytes: number,
  after: number,
): ByteSpan {
  const size = BITS[unit];
  const units = (bytes * 8) / size;
  const at = (position: number): number => (position < 0 ? units + position : position);
  const from = place.startBit === null ? after : at(place.startBit) * size;
  const to = place.endBit === null ? bytes * 8 - 1 : at(place.endBit) * size + size - 1;
  return { from, to };
}

/** Return the bits of a span as an unsigned whole number, the first bit as the highest. */
export function bitsOf(bytes: Uint8Array, { from, to }: ByteSpan): bigint {
  let value = 0n;
  for (let bit = from; bit <= to; bit++) value = (value << 1n) | BigInt((bytes[bit >> 3] >> (7 - (bit & 7))) & 1);
  return value;
}

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

function crc16modbus(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}

const sums: Readonly<Record<string, (bytes: Uint8Array) => number>> = {
  sum8: (bytes) => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0),
  xor8: (bytes) => bytes.reduce((sum, byte) => sum ^ byte, 0),
  crc16modbus,
};

/** Return the checksum of these bytes; an unknown algorithm is `sum8`. */
export const checksumOf = (algorithm: string, bytes: Uint8Array): number => (sums[algorithm] ?? sums.sum8)(bytes);
