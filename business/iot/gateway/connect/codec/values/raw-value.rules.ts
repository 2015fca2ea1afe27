import type { FrameField } from '../frame-config.rules.ts';
import { FrameFault } from '../frame.rules.ts';

/** Return the number that hex digits write; other characters and 0x are ignored. */
export const hexNumber = (text: string): bigint => BigInt(`0x${text.replaceAll(/0x|[^\da-f]/gi, '') || '0'}`);

/** Return the fault of a value that a field cannot hold. */
export function outOfRange(field: FrameField, value: unknown): FrameFault {
  const name = field.iotFieldName || field.fieldName || field.deviceConnectConfigFieldType;
  return new FrameFault([`${name}:${String(value)}超出范围`, `${name}: ${String(value)} is out of range`], 'VALUE');
}

/** Return the bits of a raw number, which is rounded to a whole one. */
export function wholeFor(field: FrameField, raw: number, bits: number, isSigned: boolean): bigint {
  const whole = BigInt(Number.isFinite(raw) ? Math.round(raw) : 0);
  const width = BigInt(bits);
  const [least, most] = isSigned ? [-(1n << (width - 1n)), (1n << (width - 1n)) - 1n] : [0n, (1n << width) - 1n];
  if (whole < least || whole > most) throw outOfRange(field, raw);
  return whole < 0n ? whole + (1n << width) : whole;
}

/** Return the bits of a raw number as decimal digits, four bits each. The sign takes the highest bit. */
export function bcdFor(field: FrameField, raw: number | string, bits: number): bigint {
  const text = typeof raw === 'string' ? raw.trim() : String(Math.round(Number.isFinite(raw) ? raw : 0));
  const isNegative = Boolean(field.signBit) && text.startsWith('-');
  const digits = isNegative ? text.slice(1) : text;
  if (!/^\d+$/.test(digits)) throw outOfRange(field, raw);
  const sign = 1n << BigInt(bits - 1);
  const value = hexNumber(digits);
  if (value >= (field.signBit ? sign : sign << 1n)) throw outOfRange(field, raw);
  return isNegative ? value | sign : value;
}

/** Return the bits of a float of 32 or 64 bits. */
export function floatFor(raw: number, bits: number, wrong: () => FrameFault): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (bits !== 32 && bits !== 64) throw wrong();
  if (bits === 64) view.setFloat64(0, raw);
  else view.setFloat32(0, raw);
  return bits === 64 ? view.getBigUint64(0) : BigInt(view.getUint32(0));
}
