import type { Field } from '#kernel/language/field.ts';
import { type Accepted, malformed } from './kind.ts';

/** Return several values as an array: unchanged if it is one, or split from a text at Chinese or English commas. */
export const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,，、]/).filter(Boolean) : [value];

/**
 * Read each of at most `most` values. Return the values without duplicates, or the first problem. More than `most`
 * values are a problem too.
 */
export function eachOf(values: unknown[], of: Field, most: number, read: (part: unknown) => Accepted): Accepted {
  if (values.length > most) return malformed(of);
  const distinct = new Set<unknown>();
  for (const part of values) {
    const got = read(part);
    if ('problem' in got) return got;
    distinct.add(got.value);
  }
  return { value: [...distinct] };
}
