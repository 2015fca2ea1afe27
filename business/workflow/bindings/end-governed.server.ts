import { type AnyPaper, governedOf, lifeOf } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { variablesNow } from './variables-now.server.ts';
import { judgedOutcome } from './judged-facts.server.ts';
import type { InstanceRow } from '../engine/state/rows.rules.ts';

/** The last thing that somebody said in an instance. */
async function lastComment({ sql, tenantId }: Reading, instanceId: string): Promise<string> {
  const [row] = await sql.query<{ comment: string }>(
    "select comment from wf_task where tenant_id = $1 and instance_id = $2 and state = 'done' order by ended_at desc, id desc limit 1",
    [tenantId, instanceId],
  );
  return row?.comment ?? '';
}

/** What the end of an instance means for the paper that it governed: the lifecycle acts, by the word of the process. */
export async function endGoverned(context: Context, paper: AnyPaper, instance: InstanceRow): Promise<void> {
  const life = lifeOf(paper);
  const { start, approve, reject, withdraw } = governedOf(paper);
  const row = (await context.get(paper, instance.businessId)) as Readonly<Record<string, unknown>>;
  // A verb of its own moved it already: the instance followed.
  if (row[life.field] !== life.actions[start].to) return;
  const { outcome, differing } = await judgedOutcome(context, instance, () =>
    variablesNow(context, paper, instance, row),
  );
  // Without an outcome nobody decided: such a case approves nothing.
  const decided = outcome === 'approved' ? approve : outcome === 'rejected' ? reject : withdraw;
  const verb = instance.state === 'completed' ? decided : withdraw;
  const note = differing.length
    ? `审批依据与单据不一致：${differing.join('、')}`
    : (await lastComment(context, instance.id)) || (verb === reject ? '驳回' : null);
  const { note: _, ...sent } = context.sent ?? {};
  const mandate = context.under({ role: 'mandate' });
  await mandate.act(paper, instance.businessId, verb, { ...sent, note, reason: instance.deleteReason || note });
}

/** Acts a verb that a node asks for; the names of the four are those of any governed paper. */
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
