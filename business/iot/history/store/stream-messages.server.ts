import type { Sql } from '#kernel/server';
import type { Message } from '../pack/pack.rules.ts';
import { type MessageSpan, withinUtcDay } from './message-span.rules.ts';
import { countByDay, readSpanMessages } from './read-messages.server.ts';

type Read = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/**
 * Yield the messages of a span, oldest first, in lists of at most `atOnce`. At most one device-day is read at a time,
 * and no database connection is held between lists.
 */
export async function* streamMessages(
  read: Read,
  span: MessageSpan,
  atOnce: number,
): AsyncIterable<readonly Message[]> {
  for (const { day, n } of await read((sql) => countByDay(sql, span))) {
    const whole = withinUtcDay(span, day);
    // Read a day with many messages in equal parts of time, assuming that messages are evenly spread.
    const parts = Math.ceil(n / atOnce);
    const step = Math.ceil((whole.until + 1 - whole.from) / parts);
    for (let from = whole.from; from <= whole.until; from += step) {
      const part = { ...whole, from, until: Math.min(whole.until, from + step - 1) };
      const messages = await read((sql) => readSpanMessages(sql, part));
      for (let at = 0; at < messages.length; at += atOnce) yield messages.slice(at, at + atOnce);
    }
  }
}
