import { FrameFault } from '../frame.rules.ts';

/** Reads the unsigned number of the bits from `from` to `to`, both included. */
export type NumberIn = (bytes: Uint8Array, from: number, to: number) => number;

/** Return the place of the byte that is `at`-th in order, of a number of `size` bytes. */
type Order = (at: number, size: number) => number;

const orders: Readonly<Record<string, Order>> = {
  ABCD: (at) => at,
  DCBA: (at, size) => size - 1 - at,
  BADC: (at) => at ^ 1,
  CDAB: (at, size) => (size - 1 - at) ^ 1,
};

const isAligned = (from: number, to: number): boolean => (from & 7) === 0 && (to & 7) === 7;

const ofPairs = (order: string): FrameFault =>
  new FrameFault([`字节序${order}须为偶数个字节`, `The byte order ${order} needs an even number of bytes`], 'FORMAT');

/** Read bits that begin or end inside a byte, the first as the highest. */
function bitsIn(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let bit = from; bit <= to; bit++) value = value * 2 + ((bytes[bit >> 3] >> (7 - (bit & 7))) & 1);
  return value;
}

/** Return the bytes of a span in big endian; the span is aligned. */
export function orderedBytes(bytes: Uint8Array, from: number, to: number, order: string): Uint8Array {
  const first = from >> 3;
  const size = (to - from + 1) >> 3;
  if (order === 'ABCD' || size < 2) return bytes.subarray(first, first + size);
  if (order === 'DCBA') return bytes.slice(first, first + size).reverse();
  if (size % 2) throw ofPairs(order);
  const place = orders[order];
  return Uint8Array.from({ length: size }, (_, at) => bytes[first + place(at, size)]);
}

const wide = (ordered: Uint8Array): bigint => ordered.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Return the reader of unsigned numbers in a byte order. Bits that are no whole bytes are always big endian. */
export function numberReader(order: string): NumberIn {
  if (order === 'ABCD')
    return (bytes, from, to) => {
      if (!isAligned(from, to)) return bitsIn(bytes, from, to);
      if (to - from > 55) return Number(wide(orderedBytes(bytes, from, to, order)));
      let value = 0;
      for (let at = from >> 3; at <= to >> 3; at++) value = value * 256 + bytes[at];
      return value;
    };
  return (bytes, from, to) => {
    if (!isAligned(from, to)) return bitsIn(bytes, from, to);
    if (order === 'DCBA' && to - from <= 55) {
      let value = 0;
      for (let at = to >> 3; at >= from >> 3; at--) value = value * 256 + bytes[at];
      return value;
    }
    return Number(wide(orderedBytes(bytes, from, to, order)));
  };
}

/** Return the reader of numbers in two's complement over the width of the field. */
export function signedReader(order: string): NumberIn {
  const read = numberReader(order);
  return (bytes, from, to) => {
    const bits = to - from + 1;
    if (bits > 53) return Number(BigInt.asIntN(bits, wide(orderedBytes(bytes, from, to, order))));
    const value = read(bytes, from, to);
    return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
  };
}

const scratch = new DataView(new ArrayBuffer(8));

/** Return the shortest decimal that is this number of single precision. */
function shortSingle(value: number): number {
  for (const digits of [7, 8]) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** Read a float of 4 or 8 bytes; null for what is no number. Throw `FrameFault` for another width. */
export function floatReader(order: string, wrong: () => FrameFault): (...at: Parameters<NumberIn>) => number | null {
  return (bytes, from, to) => {
    const size = (to - from + 1) / 8;
    if ((size !== 4 && size !== 8) || !isAligned(from, to)) throw wrong();
    const ordered = orderedBytes(bytes, from, to, order);
    for (let at = 0; at < size; at++) scratch.setUint8(at, ordered[at]);
    const value = size === 4 ? scratch.getFloat32(0) : scratch.getFloat64(0);
    if (!Number.isFinite(value)) return null;
    return size === 4 ? shortSingle(value) : value;
  };
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());

/** Read bits as hex, in whole digits. */
export function hexReader(order: string): (...at: Parameters<NumberIn>) => string {
  return (bytes, from, to) => {
    let text = '';
    if (isAligned(from, to)) {
      if (order === 'ABCD') for (let at = from >> 3; at <= to >> 3; at++) text += HEX[bytes[at]];
      else for (const byte of orderedBytes(bytes, from, to, order)) text += HEX[byte];
      return text;
    }
    const bits = to - from + 1;
    for (let end = from + (bits % 4 || 4) - 1, start = from; end <= to; start = end + 1, end += 4)
      text += bitsIn(bytes, start, end).toString(16);
    return text.toUpperCase();
  };
}
