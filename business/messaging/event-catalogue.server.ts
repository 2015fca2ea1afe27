import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '#kernel/server';

/**
 * Handlers of events by their name. `id` is the row of the event; `happened` identifies the event and is the same when
 * it is repeated.
 */
export type EventCatalogue = Readonly<
  Record<string, (context: Context, id: string, happened: string) => Promise<void>>
>;

/** Handlers of events that send messages, of all rooms. */
export const messageEvents = contribution<EventCatalogue>('messaging.events');
