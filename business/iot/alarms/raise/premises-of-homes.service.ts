import { question } from '#kernel/language/rooms/service.ts';

/** On which premises homes stand, by the ids of the homes; answered by the room that keeps homes. */
export const premisesOfHomes = question<
  { readonly householdIds: readonly string[] },
  Readonly<Record<string, string | null>>
>('homes.premises');
