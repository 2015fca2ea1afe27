import { must } from '#kernel/language/must.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import type { CallInput, OwnCall } from '../../assembly/behaviour.ts';
import { sendStream } from '../../import-export/send.ts';
import { WORKBOOK_TYPE, workbook } from '../../import-export/sheet/workbook.ts';
import type { App } from '../../app.ts';
import { asksNothing } from '../../list/filter-values.ts';
import { http as refuse } from '../../refusals.ts';
import { once } from '../../rows/batch.ts';
import { assertMaySeek } from '../../rows/number-searches.ts';
import { ownCallAddress } from '../../rows/offered.ts';
import { listPage } from '../../rows/read.ts';
import { readingOf } from '../../rows/read-context.ts';
import { writeAbout } from '../../write/log/log.ts';
import { type Transaction, transact } from '../../write/transaction.ts';
import { authorityOf, callerAuthority } from './authority-of.ts';
import { holdsFreeButton } from './free-button.ts';
import type { RouteCall, Route } from '../route.ts';
import { veiled } from '../../rows/present-answer.ts';

/** A query without the words that old clients send for nothing. */
const told = (query: RouteCall['query']): RouteCall['query'] =>
  Object.fromEntries(Object.entries(query).filter(([, given]) => given === '' || !asksNothing(given)));

/** A query without values of fields that a data scope hides from whoever asks: its answer would tell them. What points at a row names what is asked for. */
function withoutHidden({ actor }: RouteCall, paper: AnyPaper, query: RouteCall['query']): RouteCall['query'] {
  const { fields } = visibleTo(actor.person, paper);
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !paper.fields[name] || paper.fields[name].paper || fields[name]),
  );
}

/** Makes a workbook, notes who took it, and sends it. */
async function taken(call: RouteCall, paper: AnyPaper, make: NonNullable<OwnCall['book']>): Promise<unknown> {
  const { name, sheets } = await readingOf(call, (tx) =>
    make(
      {
        query: withoutHidden(call, paper, told(call.query)),
        params: call.params,
        body: call.body,
        pendingSteps: call.session.first,
      },
      tx,
    ),
  );
  await assertMaySeek(call.app, call.actor);
  await transact(call.app, call.actor, (tx) => writeAbout(tx, paper, 'export', name));
  return sendStream(call, workbook(sheets), { name, type: WORKBOOK_TYPE });
}

/** The calls a paper has beyond the standard ones, with the same checks, transaction and repeat rule. */
export const ownCalls = (app: App, paper: AnyPaper): Route[] =>
  (app.behaviours.get(paper.name)?.calls ?? []).flatMap((own) => {
    const route = routeOfCall(app, paper, own);
    return [route, ...(own.of.aliases ?? []).map((path: string): Route => ({ ...route, path, sameAs: route.path }))];
  });

function routeOfCall(app: App, paper: AnyPaper, own: OwnCall): Route {
  return {
    method: own.method,
    path: ownCallAddress(paper, own),
    needs: own.needs,
    summary: own.summary,
    paper,
    contract: own.of,
    ...(own.atFirst && { atFirst: own.atFirst }),
    ...(own.page && { filtersOf: paper }),
    ...(own.most && { most: own.most }),
    ...(own.book && { raw: true, harmless: 'expired' as const }),
    // What only reads changes nothing, by whichever method it is asked.
    ...(own.read && { harmless: 'always' as const }),
    ...(own.write && own.method === 'GET' && { harmless: 'never' as const }),
    work: async (call: RouteCall) => {
      const decision = own.needs === 'person' ? null : decide(call.actor.person, paper, own.needs);
      if ((decision && !decision.allow) || !holdsFreeButton(call.actor.person, own.of)) throw refuse.forbidden();
      // Names that everybody reads, as those of a dictionary, are asked for by whoever is logged in.
      const query = decision ? withoutHidden(call, paper, told(call.query)) : told(call.query);
      const asking: CallInput = { query, params: call.params, body: call.body, pendingSteps: call.session.first };
      // Places in the address narrow a list too.
      if (own.page) return listPage(call.app, call.actor, paper, own.page({ ...query, ...call.params }));
      if (own.book) return taken(call, paper, own.book);
      if (own.read) return readingOf(call, async (tx) => veiled(tx, paper, await must(own.read, 'read')(asking, tx)));
      if (own.method === 'GET') call.reply.header('Cache-Control', 'no-store');
      const authority = decision ? authorityOf(call, paper, own.needs) : callerAuthority(call);
      const write = async (tx: Transaction): Promise<unknown> =>
        veiled(tx, paper, await must(own.write, 'write')(asking, tx));
      return own.secret ? transact(call.app, call.actor, write, authority) : once(call, '', write, authority);
    },
  };
}
