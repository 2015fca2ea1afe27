/** Characters of a device key; it is part of topics and of the user name. */
const KEY = /^[\w.:-]{1,64}$/;

/** Is a text a valid device key? As part of a topic it must not contain `/`, `+` or `#`. */
export const isDeviceKey = (key: string): boolean => KEY.test(key);

/** Address of a meter on a bus: 12 digits, or 14 with the hex code of its type before them. */
const METER = /^(?:\d{12}|(?:[\dA-F]{2})?\d{14})$/i;

/**
 * Return the unit of a device on a bus: `unit` of its extensions, a number to 255 or the address of a meter. Null: it has
 * none, or it is neither.
 */
export function busUnitOf(extensions: unknown): number | string | null {
  const unit: unknown = (extensions as { readonly unit?: unknown } | null)?.unit;
  const written = typeof unit === 'string' ? unit.trim() : '';
  if (METER.test(written)) return written.toUpperCase();
  const number = /^\d{1,3}$/.test(written) ? Number(written) : unit;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 255 ? number : null;
}

/** May devices of this node type have sub-devices? */
export const mayBeParent = (nodeType: string | null): boolean => nodeType === 'gateway' || nodeType === 'direct';
