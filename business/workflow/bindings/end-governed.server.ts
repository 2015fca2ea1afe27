import { type AnyPaper, governedOf, lifeOf } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { variablesNow } from './variables-now.server.ts';
import { judgedOutcome } from './judged-facts.server.ts';
import type { InstanceRow } from '../engine/state/rows.rules.ts';

/** Return the latest comment of a decision in an instance; empty if there is none. */
async function lastComment({ sql, tenantId }: Reading, instanceId: string): Promise<string> {
  const [row] = await sql.query<{ comment: string }>(
    "select comment from wf_task where tenant_id = $1 and instance_id = $2 and state = 'done' order by ended_at desc, id desc limit 1",
    [tenantId, instanceId],
  );
  return row?.comment ?? '';
}

/** Run the verb of the governed paper that follows from the end of its instance: approve, reject or withdraw. */
export async function endGoverned(context: Context, paper: AnyPaper, instance: InstanceRow): Promise<void> {
  const life = lifeOf(paper);
  const { start, approve, reject, withdraw } = governedOf(paper);
  const row = (await context.get(paper, instance.businessId)) as Readonly<Record<string, unknown>>;
  // The row has already left the submitted state: one of its own verbs moved it and thereby ended the instance.
  if (row[life.field] !== life.actions[start].to) return;
  const { outcome, differing } = await judgedOutcome(context, instance, () =>
    variablesNow(context, paper, instance, row),
  );
  // An instance that ends without an outcome has decided nothing, so it must not approve the row.
  const decided = outcome === 'approved' ? approve : outcome === 'rejected' ? reject : withdraw;
  const verb = instance.state === 'completed' ? decided : withdraw;
  const note = differing.length
    ? `审批依据与单据不一致：${differing.join('、')}`
    : (await lastComment(context, instance.id)) || (verb === reject ? '驳回' : null);
  const { note: _, ...sent } = context.sent ?? {};
  const mandate = context.under({ role: 'mandate' });
  await mandate.act(paper, instance.businessId, verb, { ...sent, note, reason: instance.deleteReason || note });
}

/**
 * Run the verb that a node names on the governed paper. `start`, `approve`, `reject` and `withdraw` stand in for the
 * verb of the paper with that meaning.
 */
export async function actForNode(
  context: Context,
  paper: AnyPaper,
  instance: InstanceRow,
  verb: string,
): Promise<void> {
  const governed = lifeOf(paper).governed as Readonly<Record<string, string>> | undefined;
  const note = (await lastComment(context, instance.id)) || '退回';
  const mandate = context.under({ role: 'mandate' });
  await mandate.act(paper, instance.businessId, governed?.[verb] ?? verb, { note, reason: note });
}
