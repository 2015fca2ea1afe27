/** Characters of a device key; it is part of topics and of the user name. */
const KEY = /^[\w.:-]{1,64}$/;

/** Is a text a valid device key? As part of a topic it must not contain `/`, `+` or `#`. */
export const isDeviceKey = (key: string): boolean => KEY.test(key);

/** Unit number of a device on a bus: `unit` of its extensions. Null: it has none, or it is no number of a unit. */
export function busUnitOf(extensions: unknown): number | null {
  const unit: unknown = (extensions as { readonly unit?: unknown } | null)?.unit;
  const number = typeof unit === 'string' && /^\d{1,3}$/.test(unit.trim()) ? Number(unit) : unit;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 255 ? number : null;
}

/** May devices of this node type have sub-devices? */
export const mayBeParent = (nodeType: string | null): boolean => nodeType === 'gateway' || nodeType === 'direct';
