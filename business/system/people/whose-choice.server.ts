import type { Reading } from '#kernel/server';

/**
 * Return the id of the person whose departments or roles are requested: the caller's, or that of another if the caller
 * may read users. Else `0`, which no person has.
 */
export function whoseChoice(reading: Reading, userId: string | null): string {
  if (!userId || userId === reading.person.id) return reading.person.id;
  return reading.may('blade_user_view') ? userId : '0';
}
