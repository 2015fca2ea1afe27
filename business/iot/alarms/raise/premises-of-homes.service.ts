import { question } from '#kernel/language/rooms/service.ts';

/** Premises (building complex) of homes, by the ids of the homes; answered by the room that owns homes. */
export const premisesOfHomes = question<
  { readonly householdIds: readonly string[] },
  Readonly<Record<string, string | null>>
>('homes.premises');
