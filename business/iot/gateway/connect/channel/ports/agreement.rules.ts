/** The part of a configuration that distinguishes its frames from others of the same port. */
export interface Agreement {
  readonly agreementKey?: string | null;
  readonly agreementVal?: string | null;
  readonly startBit?: number | null;
  readonly endBit?: number | null;
  readonly deviceConnectFormat?: string | null;
}

const isHex = ({ deviceConnectFormat }: Agreement): boolean => deviceConnectFormat === 'hex';

/** Return the values that a frame may carry; none: every frame is taken. Bytes without a position hold no value. */
function valuesOf(of: Agreement): string[] {
  if (isHex(of) && (of.startBit ?? null) === null) return [];
  const values = (of.agreementVal ?? '').split('|').map((one) => one.trim());
  const plain = isHex(of) ? values.map((one) => one.replaceAll(/0x|[^\da-f]/gi, '').toUpperCase()) : values;
  return plain.filter(Boolean);
}

/** Where the value is: positions in frames of bytes, else a key. */
const placeOf = (of: Agreement): string =>
  isHex(of) ? `${of.startBit ?? ''}-${of.endBit ?? ''}` : (of.agreementKey ?? '');

/** Does the configuration take every frame? */
export const takesAll = (of: Agreement): boolean => valuesOf(of).length === 0;

/** Do two configurations name the same value, or none? Then only the priority distinguishes their frames. */
export function isSameAgreement(one: Agreement, other: Agreement): boolean {
  const [mine, theirs] = [valuesOf(one), valuesOf(other)];
  if (!mine.length || !theirs.length) return mine.length === theirs.length;
  return isHex(one) === isHex(other) && placeOf(one) === placeOf(other) && mine.some((value) => theirs.includes(value));
}
