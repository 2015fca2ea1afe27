import type { Call } from '../http/route.ts';
import { Transaction } from '../write/transaction.ts';

/** Behaviour that only reads still gets the business's context; nothing is kept. */
export const readingOf = async <T>(call: Pick<Call, 'house' | 'actor'>, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  call.house.db.read(call.actor.tenancy, async (sql) => {
    const reading = new Transaction(call.house, call.actor, sql);
    const answer = await work(reading);
    // That somebody looked is noted too.
    reading.held.writeLast();
    return answer;
  });
