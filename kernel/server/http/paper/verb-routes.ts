import { placeUnder } from '#kernel/language/calls/place.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Action, type Lifecycle, stateFieldOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import { http as refuseHttp, lifecycleRefusals as refuseLife } from '../../refusals.ts';
import { assertOpened } from '../../ports/guarded-calls.ts';
import { allOf, forEachRow, idsOf } from '../../rows/batch.ts';
import { assertMay } from '../../rows/read.ts';
import { chosenIds } from '../../rows/matching.ts';
import type { App } from '../../app.ts';
import type { VerbGate } from '../../ports/gate.ts';
import type { Authority } from '../../write/authority.ts';
import { actOnRows } from '../../write/acts.ts';
import { readStored } from '../../write/rows/lock-rows.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { Transaction } from '../../write/transaction.ts';
import { authorityOf, callerAuthority } from '../calls/authority-of.ts';
import type { RouteCall, Route } from '../route.ts';
import { actionContract } from './contracts.ts';
import { about, facts } from './route-facts.ts';
import { writtenAnswer } from './written-row.ts';

/** A verb is closed with its own address, whichever call asks for it. */
export const assertVerbOpened = (call: RouteCall, paper: AnyPaper, name: string): Promise<void> =>
  assertOpened(
    call.app,
    { method: 'POST', path: placeUnder(paper, lifeOf(paper).actions[name].call?.path ?? name), paper },
    call.actor,
  );

export async function doAction(call: RouteCall, paper: AnyPaper, name: string): Promise<unknown> {
  const life = paper.lifecycle;
  if (!life || !Object.hasOwn(life.actions, name)) throw refuseLife.unknownAction();
  const gate = gateOf(call.app, life, name);
  if (gate) return doGated(call, paper, name, gate);
  assertMay(call.actor, paper, name);
  await assertVerbOpened(call, paper, name);
  const ids = await chosenIds(call, paper);
  const authority = authorityOf(call, paper, name);
  const act = (tx: Transaction, some: readonly string[]): Promise<readonly Stored[]> =>
    actOnRows(tx, tx.authority, paper, some, name, call.body);
  if (life.actions[name].together && ids.length > 1) return allOf(call, paper, ids, (tx) => act(tx, ids), authority);
  const one = async (tx: Transaction, id: string): Promise<Acted> => acted((await act(tx, [id]))[0]);
  return answerOf(call, paper, await forEachRow(call, paper, ids, one, { authority }));
}

/** A row that a verb was done to. */
interface Acted {
  readonly id: unknown;
  readonly row: Readonly<Values>;
}

const acted = (row: Stored): Acted => ({ id: row.id, row });

/** The row that was acted on, as its reader sees it; several answer which succeeded. */
function answerOf(call: RouteCall, paper: AnyPaper, done: unknown): unknown {
  const { row } = done as Partial<Acted>;
  return row ? writtenAnswer(call, paper, row) : done;
}

/** What stands before a verb of a lifecycle that may be governed. */
function gateOf({ gate }: App, { governed }: Lifecycle, name: string): VerbGate | undefined {
  return governed && [governed.approve, governed.reject, governed.withdraw].includes(name) ? gate : undefined;
}

/** A verb that a process may have given to somebody: whoever is asked needs no button, and where nothing governs the row the button decides. */
async function doGated(call: RouteCall, paper: AnyPaper, name: string, gate: VerbGate): Promise<unknown> {
  await assertVerbOpened(call, paper, name);
  try {
    return await doEachGated(call, paper, name, gate);
  } catch (error) {
    // Without the button nobody hears which rows are there.
    if (TELLS_OF_ROWS.has(String((error as { reason?: unknown }).reason))) assertMay(call.actor, paper, name);
    throw error;
  }
}

const TELLS_OF_ROWS = new Set(['row.missing', 'row.noneChosen']);

async function doEachGated(call: RouteCall, paper: AnyPaper, name: string, gate: VerbGate): Promise<unknown> {
  const one = async (tx: Transaction, id: string): Promise<Acted> => {
    const gated = await gate.before(tx.context, { paper, action: name, id, input: call.body });
    if (gated !== 'go') return { id, row: gated };
    const next = tx.under(authorityOf(call, paper, name));
    const authority: Authority = { ...next.authority, by: 'product' };
    return acted((await actOnRows(next, authority, paper, [id], name, call.body))[0]);
  };
  const ids = await chosenIds(call, paper);
  return answerOf(call, paper, await forEachRow(call, paper, ids, one, { authority: callerAuthority(call) }));
}

/** Of several verbs that share a place on the wire, the one that the state of the row allows; each asks for its own button. */
async function doByState(call: RouteCall, paper: AnyPaper, names: readonly string[]): Promise<unknown> {
  const life = lifeOf(paper);
  if (!names.some((name) => decide(call.actor.person, paper, name).allow)) throw refuseHttp.forbidden();
  const one = async (tx: Transaction, id: string): Promise<Acted> => {
    const before = await readStored(tx, paper, id);
    const fits = (name: string): boolean =>
      Boolean(before) &&
      (life.actions[name].from as readonly string[]).includes(String(before![stateFieldOf(life, life.actions[name])]));
    const action = names.find(fits) ?? names[0];
    assertMay(call.actor, paper, action);
    await assertVerbOpened(call, paper, action);
    const next = tx.under(authorityOf(call, paper, action));
    return acted((await actOnRows(next, next.authority, paper, [id], action, call.body))[0]);
  };
  return answerOf(call, paper, await forEachRow(call, paper, idsOf(call), one));
}

/** The verbs of a lifecycle by their own names, whatever the wire of the specification calls them. */
export const acting = (paper: AnyPaper): Route[] =>
  paper.lifecycle
    ? [
        {
          ...facts(paper, 'POST', 'act', 'view', about(paper, '业务动作', 'business action'), {
            contract: actionContract(paper, Object.keys(lifeOf(paper).actions)),
          }),
          work: async (given) => {
            assertMay(given.actor, paper, 'view');
            return doAction(given, paper, String(given.body.action ?? ''));
          },
        },
      ]
    : [];

interface Verb {
  readonly name: string;
  readonly path: string;
  readonly action: Action;
}

/** The verbs that have a place of their own on the wire, beside `submit` and `update`: what the definition says, or their own name. */
export const verbsOf = (paper: AnyPaper): Verb[] =>
  Object.entries(paper.lifecycle?.actions ?? {})
    .filter(
      ([, action]) =>
        action.from.some((state) => state !== '*') &&
        (paper.readOnly || !['submit', 'update'].includes(action.call?.path ?? '')),
    )
    .map(([name, action]) => ({ name, path: action.call?.path ?? name, action }));

/** One of several verbs of a place: that which the call names; where none names its own, that which the state of the row allows. */
async function doShared(given: RouteCall, paper: AnyPaper, here: readonly Verb[]): Promise<unknown> {
  const { call } = here[0].action;
  // Who may not read it learns nothing of its rows.
  assertMay(given.actor, paper, 'view');
  if (here.every((one) => one.action.call?.action === undefined))
    return doByState(
      given,
      paper,
      here.map((one) => one.name),
    );
  const by = call?.by ?? 'action';
  const wanted = String(given.body[by] ?? given.query[by] ?? (call?.by ? call.action : ''));
  const verb = here.find((one) => (one.action.call?.action ?? one.name) === wanted);
  return doAction(given, paper, verb?.name ?? wanted);
}

/** A place of verbs: where several share it, `action` (or what the definition names) chooses; where none names its own, the state of the row. */
export function verbRoutes(paper: AnyPaper): Route[] {
  const verbs = verbsOf(paper);
  return [...new Set(verbs.map((verb) => verb.path))].map((path): Route => {
    const here = verbs.filter((verb) => verb.path === path);
    const alone = here.length === 1 ? here[0] : undefined;
    const label: Label = [
      here.map((verb) => verb.action.label[0]).join('、'),
      here.map((verb) => verb.action.label[1]).join(', '),
    ];
    return {
      ...facts(paper, 'POST', path, alone?.name ?? 'view', about(paper, ...label), {
        contract: actionContract(
          paper,
          here.map((verb) => verb.name),
        ),
      }),
      work: (given) => (alone ? doAction(given, paper, alone.name) : doShared(given, paper, here)),
    };
  });
}
