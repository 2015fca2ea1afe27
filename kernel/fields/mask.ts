import type { Mask } from '#kernel/language/field.ts';

/**
 * Mask personal data for readers without the right: 138****1234. `shown` is visible personal data, which only logs
 * omit.
 */
export function masked(value: string, how: Mask): string {
  // An empty value has nothing to hide, and its mask would read as a value.
  if (how === 'shown' || value === '') return value;
  if (how === 'amount') return '****';
  if (how === 'idCard')
    return value.length > 8 ? `${value.slice(0, 4)}${'*'.repeat(value.length - 8)}${value.slice(-4)}` : '****';
  return value.length > 7 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****';
}

/** Return whether a mask changes the value: all but `shown` do. */
export const hides = (how: Mask | undefined): how is Exclude<Mask, 'shown'> => how !== undefined && how !== 'shown';

/**
 * Return whether an input equals the mask of the stored value. A form has then sent the value unchanged, and the stored
 * one remains.
 */
export const isMaskOf = (input: unknown, stored: string | null, how: Mask): boolean =>
  hides(how) &&
  typeof input === 'string' &&
  input.includes('****') &&
  (stored === null || masked(stored, how) === input);
