import { storedText } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { applyDelta } from '../engine/state/apply-delta.rules.ts';
import type { Delta, InstanceTree } from '../engine/state/delta.rules.ts';

/** Return whether a process instance can continue: it has an open task, job or subscription. */
const canMove = ({ tasks, jobs, subscriptions }: InstanceTree): boolean =>
  tasks.length + jobs.length + subscriptions.length > 0;

const isRunning = ({ instances }: InstanceTree): boolean => instances.some(({ endedAt }) => endedAt === null);

/**
 * Return the node of a stuck instance, which is the node of a token without child executions; empty if there is none.
 */
function stuckAt({ executions }: InstanceTree): string {
  const parents = new Set(executions.map(({ parentId }) => parentId));
  return executions.find(({ id, nodeId }) => nodeId !== '' && !parents.has(id))?.nodeId ?? '';
}

/** The message of the incident that a stuck instance opens. */
export const STUCK_WORDS = storedText([
  '流程停在此处：没有待办、定时或等待中的事件',
  'The case cannot go on: no task, timer or event is open',
]);

/**
 * Open an incident when a running instance has no open task, job or subscription, and resolve it when it goes on or
 * ends. A finally failed job already has its own incident.
 */
export async function noteStuck(context: Context, rootId: string, before: InstanceTree, delta: Delta): Promise<void> {
  const after = applyDelta(before, delta);
  const isStuck = isRunning(after) && !canMove(after);
  const wasStuck = isRunning(before) && !canMove(before);
  if (isStuck && !wasStuck)
    await context.sql.query(
      `insert into wf_incident (id, tenant_id, instance_id, kind, node_id, message, created_at)
       select $1, $2, $3, 'stuck', $4, $5, $6 where not exists (select 1 from wf_incident n join wf_instance i on i.id = n.instance_id and i.tenant_id = $2
         where n.tenant_id = $2 and i.root_id = $3 and n.resolved_at is null)`,
      [await context.newId(), context.tenantId, rootId, stuckAt(after), STUCK_WORDS, context.now()],
    );
  else if (wasStuck && !isStuck)
    await context.sql.query(
      `update wf_incident n set resolved_at = $3 from wf_instance i where i.id = n.instance_id and i.tenant_id = $1 and i.root_id = $2
       and n.tenant_id = $1 and n.kind = 'stuck' and n.resolved_at is null`,
      [context.tenantId, rootId, context.now()],
    );
}
