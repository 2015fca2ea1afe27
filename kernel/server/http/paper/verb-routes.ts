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
import { verbsMeant } from './chosen-verb.ts';
import { actionContract } from './contracts.ts';
import { about, facts } from './route-facts.ts';
import { writtenAnswer } from './written-row.ts';

/**
 * Refuse a verb that the company has closed to the caller's roles (`assertOpened`), by whichever address it is called.
 */
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

/** Result of a verb for one row. */
interface Acted {
  readonly id: unknown;
  readonly row: Readonly<Values>;
}

const acted = (row: Stored): Acted => ({ id: row.id, row });

/** Return the answer of a verb: for one row, the row as the caller may see it; for several, the outcome of each. */
function answerOf(call: RouteCall, paper: AnyPaper, done: unknown): unknown {
  const { row } = done as Partial<Acted>;
  return row ? writtenAnswer(call, paper, row) : done;
}

/**
 * Return the gate for the verbs that a process decides on: approve, reject, withdraw. Return undefined for all others.
 */
function gateOf({ gate }: App, { governed }: Lifecycle, name: string): VerbGate | undefined {
  if (!governed) return undefined;
  const { approve, reject, withdraw, closed = [] } = governed;
  return [approve, reject, withdraw, ...closed].includes(name) ? gate : undefined;
}

/**
 * Do a verb that a process may assign: an assigned person needs no button. Where no process governs the row, the button
 * decides.
 */
async function doGated(call: RouteCall, paper: AnyPaper, name: string, gate: VerbGate): Promise<unknown> {
  await assertVerbOpened(call, paper, name);
  try {
    return await doEachGated(call, paper, name, gate);
  } catch (error) {
    // These refusals reveal which rows exist, so a caller without the button is refused 403 instead.
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

/** Do the verb that the state of the row allows, of several that share an address. Each needs its own button. */
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

/** Return the route `act`, which does the verb of the lifecycle that `action` names. */
export const acting = (paper: AnyPaper): Route[] =>
  paper.lifecycle
    ? [
        {
          ...facts(paper, 'POST', 'act', 'view', about(paper, '业务动作', 'business action'), {
            contract: actionContract(paper, Object.keys(lifeOf(paper).actions)),
          }),
          work: async (call) => {
            assertMay(call.actor, paper, 'view');
            return doAction(call, paper, String(call.body.action ?? ''));
          },
        },
      ]
    : [];

interface Verb {
  readonly name: string;
  readonly path: string;
  readonly action: Action;
}

/**
 * Return the verbs that have an address of their own, other than `submit` and `update`: as the definition names it, or
 * by their own name.
 */
export const verbsOf = (paper: AnyPaper): Verb[] =>
  Object.entries(paper.lifecycle?.actions ?? {})
    .filter(
      ([, action]) =>
        action.from.some((state) => state !== '*') &&
        (paper.readOnly || !['submit', 'update'].includes(action.call?.path ?? '')),
    )
    .map(([name, action]) => ({ name, path: action.call?.path ?? name, action }));

/**
 * Do one of several verbs of an address. The call names it by its action, its name and `when`; otherwise the state of
 * the row decides.
 */
async function doShared(call: RouteCall, paper: AnyPaper, here: readonly Verb[]): Promise<unknown> {
  const { call: place } = here[0].action;
  // A caller who may not read the paper learns nothing about its rows.
  assertMay(call.actor, paper, 'view');
  const sent = (key: string): unknown => call.body[key] ?? call.query[key];
  const by = place?.by ?? 'action';
  const wanted = String(sent(by) ?? (place?.by ? place.action : ''));
  const isNamed = here.some((one) => one.action.call?.action !== undefined || one.name === wanted);
  const named = isNamed ? here.filter((one) => (one.action.call?.action ?? one.name) === wanted) : here;
  const meant = verbsMeant(named, sent);
  if (meant.length > 1)
    return doByState(
      call,
      paper,
      meant.map((one) => one.name),
    );
  return doAction(call, paper, meant.at(0)?.name ?? wanted);
}

/**
 * Routes of verbs. Where several share an address, `action` or the declared input chooses the verb. Without such names
 * the state of the row chooses it.
 */
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
      work: (call) =>
        alone && !alone.action.call?.when ? doAction(call, paper, alone.name) : doShared(call, paper, here),
    };
  });
}
