import type { Field } from '#kernel/language/field.ts';
import type { House } from '../app.ts';
import type { Call } from '../http/route.ts';
import { type Actor, Transaction } from '../write/transaction.ts';
import { offering } from './offered.ts';

/** Behaviour that only reads still gets the business's context; nothing is kept. */
export const readingOf = async <T>(
  call: Pick<Call, 'house' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  call.house.db.read(call.actor.tenancy, async (sql) => {
    const reading = new Transaction(call.house, call.actor, sql);
    const answer = await work(reading);
    // That somebody looked is noted too.
    reading.held.writeLast();
    return answer;
  });

/** The keys that somebody may choose for a field, where a call tells them; null where the field has none. */
export const offeredTo = async (house: House, actor: Actor, field: Field): Promise<string[] | null> => {
  const told = offering(house, field);
  return told && readingOf({ house, actor }, told);
};
