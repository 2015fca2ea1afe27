import type { Sql } from '#kernel/server';
import type { Message } from '../pack/pack.rules.ts';
import { type MessageSpan, withinUtcDay } from './message-span.rules.ts';
import { countByDay, readSpanMessages } from './read-messages.server.ts';

type Read = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** All messages of a span, oldest first, at most so many at a time; what is read is a day of a device at the most, and no connection is held between. */
export async function* streamMessages(
  read: Read,
  span: MessageSpan,
  atOnce: number,
): AsyncIterable<readonly Message[]> {
  for (const { day, n } of await read((sql) => countByDay(sql, span))) {
    const whole = withinUtcDay(span, day);
    // A day of many messages is read by parts of it: what a device sends is spread over the day.
    const parts = Math.ceil(n / atOnce);
    const step = Math.ceil((whole.until + 1 - whole.from) / parts);
    for (let from = whole.from; from <= whole.until; from += step) {
      const part = { ...whole, from, until: Math.min(whole.until, from + step - 1) };
      const messages = await read((sql) => readSpanMessages(sql, part));
      for (let at = 0; at < messages.length; at += atOnce) yield messages.slice(at, at + atOnce);
    }
  }
}
