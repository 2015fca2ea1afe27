import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '#kernel/server';

/** What follows from an event about a row. `happened` is the same at every repeat of the event. */
export type EventCatalogue = Readonly<
  Record<string, (context: Context, id: string, happened: string) => Promise<void>>
>;

/** The events of every room that somebody is told of. */
export const messageEvents = contribution<EventCatalogue>('messaging.events');
