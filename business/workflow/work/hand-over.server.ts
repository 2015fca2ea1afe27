import { mustFind } from '#kernel/language/must.ts';
import { type Context, type OwnCall, implement } from '#kernel/server';
import { commandOver, holdTree } from '../command/run-command.server.ts';
import { refuse } from '../refusals.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import { type Offered, isOffered } from './detail/offered.rules.ts';
import { nameSql } from './flow-sql.server.ts';
import { signersOf } from './detail/signers.server.ts';
import type { HeldTask } from '../store/load-tree.server.ts';
import { assertMayApprove, assertMayDecide, assertNotStarter, holdTask } from './tasks.server.ts';
import { offeredPeople } from './detail/people-to-ask.server.ts';
import { addSigners, delegateTask, peopleToAsk, removeSigners, resolveTask, transferTask } from './verbs.calls.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

interface Acted {
  readonly processInstanceId: string;
  readonly taskId: string;
}

/** Lock a task that the caller may decide, and return it. Refuse if its node does not offer `verb`. */
export async function holdOwn(
  context: Context,
  taskId: string,
  comment: string | null,
  verb?: Offered,
): Promise<HeldTask> {
  const held = (await holdTask(context, taskId))!;
  await assertMayDecide(context, held, comment ?? '');
  const { task } = held;
  const { process } = await processDefinitionOf(context.sql, context.tenantId, task.definitionId);
  if (verb && !isOffered(process.nodes[task.nodeId], verb)) throw refuse.notOffered();
  return held;
}

/** Refuse unless all ids are active accounts of the company. */
export async function assertPeople(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await context.sql.query(
    `select 1 from ${userFacts} where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 and status = 1`,
    [context.tenantId, ids],
  );
  if (rows.length < new Set(ids).size) throw refuse.noSuchPerson();
}

/** Refuse accounts that are inactive, of another company, or the caller. */
async function assertOthers(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.includes(context.person.id)) throw refuse.ownTask();
  await assertPeople(context, ids);
}

async function give(
  context: Context,
  type: 'transfer' | 'delegate',
  { taskId, userId, comment }: { readonly taskId: string; readonly userId: string; readonly comment: string | null },
): Promise<Acted> {
  const held = await holdOwn(context, taskId, comment, type);
  const { tree, task } = held;
  await assertOthers(context, [userId]);
  await assertNotStarter(context, held, [userId]);
  await assertMayApprove(context, held, [userId]);
  await commandOver(context, tree, { type, taskId, userId, actorId: context.person.id });
  await writeAction(context, {
    instanceId: task.instanceId,
    taskId,
    action: type,
    userIds: [userId],
    comment: comment ?? '',
  });
  return { processInstanceId: task.instanceId, taskId };
}

async function giveBack(context: Context, taskId: string, comment: string | null): Promise<Acted> {
  const { tree, task } = await holdOwn(context, taskId, comment);
  await commandOver(context, tree, {
    type: 'resolve',
    taskId,
    actorId: context.person.id,
    ...(comment !== null && { comment }),
  });
  await writeAction(context, { instanceId: task.instanceId, taskId, action: 'resolve', comment: comment ?? '' });
  return { processInstanceId: task.instanceId, taskId };
}

/** Refuse people who already sign: by a requested signature of this task, or by an open task at its node. */
async function assertNoSigners(context: Context, taskId: string, ids: readonly string[]): Promise<void> {
  const rows = await context.sql.query<{ name: string }>(
    `select distinct ${nameSql('s.assignee_id')} as name from wf_task t
       join wf_task s on s.tenant_id = $1 and s.instance_id = t.instance_id and s.id <> t.id and s.state = 'open' and (s.parent_id = t.id or s.node_id = t.node_id)
     where t.tenant_id = $1 and t.id = $2 and s.assignee_id = any($3::bigint[])`,
    [context.tenantId, taskId, ids],
  );
  if (rows.length) throw refuse.signsAlready({ names: rows.map((row) => row.name).join('、') });
}

const POSITIONS = ['before', 'after', 'parallel'] as const;

async function ask(
  context: Context,
  {
    taskId,
    userIds,
    position,
    comment,
  }: {
    readonly taskId: string;
    readonly userIds: readonly string[];
    readonly position: string;
    readonly comment: string | null;
  },
): Promise<Acted> {
  const where = POSITIONS.find((one) => one === position);
  if (!where) throw refuse.unknownPosition();
  const held = await holdOwn(context, taskId, comment, 'addSign');
  const { tree, task } = held;
  const people = [...new Set(userIds)];
  await assertOthers(context, people);
  await assertNotStarter(context, held, people);
  await assertMayApprove(context, held, people);
  await assertNoSigners(context, taskId, people);
  await commandOver(context, tree, {
    type: 'addSign',
    taskId,
    position: where,
    userIds: people,
    actorId: context.person.id,
  });
  await writeAction(context, {
    instanceId: task.instanceId,
    taskId,
    action: 'addSign',
    userIds: people,
    comment: comment ?? '',
  });
  return { processInstanceId: task.instanceId, taskId };
}

async function takeOff(
  context: Context,
  {
    taskId,
    userIds,
    comment,
  }: { readonly taskId: string; readonly userIds: readonly string[]; readonly comment: string | null },
): Promise<Acted> {
  const { tree, task } = await holdOwn(context, taskId, comment);
  const rootId = mustFind(tree.instances, (one) => one.id === one.rootId).id;
  const signers = (await signersOf(context, taskId)).filter((one) => userIds.includes(one.userId));
  if (!signers.length) throw refuse.noSigner();
  for (const [at, signer] of signers.entries())
    await commandOver(context, at ? await holdTree(context, rootId) : tree, {
      type: 'removeSign',
      taskId: signer.taskId,
      actorId: context.person.id,
    });
  await writeAction(context, {
    instanceId: task.instanceId,
    taskId,
    action: 'removeSign',
    userIds,
    comment: comment ?? '',
  });
  return { processInstanceId: task.instanceId, taskId };
}

export const handOverCalls: readonly OwnCall[] = [
  implement(peopleToAsk, { read: (asked, reading) => offeredPeople(reading, asked) }),
  implement(transferTask, { write: (asked, context) => give(context, 'transfer', asked) }),
  implement(delegateTask, { write: (asked, context) => give(context, 'delegate', asked) }),
  implement(resolveTask, { write: ({ taskId, comment }, context) => giveBack(context, taskId, comment) }),
  implement(addSigners, { write: (asked, context) => ask(context, asked) }),
  implement(removeSigners, { write: (asked, context) => takeOff(context, asked) }),
];
