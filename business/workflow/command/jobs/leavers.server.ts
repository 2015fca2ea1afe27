import { USER_DISABLED } from '#business/system/people/user/user-events.rules.ts';
import type { App, Context } from '#kernel/server';
import { whoMayApprove } from '../approval-right.server.ts';
import { commandOver, holdTree } from '../run-command.server.ts';
import { writeAction } from '../../store/write-action.server.ts';
import { namesOfPeople } from '../../work/tasks.server.ts';
import { keysWithoutMembers, replaceCandidate } from './candidates-left.server.ts';
import { successorsOf } from './successors.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Event for each instance tree with work of a closed account, so that each tree is handled in its own transaction. */
const WORK_LEFT = 'workflow.workLeft';

/**
 * SQL of the roots of trees with work of the account `$2`. That is an open task that it has, has lent or may claim, or
 * a later turn in a sequential approval.
 */
const TREES = `select distinct root_id::text as "rootId" from (
    select root_id from wf_task where tenant_id = $1 and state = 'open' and assignee_id = $2::bigint
    union all select root_id from wf_task where tenant_id = $1 and state = 'open' and owner_id = $2::bigint and delegation = 'pending'
    union all select t.root_id from wf_task_candidate c join wf_task t on t.id = c.task_id and t.tenant_id = $1 and t.state = 'open' where c.tenant_id = $1 and c.key = any($3::text[])
    union all select root_id from wf_execution where tenant_id = $1 and kind = 'multi'
      and (loop @> jsonb_build_object('items', jsonb_build_array($2::text)) or loop @> jsonb_build_object('items', jsonb_build_array(jsonb_build_object('userId', $2::text))))) x
  order by 1`;

/** Return whether an account is still closed: a reactivated one retains its work. */
async function isClosed({ sql, tenantId }: Context, userId: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from ${userFacts} where tenant_id = $1 and id = $2 and is_deleted = 0 and status = 1`,
    [tenantId, userId],
  );
  return rows.length === 0;
}

async function findWorkLeft(context: Context, userId: string): Promise<void> {
  if (!(await isClosed(context, userId))) return;
  const trees = await context.sql.query<{ rootId: string }>(TREES, [
    context.tenantId,
    userId,
    await keysWithoutMembers(context, userId),
  ]);
  for (const { rootId } of trees) await context.emit(WORK_LEFT, { id: rootId, userId });
}

async function giveWorkLeft(context: Context, rootId: string, userId: string): Promise<void> {
  if (!(await isClosed(context, userId))) return;
  const tree = await holdTree(context, rootId);
  const root = tree.instances.find((one) => one.id === rootId);
  const found = await successorsOf(context, userId);
  const entitled = root ? await whoMayApprove(context, root, found) : new Set(found);
  const successors = found.filter((one) => entitled.has(one));
  const unclaimed = tree.tasks.filter((one) => one.assigneeId === null).map((one) => one.id);
  // The starter may not claim a task of an instance that the starter began.
  const claimants = successors.filter((one) => one !== root?.starterId);
  const taskIds = unclaimed.length
    ? await replaceCandidate(context, { userId, taskIds: unclaimed, successors: claimants })
    : [];
  const { delta } = await commandOver(context, tree, { type: 'reassign', leaverId: userId, successors, taskIds });
  const before = new Map(tree.tasks.map((one) => [one.id, one]));
  const name = await namesOfPeople(context, [userId]);
  for (const task of delta.tasks.changed.filter((one) => before.has(one.id)))
    await writeAction(context, {
      instanceId: task.instanceId,
      taskId: task.id,
      action: 'reassign',
      userIds: [task.assigneeId, task.ownerId].filter(
        (one) => one !== null && one !== before.get(task.id)?.assigneeId,
      ) as string[],
      comment: name,
    });
}

/** Reassign the open work of an account when it is disabled or removed. */
export function listenForLeavers(app: App): void {
  app.outbox.subscribe(USER_DISABLED, (context, { data }) => findWorkLeft(context, String(data.id)));
  app.outbox.subscribe(WORK_LEFT, (context, { data }) => giveWorkLeft(context, String(data.id), String(data.userId)));
}
