/** Maximal nesting of lists and objects in one message. */
export const MAX_DEPTH = 32;

/** Replace characters that PostgreSQL cannot store: U+0000 and unpaired surrogates. */
export const cleanText = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\uFFFD').replaceAll('\0', '\uFFFD');

/** Return the first `max` code units of a text; one less if that would split a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

const childrenOf = (value: unknown): readonly unknown[] =>
  typeof value !== 'object' || value === null ? [] : Array.isArray(value) ? value : Object.values(value);

/**
 * Is a JSON value nested deeper than `MAX_DEPTH`? Checked level by level without recursion, so that no depth overflows
 * the stack.
 */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

/** Clean all texts and keys of a JSON value. The function recurses, so the caller must check `isTooDeep` before. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleanJson(one)]));
}
