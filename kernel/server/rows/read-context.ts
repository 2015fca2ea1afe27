import type { Field } from '#kernel/language/field.ts';
import type { App } from '../app.ts';
import type { RouteCall } from '../http/route.ts';
import { type Transaction, openTransaction } from '../write/transaction.ts';
import type { Actor } from '../session/actor.ts';
import { offering } from './offered.ts';

/** Behaviour that only reads still gets the business's context; nothing is kept. */
export const readingOf = async <T>(
  call: Pick<RouteCall, 'app' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  call.app.db.read(call.actor.tenancy, async (sql) => {
    const reading = openTransaction(call.app, call.actor, sql);
    const answer = await work(reading);
    // That somebody looked is noted too.
    reading.locks.flush();
    return answer;
  });

/** The keys that somebody may choose for a field, where a call tells them; null where the field has none. */
export const offeredTo = async (app: App, actor: Actor, field: Field): Promise<string[] | null> => {
  const told = offering(app, field);
  return told && readingOf({ app, actor }, told);
};
