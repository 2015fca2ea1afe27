/** Levels of lists and objects in one message. */
export const MAX_DEPTH = 32;

/** Replace what PostgreSQL cannot hold: U+0000, and half a surrogate pair. */
export const cleanText = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\uFFFD').replaceAll('\0', '\uFFFD');

/** The beginning of a text, without half a surrogate pair at its end. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

const childrenOf = (value: unknown): readonly unknown[] =>
  typeof value !== 'object' || value === null ? [] : Array.isArray(value) ? value : Object.values(value);

/** Is a value read from JSON nested deeper than any reader walks? Ask by levels, so that no depth ends this function itself. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

/** Clean every text and every key of a value read from JSON, which `isTooDeep` let pass. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleanJson(one)]));
}
