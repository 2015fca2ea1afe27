import { text } from '#kernel/fields/text/text.ts';
import type { Contract } from '#kernel/language/calls/call.ts';
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
import type { Authority } from '../../write/authority.ts';
import { writeAbout } from '../../write/log/log.ts';
import { type Transaction, transact } from '../../write/transaction.ts';
import { authorityOf, callerAuthority } from './authority-of.ts';
import { holdsFreeButton } from './free-button.ts';
import type { RouteCall, Route } from '../route.ts';
import { veiled } from '../../rows/present-answer.ts';

/** Return a query without the values that old clients send for “nothing”. */
const withoutNothing = (query: RouteCall['query']): RouteCall['query'] =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value === '' || !asksNothing(value)));

/**
 * Return a query without values of fields hidden from the caller: the answer would reveal them. References to rows
 * stay, since they name the rows wanted.
 */
function withoutHidden({ actor }: RouteCall, paper: AnyPaper, query: RouteCall['query']): RouteCall['query'] {
  const { fields } = visibleTo(actor.person, paper);
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !paper.fields[name] || paper.fields[name].paper || fields[name]),
  );
}

/** Make a workbook, log the export, and send it. */
async function taken(call: RouteCall, paper: AnyPaper, make: NonNullable<OwnCall['book']>): Promise<unknown> {
  const { name, sheets } = await readingOf(call, (tx) =>
    make(
      {
        query: withoutHidden(call, paper, withoutNothing(call.query)),
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

/**
 * Return the calls of a paper beyond the standard ones. Checks, transaction and the handling of repeated requests are
 * the same.
 */
export const ownCalls = (app: App, paper: AnyPaper): Route[] =>
  (app.behaviours.get(paper.name)?.calls ?? []).flatMap((own) => {
    const route = routeOfCall(app, paper, own);
    return [route, ...(own.of.aliases ?? []).map((path: string): Route => ({ ...route, path, sameAs: route.path }))];
  });

interface OwnWrite {
  readonly paper: AnyPaper;
  readonly own: OwnCall;
  readonly asking: CallInput;
  readonly authority: Authority;
}

/** Do the write of a call in one transaction; a repeated request gets the first answer, unless that is a secret. */
function writtenBy(call: RouteCall, { paper, own, asking, authority }: OwnWrite): Promise<unknown> {
  const write = async (tx: Transaction): Promise<unknown> =>
    veiled(tx, paper, await must(own.write, 'write')(asking, tx));
  return own.secret ? transact(call.app, call.actor, write, authority) : once(call, '', write, authority);
}

/** Return the contract of a call that writes: a caller who acts on behalf of others gives a reason with it. */
const withReason = (of: Contract): Contract =>
  of.query?.reason || of.body?.reason ? of : { ...of, body: { ...of.body, reason: REASON } };

const REASON = text(['原因', 'Reason'], { max: 500 });

function routeOfCall(app: App, paper: AnyPaper, own: OwnCall): Route {
  return {
    method: own.method,
    path: ownCallAddress(paper, own),
    needs: own.needs,
    summary: own.summary,
    paper,
    contract: own.write ? withReason(own.of) : own.of,
    ...(own.atFirst && { atFirst: own.atFirst }),
    ...(own.page && { filtersOf: paper }),
    ...(own.most && { most: own.most }),
    ...(own.book && { raw: true, harmless: 'expired' as const }),
    // A call that only reads is allowed to read-only callers, whatever its HTTP method.
    ...(own.read && { harmless: 'always' as const }),
    ...(own.write && own.method === 'GET' && { harmless: 'never' as const }),
    work: async (call: RouteCall) => {
      const decision = own.needs === 'person' ? null : decide(call.actor.person, paper, own.needs);
      if ((decision && !decision.allow) || !holdsFreeButton(call.actor.person, own.of)) throw refuse.forbidden();
      // Calls for any person, such as those of a dictionary, have no hidden fields.
      const query = decision ? withoutHidden(call, paper, withoutNothing(call.query)) : withoutNothing(call.query);
      const asking: CallInput = { query, params: call.params, body: call.body, pendingSteps: call.session.first };
      // Parameters in the path filter the list as well.
      if (own.page) return listPage(call.app, call.actor, paper, own.page({ ...query, ...call.params }));
      if (own.book) return taken(call, paper, own.book);
      if (own.read) return readingOf(call, async (tx) => veiled(tx, paper, await must(own.read, 'read')(asking, tx)));
      if (own.method === 'GET') call.reply.header('Cache-Control', 'no-store');
      const authority = decision ? authorityOf(call, paper, own.needs) : callerAuthority(call);
      const written = await writtenBy(call, { paper, own, asking, authority });
      return own.after ? own.after(written, { read: (work) => readingOf(call, work) }) : written;
    },
  };
}
