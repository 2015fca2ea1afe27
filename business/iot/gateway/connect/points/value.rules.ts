import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
import { inOrder, hexOfBytes } from '../codec/frame.rules.ts';

/** Value of a point or property; null: none, such as a missing sensor. */
export type PointValue = number | boolean | string | null;

/** How the bytes of a point become a value. */
export interface PointForm {
  readonly dataType: string;
  readonly byteOrder: string | null;
  /** First bit from the lowest; null: the value is all bits. */ readonly bitIndex: number | null;
  readonly bitCount: number | null;
  readonly scale: string | null;
  readonly shift: string | null;
  readonly precision: number | null;
  readonly invalidValues: readonly (number | string)[] | null;
}

export const bytesOfWords = (words: readonly number[]): number[] =>
  words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff]);

const wordsOfBytes = (bytes: readonly number[]): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, at) => (bytes[at * 2] << 8) | bytes[at * 2 + 1]);

const wholeOf = (bytes: readonly number[]): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Remove the noise of binary fractions. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** Return whether a value is among the invalid ones: numbers as they are, texts as hex digits of the raw bytes. */
export function isInvalid(invalid: readonly (number | string)[] | null, raw: number | null, hex: string): boolean {
  return (invalid ?? []).some((one) =>
    typeof one === 'number' ? one === raw : one.replace(/^0x/i, '').toUpperCase() === hex,
  );
}

/** Shape of the bits that a point occupies within its words. */
export function bitsOfForm(form: PointForm, width: number): { readonly shift: bigint; readonly bits: bigint } {
  return form.bitIndex === null
    ? { shift: 0n, bits: BigInt(width) }
    : { shift: BigInt(form.bitIndex), bits: BigInt(form.bitCount ?? 1) };
}

/** Return whether a point occupies only some bits of its registers. */
export const isPart = (form: PointForm, words: number): boolean =>
  form.bitIndex !== null && (form.bitIndex > 0 || (form.bitCount ?? 1) < words * 16);

function bcdOf(hex: string): number | null {
  return /^\d+$/.test(hex) ? Number(hex) : null;
}

function floatOf(bytes: readonly number[]): number | null {
  const view = new DataView(Uint8Array.from(bytes).buffer);
  if (bytes.length !== 4 && bytes.length !== 8) return null;
  const value = bytes.length === 4 ? Number(view.getFloat32(0).toPrecision(7)) : view.getFloat64(0);
  return Number.isFinite(value) ? value : null;
}

function rawNumber(bytes: readonly number[], form: PointForm): number | null {
  if (form.dataType === 'float') return floatOf(bytes);
  if (form.dataType === 'bcd') return bcdOf(hexOfBytes(Uint8Array.from(bytes)));
  const { shift, bits } = bitsOfForm(form, bytes.length * 8);
  const part = (wholeOf(bytes) >> shift) & ((1n << bits) - 1n);
  return Number(form.dataType === 'int' ? BigInt.asIntN(Number(bits), part) : part);
}

/** Return raw × `scale` + `shift`, rounded to `precision` decimals. */
function scaled(raw: number, { scale, shift, precision }: PointForm): number {
  const value = clean(raw * Number(scale || 1) + Number(shift || 0));
  return precision === null ? value : Number(value.toFixed(precision));
}

/**
 * Read a point from its registers: byte order over all of them, bits, invalid values before the scale, then scale,
 * offset and precision. A value that is invalid or cannot be read is null.
 */
export function valueOfWords(words: readonly number[], form: PointForm): PointValue {
  const bytes = inOrder(bytesOfWords(words), form.byteOrder ?? 'ABCD');
  const hex = hexOfBytes(Uint8Array.from(bytes));
  if (form.dataType === 'hex') return isInvalid(form.invalidValues, null, hex) ? null : hex;
  if (form.dataType === 'text') return withoutAtEnd(Buffer.from(bytes).toString('utf8'), '\0 ');
  const raw = rawNumber(bytes, form);
  if (raw === null || isInvalid(form.invalidValues, raw, hex)) return null;
  return form.dataType === 'flag' ? raw !== 0 : scaled(raw, form);
}

function bytesOfText(text: string, count: number): number[] | null {
  const bytes = [...Buffer.from(text, 'utf8')];
  return bytes.length > count ? null : [...bytes, ...Array.from({ length: count - bytes.length }, () => 0)];
}

function bytesOfHex(hex: string, count: number): number[] | null {
  if (!/^(?:[\da-f]{2})*$/i.test(hex) || hex.length !== count * 2) return null;
  return [...Buffer.from(hex, 'hex')];
}

function bytesOfFloat(value: number, count: number): number[] | null {
  const view = new DataView(new ArrayBuffer(count));
  if (count === 4) view.setFloat32(0, value);
  else if (count === 8) view.setFloat64(0, value);
  else return null;
  return [...new Uint8Array(view.buffer)];
}

const bytesOfWhole = (value: bigint, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Number((value >> BigInt((count - 1 - at) * 8)) & 0xffn));

/** Put a whole number into its bits of the present bytes; null if it does not fit. */
function withBits(value: bigint, form: PointForm, present: readonly number[]): number[] | null {
  const { shift, bits } = bitsOfForm(form, present.length * 8);
  const [low, high] =
    form.dataType === 'int' ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  if (value < low || value > high) return null;
  const mask = ((1n << bits) - 1n) << shift;
  return bytesOfWhole((wholeOf(present) & ~mask) | ((value << shift) & mask), present.length);
}

function numberBytes(value: number, form: PointForm, present: readonly number[]): number[] | null {
  const raw = clean((value - Number(form.shift || 0)) / Number(form.scale || 1));
  if (!Number.isFinite(raw)) return null;
  if (form.dataType === 'float') return bytesOfFloat(raw, present.length);
  const whole = Math.round(raw);
  if (form.dataType !== 'bcd') return withBits(BigInt(whole), form, present);
  return whole < 0 ? null : bytesOfHex(String(whole).padStart(present.length * 2, '0'), present.length);
}

/**
 * Write a value into its registers: the inverse of `valueOfWords`. `present` are the words as they are now; bits outside
 * the point stay.
 *
 * @returns The words, or null if the value does not fit the point.
 */
export function wordsOfValue(value: PointValue, form: PointForm, present: readonly number[]): number[] | null {
  const order = form.byteOrder ?? 'ABCD';
  const now = inOrder(bytesOfWords(present), order);
  const bytes = unorderedBytes(value, form, now);
  return bytes && wordsOfBytes(inOrder(bytes, order));
}

function unorderedBytes(value: PointValue, form: PointForm, now: readonly number[]): number[] | null {
  if (form.dataType === 'text') return typeof value === 'string' ? bytesOfText(value, now.length) : null;
  if (form.dataType === 'hex') return typeof value === 'string' ? bytesOfHex(value, now.length) : null;
  if (form.dataType === 'flag')
    return typeof value === 'boolean' || value === 0 || value === 1 ? withBits(BigInt(value), form, now) : null;
  return typeof value === 'number' ? numberBytes(value, form, now) : null;
}
