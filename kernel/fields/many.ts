import type { Field } from '#kernel/language/field.ts';
import { type Accepted, malformed } from './kind.ts';

/** Several values as they came: an array, or a comma list in either script. */
export const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,，、]/).filter(Boolean) : [value];

/** Reads each of at most `most` values; the first problem is the problem of all. Doubles count once. */
export function eachOf(values: unknown[], of: Field, most: number, read: (part: unknown) => Accepted): Accepted {
  if (values.length > most) return malformed(of);
  const kept = new Set<unknown>();
  for (const part of values) {
    const got = read(part);
    if ('problem' in got) return got;
    kept.add(got.value);
  }
  return { value: [...kept] };
}
