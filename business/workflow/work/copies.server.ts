import type { Page } from '#kernel/language/calls/shape.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { type Context, type OwnCall, type Reading, implement } from '#kernel/server';
import { runCommand } from '../engine/run-command.rules.ts';
import type { TaskRow } from '../engine/state/rows.rules.ts';
import { ProcessError } from '../engine/state/process-error.rules.ts';
import { hostFor } from '../command/host.server.ts';
import { membersOfKeys, sendCopies } from '../command/follow-delta.server.ts';
import { refuse } from '../refusals.ts';
import { loadTree, mustRootOf } from '../store/load-tree.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import type { BladeFlow } from './flow-shapes.calls.ts';
import { categoryName, instanceColumns, nameSql, wallMoment } from './flow-sql.server.ts';
import { readProcessCase } from './case.server.ts';
import { assertPeople } from './hand-over.server.ts';
import { assertSeesInstance, takesPart } from './sight.server.ts';
import { namesOfPeople } from './tasks.server.ts';
import { copyList, nextNodes, readCopies, sendCopiesByHand, urgeInstance } from './verbs.calls.ts';
import { flowPage, flowsOf } from './work-lists.server.ts';

/** Minutes between two reminders of one instance, by any person. */
const URGE_MINUTES = 30;

type CopyRow = BladeFlow & {
  readonly id: string;
  readonly readTime: string;
  readonly sentBy: string;
  readonly duration: number;
};

/** Return copies addressed to the caller, newest first. */
async function readCopyList(
  reading: Reading,
  query: { readonly current: number; readonly size: number; readonly category: string | null },
): Promise<Page<{ id: string; readTime: string; sentBy: string; flow: BladeFlow }>> {
  const page = await flowPage<CopyRow>(reading, query, {
    columns: `c.id::text as id, ${wallMoment('c.read_at')} as "readTime", ${nameSql('c.sent_by')} as "sentBy", '' as "taskId", '' as "taskName", c.node_id as "taskDefinitionKey",
      '' as assignee, '' as "assigneeName", '' as "waitsFor", d.category, ${categoryName('d.category', reading.language)} as "categoryName", ${wallMoment('c.created_at')} as "createTime",
      ${wallMoment('i.ended_at')} as "endTime", '' as "claimTime", '' as "dueTime", '' as "historyTaskEndTime", '' as "executionId", ${instanceColumns},
      '' as comment, '' as flag, i.state = 'suspended' as suspended, '' as "historyActivityId", '' as "historyActivityName", '' as "historyActivityType",
      (extract(epoch from coalesce(i.ended_at, $4::timestamptz) - i.started_at) * 1000)::float8 as duration`,
    from: `from wf_cc c join wf_instance i on i.id = c.instance_id and i.tenant_id = $1 join wf_definition d on d.id = i.definition_id and d.tenant_id = $1
      where c.tenant_id = $1 and c.user_id = $2 and ($3::text is null or d.category = $3) and $4::timestamptz is not null`,
    order: 'order by c.created_at desc, c.id desc',
    values: [reading.tenantId, reading.person.id, query.category || null, reading.now()],
  });
  const flows = flowsOf(reading, page, 'finish').records;
  return {
    ...page,
    records: page.records.map(({ id, readTime, sentBy }, at) => {
      const { id: _id, readTime: _read, sentBy: _sent, ...flow } = flows[at] as BladeFlow & Record<string, unknown>;
      return { id, readTime, sentBy, flow: flow as unknown as BladeFlow };
    }),
  };
}

async function markRead(context: Context, ids: readonly string[]): Promise<number> {
  const { sql, tenantId, person } = context;
  const rows = await sql.query(
    'update wf_cc set read_at = $4 where tenant_id = $1 and user_id = $2 and id = any($3::bigint[]) and read_at is null returning id',
    [tenantId, person.id, ids, context.now()],
  );
  return rows.length;
}

/**
 * Send copies of an instance that the caller takes part in; return how many were sent. People with an unread copy get
 * no second one.
 */
async function send(
  context: Context,
  {
    processInstanceId,
    userIds,
    comment,
  }: { readonly processInstanceId: string; readonly userIds: readonly string[]; readonly comment: string },
): Promise<number> {
  await assertSeesInstance(context, processInstanceId);
  if (!(await takesPart(context, processInstanceId))) throw refuse.notPartOfIt();
  await assertPeople(context, userIds);
  await context.lock(`wf copy ${processInstanceId}`);
  const rows = await context.sql.query<{ id: string }>(
    'select user_id::text as id from wf_cc where tenant_id = $1 and instance_id = $2 and user_id = any($3::bigint[]) and read_at is null',
    [context.tenantId, processInstanceId, userIds],
  );
  const waiting = new Set(rows.map((row) => row.id));
  const to = [...new Set(userIds)].filter((id) => !waiting.has(id));
  if (!to.length) return 0;
  const found = await readProcessCase(context, processInstanceId);
  await sendCopies(context, { nodeId: '', userIds: to, comment }, { ...found, id: processInstanceId });
  await writeAction(context, { instanceId: processInstanceId, action: 'cc', userIds: to, comment });
  return to.length;
}

/** Return the people whom these tasks wait for, each with one task: an assigned one, otherwise one to claim. */
async function waitingPeople(context: Context, tasks: readonly TaskRow[]): Promise<Map<string, string>> {
  const waiting = new Map<string, string>();
  const note = (userId: string, taskId: string): void => {
    if (!waiting.has(userId)) waiting.set(userId, taskId);
  };
  for (const task of tasks) if (task.assigneeId) note(task.assigneeId, task.id);
  const keys = await context.sql.query<{ key: string; taskId: string }>(
    'select key, task_id::text as "taskId" from wf_task_candidate where tenant_id = $1 and task_id = any($2::bigint[])',
    [context.tenantId, tasks.filter((one) => one.assigneeId === null).map((one) => one.id)],
  );
  for (const [taskId, of] of Map.groupBy(keys, (one) => one.taskId))
    for (const userId of await membersOfKeys(
      context,
      of.map((one) => one.key),
    ))
      note(userId, taskId);
  return waiting;
}

/** Remind the people whom an instance waits for; return how many were notified. */
async function urge(context: Context, instanceId: string, comment: string): Promise<number> {
  await assertSeesInstance(context, instanceId);
  const rootId = await mustRootOf(context, instanceId);
  await context.lock(`wf urge ${instanceId}`);
  const recent = await context.sql.query(
    `select 1 from wf_action where instance_id = $1 and tenant_id = $2 and action = 'urge' and at > $3::timestamptz - interval '${URGE_MINUTES} minutes' limit 1`,
    [instanceId, context.tenantId, context.now()],
  );
  if (recent.length) throw refuse.urgedAlready({ minutes: URGE_MINUTES });
  const tree = await loadTree(context.sql, context.tenantId, rootId);
  const instance = tree.instances.find((one) => one.id === instanceId);
  if (!instance) throw refuse.instanceOver();
  const waiting = await waitingPeople(context, tree.tasks);
  for (const { id } of tree.tasks)
    await context.call(sendNotice, {
      to: [...waiting].flatMap(([userId, taskId]) => (taskId === id ? [userId] : [])),
      kind: 'system',
      title: ['催办：请尽快处理', 'Reminder: please decide'],
      content: [instance.title, comment].filter(Boolean).join(' · '),
      about: { paper: '', id: '', caption: instance.title },
      place: { taskId: id },
      again: `urge ${id} ${context.now()}`,
    });
  const to = [...waiting.keys()];
  await writeAction(context, { instanceId, action: 'urge', userIds: to, comment });
  return to.length;
}

/** Run a decision on a copy of the tree to find the next tasks. No service is called and nothing is written. */
async function preview(reading: Reading, taskId: string, isPassed: boolean) {
  const [row] = await reading.sql.query<{ rootId: string; instanceId: string; isOpen: boolean }>(
    `select root_id::text as "rootId", instance_id::text as "instanceId", state = 'open' as "isOpen" from wf_task where id = $1 and tenant_id = $2`,
    [taskId, reading.tenantId],
  );
  if (!row) throw refuse.noTask();
  await assertSeesInstance(reading, row.instanceId);
  // A task that is already completed has no next tasks to preview.
  if (!row.isOpen) return { nodes: [], finished: false };
  const tree = await loadTree(reading.sql, reading.tenantId, row.rootId);
  const host = await hostFor(
    reading,
    tree.instances.map((one) => one.definitionId),
  );
  const command = { type: 'complete', taskId, pass: isPassed, actorId: reading.person.id } as const;
  const delta = await runCommand(tree, command, { ...host, service: () => undefined }).catch((error: unknown) => {
    if (error instanceof ProcessError) return null;
    throw error;
  });
  // If the engine would refuse the decision there is no preview; sending it will show the refusal.
  if (!delta) return { nodes: [], finished: false };
  const opened = delta.tasks.inserted.filter((one) => one.state === 'open');
  const nodes = await Promise.all(
    opened.map(async ({ id, nodeId, name, assigneeId }) => {
      const keys = delta.candidates.inserted.filter((one) => one.taskId === id).map((one) => one.key);
      const people = assigneeId ? [assigneeId] : keys.length ? await membersOfKeys(reading, keys) : [];
      return {
        nodeId,
        nodeName: name,
        assigneeName: await namesOfPeople(reading, people),
        isClaimed: assigneeId === null,
      };
    }),
  );
  return { nodes, finished: delta.instances.changed.some((one) => one.id === row.instanceId && one.endedAt !== null) };
}

export const copyCalls: readonly OwnCall[] = [
  implement(copyList, { read: (query, reading) => readCopyList(reading, query) }),
  implement(readCopies, {
    write: async ({ ids }, context) => ({ read: await markRead(context, ids) }),
  }),
  implement(sendCopiesByHand, {
    write: async (query, context) => ({ sent: await send(context, { ...query, comment: query.comment ?? '' }) }),
  }),
  implement(urgeInstance, {
    write: async ({ processInstanceId, comment }, context) => ({
      reminded: await urge(context, processInstanceId, comment ?? ''),
    }),
  }),
  implement(nextNodes, { read: ({ taskId, flag }, reading) => preview(reading, taskId, flag !== 'reject') }),
];
