/** What is kept of a device by a key; a number that was typed as a text is one. Undefined where there is nothing. */
export function extensionOf(extensions: unknown, key: string): unknown {
  if (typeof extensions !== 'object' || extensions === null || !Object.hasOwn(extensions, key)) return undefined;
  const value = (extensions as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}
