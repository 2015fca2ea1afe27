import { mustFind } from '#kernel/language/must.ts';
import type { HeldTask } from '../store/load-tree.server.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import type { Context, Reading } from '#kernel/server';
import type { InstanceRow, TaskRow, Variables } from '../engine/state/rows.rules.ts';
import { whoMayApprove } from '../command/approval-right.server.ts';
import { commandOver } from '../command/run-command.server.ts';
import { refuse } from '../refusals.ts';
import { holdTreeOfTask } from '../store/load-tree.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import { initiatorNames, isOfStarter } from '../engine/model/of-starter.rules.ts';
import { sentWithTask } from '../engine/model/open-variables.rules.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';
import { type PaperChanges, amendByTask, paperOfCase } from './detail/amend-paper.server.ts';
import { isCandidate } from './candidates.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Seconds in which the same decision by the same person counts as a repeat, without an idempotency key. */
const REPEAT_SECONDS = 60;

interface FoundTask {
  readonly id: string;
  readonly rootId: string;
  readonly instanceId: string;
  readonly state: TaskRow['state'];
  readonly assigneeId: string | null;
  readonly decision: string;
  readonly endedBy: string | null;
  readonly endedAt: string;
  readonly isRecent: boolean;
}

/** Return the present state of a task, without a lock. */
async function readTask(reading: Reading, taskId: string): Promise<FoundTask> {
  const { sql, tenantId } = reading;
  const [task] = await sql.query<FoundTask>(
    `select id::text as id, root_id::text as "rootId", instance_id::text as "instanceId", state, assignee_id::text as "assigneeId", decision,
       ended_by::text as "endedBy", coalesce(to_char(ended_at, 'YYYY-MM-DD HH24:MI:SS'), '') as "endedAt",
       coalesce(ended_at >= $3::timestamptz - interval '${REPEAT_SECONDS} seconds', false) as "isRecent"
     from wf_task where id = $1 and tenant_id = $2`,
    [taskId, tenantId, reading.now()],
  );
  if (!task) throw refuse.noTask();
  return task;
}

/** Return the names of accounts as one text, for a refusal. */
export async function namesOfPeople({ sql, tenantId }: Reading, ids: readonly (string | null)[]): Promise<string> {
  const rows = await sql.query<{ name: string }>(
    `select real_name as name from ${userFacts} where tenant_id = $1 and id = any($2::bigint[]) order by id limit 10`,
    [tenantId, ids.filter((id) => id !== null)],
  );
  return rows.map((row) => row.name).join('、');
}

/**
 * Lock the tree of an open task. Return null if the task is completed and `isRepeat` recognises the caller's own
 * action. Otherwise refuse a completed task.
 */
export async function holdTask(
  context: Context,
  taskId: string,
  isRepeat: (task: FoundTask) => boolean = () => false,
): Promise<HeldTask | null> {
  const tree = await holdTreeOfTask(context.sql, context.tenantId, taskId);
  if (!tree) throw refuse.noTask();
  const task = tree.tasks.find((one) => one.id === taskId);
  if (task) {
    if (task.suspended || tree.instances.find((one) => one.id === task.instanceId)?.state === 'suspended')
      throw refuse.suspended();
    return { tree, task };
  }
  // Another request has completed the task. The lock is held now, so its result is visible.
  const done = await readTask(context, taskId);
  if (isRepeat(done)) return null;
  throw refuse.taskDone({ by: await namesOfPeople(context, [done.endedBy]), at: done.endedAt });
}

/** Assign an unassigned task to the caller, who must be one of its candidates. */
export async function takeTask(
  context: Context,
  taskId: string,
): Promise<{ processInstanceId: string; taskId: string }> {
  const held = (await holdTask(context, taskId))!;
  const { tree, task } = held;
  await assertNotStarter(context, held, [context.person.id]);
  const answer = { processInstanceId: task.instanceId, taskId };
  if (task.assigneeId === context.person.id) return answer;
  if (task.assigneeId) throw refuse.taskClaimed({ by: await namesOfPeople(context, [task.assigneeId]) });
  if (!(await isCandidate(context, taskId))) throw refuse.notYourTask({ waitingFor: '' });
  await assertMayApprove(context, held, [context.person.id]);
  await commandOver(context, tree, { type: 'claim', taskId, userId: context.person.id, actorId: context.person.id });
  await writeAction(context, { instanceId: task.instanceId, taskId, action: 'claim' });
  return answer;
}

/** A decision on a task. */
export interface DecisionInput {
  readonly taskId: string;
  readonly isPassed: boolean;
  readonly comment: string;
  readonly variables: Variables;
  /** Changes of the paper with the decision. */ readonly changes?: PaperChanges;
}

/** Refuse if the starter of the instance is among these people, unless the model assigns the task to the starter. */
export async function assertNotStarter(
  context: Context,
  { tree, task }: HeldTask,
  people: readonly string[],
): Promise<void> {
  const instance = tree.instances.find((one) => one.id === task.instanceId);
  if (!instance || !people.includes(instance.starterId)) return;
  const { process } = await processDefinitionOf(context.sql, context.tenantId, task.definitionId);
  const part = process.nodes[task.nodeId]?.userTask;
  if (part && !isOfStarter(part.assignment, initiatorNames(process))) throw refuse.ownCase();
}

/** Return the outermost instance of a task's tree. */
const rootOfTask = ({ tree, task }: HeldTask): InstanceRow => {
  const of = mustFind(tree.instances, ({ id }) => id === task.instanceId);
  return mustFind(tree.instances, ({ id }) => id === of.rootId);
};

/**
 * Refuse if one of these people may not approve the paper of the instance. The starter may, if the model assigns the
 * task to the starter.
 */
export async function assertMayApprove(context: Context, held: HeldTask, people: readonly string[]): Promise<void> {
  const { task } = held;
  const { process } = await processDefinitionOf(context.sql, context.tenantId, task.definitionId);
  const part = process.nodes[task.nodeId]?.userTask;
  const root = rootOfTask(held);
  const isOwn = part && isOfStarter(part.assignment, initiatorNames(process));
  const others = people.filter((id) => !(isOwn && id === root.starterId));
  const entitled = await whoMayApprove(context, root, others);
  const without = others.filter((id) => !entitled.has(id));
  if (without.length) throw refuse.noApprovalRight({ names: await namesOfPeople(context, without) });
}

/**
 * Refuse a decision unless the caller is assigned, may claim the task (and so claims it), or is an administrator who
 * states a reason.
 */
export async function assertMayDecide(context: Context, held: HeldTask, comment: string): Promise<void> {
  const { person } = context;
  const { task } = held;
  if (task.assigneeId === person.id) return;
  if (task.assigneeId === null && (await isCandidate(context, task.id)))
    return assertMayApprove(context, held, [person.id]);
  if (person.roles.some(holdsEverything) && comment.trim()) return;
  throw refuse.notYourTask({ waitingFor: await namesOfPeople(context, [task.assigneeId]) });
}

/** Return the variables that the node lets its handler set. Refuse all others, also fields of the instance's paper. */
async function openVariables(context: Context, { tree, task }: HeldTask, sent: Variables): Promise<Variables> {
  if (Object.keys(sent).length === 0) return {};
  const { process } = await processDefinitionOf(context.sql, context.tenantId, task.definitionId);
  const instance = mustFind(tree.instances, (one) => one.id === task.instanceId);
  const paper = paperOfCase(context, instance);
  const facts = new Set(paper ? [...Object.keys(paper.fields), 'days', 'money'] : []);
  const { open, closed } = sentWithTask(process, process.nodes[task.nodeId], sent, facts);
  if (closed.length) throw refuse.closedVariables({ names: closed.join('、') });
  return open;
}

/** Decide a task and continue its process. The same decision again within a minute succeeds without effect. */
export async function decideTask(
  context: Context,
  { taskId, isPassed, comment, variables, changes }: DecisionInput,
): Promise<{ processInstanceId: string; taskId: string }> {
  const decision = isPassed ? 'pass' : 'reject';
  const held = await holdTask(
    context,
    taskId,
    (done) => done.endedBy === context.person.id && done.decision === decision && done.isRecent,
  );
  if (!held) return { processInstanceId: (await readTask(context, taskId)).instanceId, taskId };
  const { task, tree } = held;
  await assertMayDecide(context, held, comment);
  await assertNotStarter(context, held, [context.person.id]);
  const open = await openVariables(context, held, variables);
  const followed = changes ? await amendByTask(context, held, changes) : {};
  await commandOver(context, tree, {
    type: 'complete',
    taskId,
    actorId: context.person.id,
    pass: isPassed,
    comment,
    variables: { ...open, ...followed },
  });
  await writeAction(context, { instanceId: task.instanceId, taskId, action: decision, comment });
  return { processInstanceId: task.instanceId, taskId };
}
