import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import type { App } from '../../app.ts';
import { http, lifecycleRefusals as refuse } from '../../refusals.ts';
import type { Actor } from '../../session/actor.ts';
import type { RefusedStep } from '../../write/act.ts';
import { ownAuthority } from '../../write/authority.ts';
import { explainAct, verbAct } from '../../write/acts.ts';
import { openTransaction } from '../../write/transaction.ts';
import { closedAtGate, verbsAtGate } from '../read.ts';
import type { Values } from '../stored-row.ts';

/** Steps that refuse an unfinished row: the person may act, once it is complete. */
export const COMPLETENESS: ReadonlySet<string> = new Set(['needs', 'neededLines']);

/**
 * Return why a person may not do a verb to a row now, step by step; empty where nothing refuses it. The steps are those
 * of the act itself, on rows that are not locked; `right` and `gate` stand before and after them.
 */
export async function explainVerb(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  row: Readonly<Values>,
  verb: string,
): Promise<readonly RefusedStep[]> {
  const id = String(row.id);
  const gateVerbs = (await verbsAtGate(app, actor, paper, [row])).get(id);
  // A verb that a process assigns to the person needs no button, and nothing else refuses it.
  if (gateVerbs?.has(verb)) return [];
  const { allow, where } = decide(actor.person, paper, verb);
  if (!allow) return [{ step: 'right', refusal: http.forbidden() }];
  const act = verbAct(ownAuthority(where), paper, [id], verb, {});
  const refused = await app.db.read(actor.tenancy, (sql) => explainAct(openTransaction(app, actor, sql), act));
  const { governed } = lifeOf(paper);
  const isTaken = gateVerbs && (verb === governed?.approve || verb === governed?.reject);
  const isClosed = !gateVerbs && (await closedAtGate(app, actor, paper)).has(verb);
  return isTaken || isClosed ? [...refused, { step: 'gate', refusal: refuse.processDecides() }] : refused;
}
