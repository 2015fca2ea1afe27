import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import type { Asking, Call as OwnCall } from '../behaviour.ts';
import { sendStream } from '../exchange/send.ts';
import { WORKBOOK_TYPE, workbook } from '../exchange/sheet/workbook.ts';
import type { House } from '../house.ts';
import { asksNothing } from '../list/asked-values.ts';
import { http as refuse } from '../refusals.ts';
import { once } from '../rows/batch.ts';
import { assertMaySeek } from '../rows/number-searches.ts';
import { addressOf } from '../rows/offered.ts';
import { listPage, reasonInStead } from '../rows/read.ts';
import { readingOf } from '../rows/reading.ts';
import { writeAbout } from '../write/log.ts';
import { type Transaction, transact } from '../write/transaction.ts';
import type { Call, Route } from './route.ts';
import { veiled } from '../rows/veil.ts';

/** A query without the words that old clients send for nothing. */
const told = (query: Call['query']): Call['query'] => Object.fromEntries(Object.entries(query).filter(([, given]) => given === '' || !asksNothing(given)));

/** Makes a workbook, notes who took it, and sends it. */
async function taken(call: Call, paper: AnyPaper, make: NonNullable<OwnCall['book']>): Promise<unknown> {
  const { name, sheets } = await readingOf(call, (tx) => make({ query: told(call.query), params: call.params, body: call.body, owes: call.session.first }, tx));
  await assertMaySeek(call.house, call.actor);
  await transact(call.house, call.actor, (tx) => writeAbout(tx, paper, 'export', name));
  return sendStream(call, workbook(sheets), { name, type: WORKBOOK_TYPE });
}

/** The calls a paper has beyond the standard ones, with the same checks, transaction and repeat rule. */
export function ownCalls(house: House, paper: AnyPaper): Route[] {
  return (house.behaviours.get(paper.name)?.calls ?? []).map((own): Route => ({
    method: own.method, path: addressOf(paper, own), needs: own.needs, summary: own.summary, paper, query: own.query, ...(own.atFirst && { atFirst: own.atFirst }), ...(own.book && { raw: true, harmless: 'expired' as const }),
    work: async (call: Call) => {
      const decision = own.needs === 'person' ? null : decide(call.actor.person, paper, own.needs);
      if (decision && !decision.allow) throw refuse.forbidden();
      const asking: Asking = { query: told(call.query), params: call.params, body: call.body, owes: call.session.first };
      if (own.page) return listPage(call.house, call.actor, paper, own.page(told(call.query)));
      if (own.book) return taken(call, paper, own.book);
      if (own.read) return readingOf(call, async (tx) => veiled(tx, paper, await own.read!(asking, tx)));
      const inStead = decision && reasonInStead(decision, call.body.reason);
      const write = async (tx: Transaction): Promise<unknown> => { tx.stand(inStead, call.body.reason ?? ''); return veiled(tx, paper, await own.write!(asking, tx)); };
      return own.secret ? transact(call.house, call.actor, write) : once(call, '', write);
    },
  }));
}
