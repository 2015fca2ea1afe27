import { type Label, storedText } from '#kernel/language/label.ts';
import { mustGet } from '#kernel/language/must.ts';
import { sendNotice, taskNoticesDone } from '#kernel/language/rooms/notice.ts';
import { type Context, type Reading, inZone } from '#kernel/server';
import type { Delta, InstanceTree, NodeWish } from '../engine/state/delta.rules.ts';
import type { InstanceRow, TaskRow } from '../engine/state/rows.rules.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';
import { governedPaper } from './approval-right.server.ts';
import { type ProcessBusiness, processBusinesses } from './business.server.ts';
import { judgedOutcome } from '../bindings/judged-facts.server.ts';
import { actForNode, endGoverned } from '../bindings/end-governed.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Event emitted for each thrown message or signal, because instances of other trees may wait for it. */
export const THROWN = 'workflow.thrown';

/** Return all instances of a tree after a command, by id. */
function instancesAfter(tree: InstanceTree, { instances }: Delta): ReadonlyMap<string, InstanceRow> {
  return new Map(
    [...tree.instances, ...instances.inserted, ...instances.changed].map((one): [string, InstanceRow] => [one.id, one]),
  );
}

/** Return the open tasks that this command gave to somebody: new ones, and those with another assignee. */
function handedOver(tree: InstanceTree, { tasks, candidates }: Delta): TaskRow[] {
  const before = new Map(tree.tasks.map((one) => [one.id, one]));
  const claimable = new Set(candidates.inserted.map((one) => one.taskId));
  return [...tasks.inserted, ...tasks.changed].filter(
    (one) =>
      one.state === 'open' &&
      (one.assigneeId !== null || claimable.has(one.id)) &&
      (!before.has(one.id) || mustGet(before, one.id).assigneeId !== one.assigneeId),
  );
}

function about(
  context: Context,
  instance: Pick<InstanceRow, 'title' | 'businessTable' | 'businessId'>,
): { paper: string; id: string; caption: string } {
  const paper = instance.businessTable
    ? context.rooms.flatMap((room) => room.papers).find((one) => one.table === instance.businessTable)
    : undefined;
  return { paper: paper?.name ?? '', id: paper ? instance.businessId : '', caption: instance.title };
}

async function askForTask(context: Context, task: TaskRow, instance: InstanceRow, delta: Delta): Promise<void> {
  const { name } = await processDefinitionOf(context.sql, context.tenantId, instance.definitionId);
  const keys = delta.candidates.inserted.filter((one) => one.taskId === task.id).map((one) => one.key);
  const title: Label = task.assigneeId
    ? [`待办：${task.name}`, `To do: ${task.name}`]
    : [`待签收：${task.name}`, `To be claimed: ${task.name}`];
  await context.call(sendNotice, {
    to: task.assigneeId ? [task.assigneeId] : await membersOfKeys(context, keys),
    kind: 'task',
    title,
    content: [name, instance.title].filter(Boolean).join(' · '),
    about: about(context, instance),
    todo: { taskId: task.id, dueTime: task.dueAt === null ? null : inZone(task.dueAt, context.zone) },
    again: `${task.id} ${task.assigneeId ?? ''}`,
  });
}

/** Return the active accounts that candidate keys stand for. */
export async function membersOfKeys(
  context: Pick<Reading, 'sql' | 'tenantId'>,
  keys: readonly string[],
): Promise<string[]> {
  const ids = (letter: string): string[] =>
    keys.filter((key) => key.startsWith(`${letter}:`)).map((key) => key.slice(2));
  const rows = await context.sql.query<{ id: string }>(
    `select u.id::text as id from ${userFacts} u where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1
       and (u.id = any($2::bigint[]) or u.role_id && $3::bigint[] or u.dept_id && $4::bigint[] or u.post_id && $5::bigint[])`,
    [context.tenantId, ids('u'), ids('r'), ids('d'), ids('p')],
  );
  return rows.map((row) => row.id);
}

/**
 * Run one side effect that a node requested: copies, a reminder, a verb of the governed paper, or the incident of an
 * unassigned task.
 */
async function grant(context: Context, wish: NodeWish, instance: InstanceRow): Promise<void> {
  if (wish.kind === 'copy') return sendCopies(context, wish, instance);
  if (wish.kind === 'unassigned')
    await context.sql.query(
      `insert into wf_incident (id, tenant_id, instance_id, kind, node_id, task_id, message, created_at) values ($1, $2, $3, 'unassigned', $4, $5, $6, $7)`,
      [
        await context.newId(),
        context.tenantId,
        instance.id,
        wish.nodeId,
        wish.taskId,
        storedText(['没有找到处理人', 'Nobody was found for the task']),
        context.now(),
      ],
    );
  if (wish.kind === 'remind') await remind(context, wish.taskId, instance);
  const paper = wish.kind === 'verb' ? governedPaper(context, instance.businessTable) : undefined;
  if (wish.kind === 'verb' && paper) await actForNode(context, paper, instance, wish.verb);
}

/** Resolve the incidents of tasks that were unassigned and are now assigned or done. */
async function endUnassigned(context: Context, taskIds: readonly string[]): Promise<void> {
  if (!taskIds.length) return;
  await context.sql.query(
    "update wf_incident set resolved_at = $3 where tenant_id = $1 and task_id = any($2::bigint[]) and kind = 'unassigned' and resolved_at is null",
    [context.tenantId, taskIds, context.now()],
  );
}

/** Let people read an instance and notify them. An empty `nodeId` marks a copy that a person sent by hand. */
export async function sendCopies(
  context: Context,
  {
    nodeId,
    userIds,
    comment = '',
  }: { readonly nodeId: string; readonly userIds: readonly string[]; readonly comment?: string },
  instance: Pick<InstanceRow, 'id' | 'title' | 'businessTable' | 'businessId'>,
): Promise<void> {
  for (const userId of userIds)
    await context.sql.query(
      `insert into wf_cc (id, tenant_id, instance_id, node_id, user_id, sent_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [await context.newId(), context.tenantId, instance.id, nodeId, userId, context.person.id, context.now()],
    );
  await context.call(sendNotice, {
    to: userIds,
    kind: 'system',
    title: ['流程抄送', 'Copy of a process'],
    content: [instance.title, comment].filter(Boolean).join(' · '),
    about: about(context, instance),
    place: { caseId: instance.id },
    again: `copy ${instance.id} ${nodeId} ${context.now()}`,
  });
}

async function remind(context: Context, taskId: string, instance: InstanceRow): Promise<void> {
  const [task] = await context.sql.query<{ assigneeId: string | null; name: string }>(
    'select assignee_id::text as "assigneeId", name from wf_task where id = $1 and tenant_id = $2',
    [taskId, context.tenantId],
  );
  if (!task?.assigneeId) return;
  await context.call(sendNotice, {
    to: [task.assigneeId],
    kind: 'system',
    title: [`超时提醒：${task.name}`, `Overdue: ${task.name}`],
    content: instance.title,
    about: about(context, instance),
    place: { taskId },
    again: `remind ${taskId} ${context.now()}`,
  });
}

/** Apply the end of a root instance to its paper. An instance that another one called has no effect on the paper. */
async function endBusiness(context: Context, instance: InstanceRow): Promise<void> {
  if (instance.parentId !== null) return;
  const paper = governedPaper(context, instance.businessTable);
  if (paper) await endGoverned(context, paper, instance);
  for (const business of context.contributions(processBusinesses))
    if (business.table === instance.businessTable) await endOf(context, business, instance);
}

/**
 * Notify a paper of the end of its instance. An approval whose facts have changed since is passed on as a rejection.
 */
async function endOf(context: Context, { facts, ended }: ProcessBusiness, instance: InstanceRow): Promise<void> {
  if (!facts) return ended(context, instance);
  const { outcome } = await judgedOutcome(context, instance, () => facts(context, instance.businessId));
  await ended(context, { ...instance, outcome });
}

/** Notify the people concerned by a command, and apply its effects on papers, in the same transaction. */
export async function followDelta(context: Context, tree: InstanceTree, delta: Delta): Promise<void> {
  const instances = instancesAfter(tree, delta);
  const opened = handedOver(tree, delta);
  const known = new Set(tree.tasks.map((one) => one.id));
  const settled = [
    ...delta.tasks.changed.filter((one) => one.state !== 'open').map((one) => one.id),
    ...opened.map((one) => one.id).filter((id) => known.has(id)),
  ];
  const unassigned = new Set(tree.tasks.filter((one) => one.assigneeId === null).map((one) => one.id));
  await Promise.all([
    ...(settled.length ? [context.call(taskNoticesDone, { taskIds: settled })] : []),
    endUnassigned(
      context,
      settled.filter((id) => unassigned.has(id)),
    ),
    ...opened.map((task) => askForTask(context, task, mustGet(instances, task.instanceId), delta)),
  ]);
  for (const wish of delta.wishes) await grant(context, wish, mustGet(instances, wish.instanceId));
  for (const thrown of delta.thrown) await context.emit(THROWN, { ...thrown });
  const standing = new Map(tree.instances.map((one) => [one.id, one.state]));
  const moved = [...delta.instances.inserted, ...delta.instances.changed].filter(
    (one) => one.businessTable && one.endedAt !== null && standing.get(one.id) !== one.state,
  );
  for (const instance of moved) await endBusiness(context, instance);
}
