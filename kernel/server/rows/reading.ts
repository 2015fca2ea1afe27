import type { Call } from '../http/route.ts';
import { Transaction } from '../write/transaction.ts';

/** Behaviour that only reads still gets the business's context; nothing is kept. */
export const readingOf = async <T>(call: Call, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  call.house.db.read(call.actor.tenancy, async (sql) => work(new Transaction(call.house, call.actor, sql)));
