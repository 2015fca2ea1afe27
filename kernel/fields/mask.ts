import type { Mask } from '#kernel/language/field.ts';

/** Personal data as it is shown to those who may not read it: 138****1234. `shown` is personal but visible: it is only kept out of logs. */
export function masked(value: string, how: Mask): string {
  if (how === 'shown') return value;
  if (how === 'amount') return '****';
  if (how === 'idCard')
    return value.length > 8 ? `${value.slice(0, 4)}${'*'.repeat(value.length - 8)}${value.slice(-4)}` : '****';
  return value.length > 7 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****';
}

/** Does the mask hide anything? */
export const hides = (how: Mask | undefined): how is Exclude<Mask, 'shown'> => how !== undefined && how !== 'shown';

/** A masked value that comes back unchanged means: leave what is stored. */
export const isMaskOf = (given: unknown, stored: string | null, how: Mask): boolean =>
  hides(how) &&
  typeof given === 'string' &&
  given.includes('****') &&
  (stored === null || masked(stored, how) === given);
