import { question } from '#kernel/language/rooms/service.ts';

/**
 * The user ids of technicians who work in homes at present, by the ids of the homes; a home without one is absent.
 * Answered by the room that knows visits.
 */
export const workInHomes = question<
  { readonly householdIds: readonly string[] },
  Readonly<Record<string, readonly string[]>>
>('homes.work');
