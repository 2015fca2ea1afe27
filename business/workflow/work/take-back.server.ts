import { type Context, type OwnCall, type Reading, implement } from '#kernel/server';
import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import { commandOver, holdTree } from '../command/run-command.server.ts';
import { returnTargets } from '../engine/view/return-targets.rules.ts';
import { refuse } from '../refusals.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';
import { rootOf } from '../store/load-tree.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import { nameSql, wallMoment } from './flow-sql.server.ts';
import { holdOwn } from './hand-over.server.ts';
import { assertSeesInstance } from './sight.server.ts';
import { backNodes, retrieveTask, returnTask, withdrawInstance } from './verbs.calls.ts';

type BackNode = AnswerOf<typeof backNodes>[number];

/** Return the user tasks that the instance of a task has completed at other nodes, the latest visit first. */
const visitedBefore = ({ sql, tenantId }: Reading, taskId: string): Promise<BackNode[]> =>
  sql.query<BackNode>(
    `select x."nodeId", x."nodeName", x."assigneeName", x."endTime" from (
       select distinct on (a.node_id) a.node_id as "nodeId", a.name as "nodeName", ${nameSql('coalesce(d.ended_by, a.assignee_id)')} as "assigneeName", ${wallMoment('a.ended_at')} as "endTime", a.id
       from wf_task t join wf_activity a on a.tenant_id = $1 and a.instance_id = t.instance_id left join wf_task d on d.id = a.task_id and d.tenant_id = $1
       where t.tenant_id = $1 and t.id = $2 and a.type = 'userTask' and a.state = 'completed' and a.node_id <> t.node_id order by a.node_id, a.id desc) x order by x.id desc`,
    [tenantId, taskId],
  );

/** Return the nodes to which a task may be returned: visited ones that the engine can go back to. */
async function backNodesOf(reading: Reading, taskId: string): Promise<BackNode[]> {
  const [task] = await reading.sql.query<{ definitionId: string; nodeId: string }>(
    'select definition_id::text as "definitionId", node_id as "nodeId" from wf_task where id = $1 and tenant_id = $2',
    [taskId, reading.tenantId],
  );
  if (!task) throw refuse.noTask();
  const visited = await visitedBefore(reading, taskId);
  const { process } = await processDefinitionOf(reading.sql, reading.tenantId, task.definitionId);
  const names = visited.map((one) => one.nodeId);
  const targets = new Set(returnTargets(process, names, task.nodeId));
  return visited.filter((one) => targets.has(one.nodeId));
}

async function instanceOfTask({ sql, tenantId }: Reading, taskId: string): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    'select instance_id::text as id from wf_task where id = $1 and tenant_id = $2',
    [taskId, tenantId],
  );
  if (!row) throw refuse.noTask();
  return row.id;
}

async function sendBack(
  context: Context,
  {
    taskId,
    nodeId,
    comment,
    straightBack,
  }: { readonly taskId: string; readonly nodeId: string; readonly comment: string; readonly straightBack: boolean },
): Promise<{ processInstanceId: string; taskId: string }> {
  const { tree, task } = await holdOwn(context, taskId, comment, 'return');
  if (!(await backNodesOf(context, taskId)).some((one) => one.nodeId === nodeId)) throw refuse.notVisited();
  await commandOver(context, tree, {
    type: 'return',
    taskId,
    to: nodeId,
    comment,
    straightBack,
    actorId: context.person.id,
  });
  await writeAction(context, { instanceId: task.instanceId, taskId, action: 'return', comment });
  return { processInstanceId: task.instanceId, taskId };
}

/** Return how many tasks people have completed in an instance and in the instances that it called. */
async function doneIn({ sql, tenantId }: Reading, rootId: string): Promise<number> {
  const [{ n }] = await sql.query<{ n: number }>(
    "select count(*)::int as n from wf_task where tenant_id = $1 and root_id = $2 and state = 'done' and decision <> 'auto'",
    [tenantId, rootId],
  );
  return n;
}

/** Refuse if people have completed more than one task of the tree: then its starter can no longer withdraw it. */
export async function assertNotTooLate(reading: Reading, rootId: string): Promise<void> {
  if ((await doneIn(reading, rootId)) > 1) throw refuse.tooLate();
}

/**
 * Lock an instance that its starter may still withdraw, and return its tree. Refuse it after a second task was
 * completed.
 */
async function holdWithdrawable(
  context: Context,
  processInstanceId: string,
): Promise<Awaited<ReturnType<typeof holdTree>>> {
  const rootId = await rootOf(context.sql, context.tenantId, processInstanceId);
  if (!rootId) throw refuse.noInstance();
  const tree = await holdTree(context, rootId);
  const instance = tree.instances.find((one) => one.id === processInstanceId);
  if (!instance) throw refuse.instanceOver();
  if (instance.starterId !== context.person.id) throw refuse.notYours();
  await assertNotTooLate(context, rootId);
  return tree;
}

async function withdraw(
  context: Context,
  { processInstanceId, comment }: { readonly processInstanceId: string; readonly comment: string | null },
): Promise<{ processInstanceId: string; taskId: string }> {
  await assertSeesInstance(context, processInstanceId);
  const tree = await holdWithdrawable(context, processInstanceId);
  await commandOver(context, tree, {
    type: 'cancel',
    instanceId: processInstanceId,
    reason: comment ?? '',
    state: 'withdrawn',
    actorId: context.person.id,
  });
  await writeAction(context, { instanceId: processInstanceId, action: 'withdraw', comment: comment ?? '' });
  return { processInstanceId, taskId: '' };
}

interface Following {
  readonly id: string;
  readonly isOpen: boolean;
  readonly isSeen: boolean;
}

/** Return the tasks created after a completed task, with whether each was opened by its assignee. */
const followingOf = ({ sql, tenantId }: Reading, taskId: string): Promise<Following[]> =>
  sql.query<Following>(
    `select n.id::text as id, n.state = 'open' as "isOpen", n.seen_at is not null or n.claimed_at is not null as "isSeen"
     from wf_task t join wf_task n on n.tenant_id = $1 and n.instance_id = t.instance_id and n.id > t.id and n.created_at >= t.ended_at and n.state in ('open', 'done')
     where t.tenant_id = $1 and t.id = $2 order by n.id`,
    [tenantId, taskId],
  );

/**
 * Return why a decision cannot be taken back; undefined if it can, because the next tasks are open and not seen yet.
 */
function refusalToRetrieve(next: readonly Following[]): ReturnType<typeof refuse.tooLate> | undefined {
  if (!next.some((one) => one.isOpen)) return refuse.instanceOver();
  if (next.some((one) => !one.isOpen)) return refuse.tooLate();
  return next.some((one) => one.isSeen) ? refuse.alreadySeen() : undefined;
}

/** Return whether the decision of a task can still be taken back. */
export const isRetrievable = async (reading: Reading, taskId: string): Promise<boolean> =>
  refusalToRetrieve(await followingOf(reading, taskId)) === undefined;

/** Return whether the starter can still withdraw a running instance. */
export async function isWithdrawable(reading: Reading, instanceId: string): Promise<boolean> {
  const rootId = await rootOf(reading.sql, reading.tenantId, instanceId);
  return rootId !== undefined && (await doneIn(reading, rootId)) <= 1;
}

/** Take back the last decision, before a later task was opened or claimed. */
async function retrieve(context: Context, taskId: string): Promise<{ processInstanceId: string; taskId: string }> {
  const [mine] = await context.sql.query<{
    rootId: string;
    instanceId: string;
    nodeId: string;
    endedBy: string | null;
  }>(
    `select root_id::text as "rootId", instance_id::text as "instanceId", node_id as "nodeId", ended_by::text as "endedBy"
     from wf_task where id = $1 and tenant_id = $2`,
    [taskId, context.tenantId],
  );
  if (!mine || mine.endedBy !== context.person.id) throw refuse.noTask();
  const tree = await holdTree(context, mine.rootId);
  const next = await followingOf(context, taskId);
  const no = refusalToRetrieve(next);
  if (no) throw no;
  await commandOver(context, tree, {
    type: 'return',
    taskId: next[0].id,
    to: mine.nodeId,
    comment: '',
    actorId: context.person.id,
  });
  await writeAction(context, { instanceId: mine.instanceId, taskId, action: 'retrieve' });
  return { processInstanceId: mine.instanceId, taskId };
}

export const takeBackCalls: readonly OwnCall[] = [
  implement(backNodes, {
    async read({ taskId }, reading) {
      await assertSeesInstance(reading, await instanceOfTask(reading, taskId));
      return backNodesOf(reading, taskId);
    },
  }),
  implement(returnTask, {
    write: ({ straightBack, ...asked }, context) =>
      sendBack(context, { ...asked, straightBack: straightBack === true }),
  }),
  implement(withdrawInstance, { write: (asked, context) => withdraw(context, asked) }),
  implement(retrieveTask, { write: ({ taskId }, context) => retrieve(context, taskId) }),
];
