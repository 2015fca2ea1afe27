import type { Reading } from '#kernel/server';

/** Whose departments or roles are asked for: one's own, or somebody else's where one may read users. Anybody else's are nobody's. */
export function whoseChoice(reading: Reading, userId: string | null): string {
  if (!userId || userId === reading.person.id) return reading.person.id;
  return reading.may('blade_user_view') ? userId : '0';
}
