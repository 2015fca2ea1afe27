import type { Field } from '#kernel/language/field.ts';
import type { App } from '../app.ts';
import type { RouteCall } from '../http/route.ts';
import { type Transaction, openTransaction } from '../write/transaction.ts';
import type { Actor } from '../session/actor.ts';
import { offering } from './offered.ts';

/**
 * Run a function that only reads, with the context of rooms but without a transaction. Of its effects only log entries
 * are stored.
 */
export const readingOf = async <T>(
  call: Pick<RouteCall, 'app' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  call.app.db.read(call.actor.tenancy, async (sql) => {
    const reading = openTransaction(call.app, call.actor, sql);
    const answer = await work(reading);
    // Log entries of reads are stored.
    reading.locks.flush();
    return answer;
  });

/** Return the keys that the caller may choose for a field, where a call offers them; null where the field has none. */
export const offeredTo = async (app: App, actor: Actor, field: Field): Promise<string[] | null> => {
  const offered = offering(app, field);
  return offered && readingOf({ app, actor }, offered);
};
