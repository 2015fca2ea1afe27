/** Return the value of a key in the field `extConfig` of a device; undefined: none. Numeric text becomes a number. */
export function extensionOf(extensions: unknown, key: string): unknown {
  if (typeof extensions !== 'object' || extensions === null || !Object.hasOwn(extensions, key)) return undefined;
  const value = (extensions as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
