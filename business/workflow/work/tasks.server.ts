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

/** How long a repeat without a key counts as done. */
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

/** A task as it stands, held by nobody. */
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

/** How people are called, for a refusal. */
export async function namesOfPeople({ sql, tenantId }: Reading, ids: readonly (string | null)[]): Promise<string> {
  const rows = await sql.query<{ name: string }>(
    `select real_name as name from ${userFacts} where tenant_id = $1 and id = any($2::bigint[]) order by id limit 10`,
    [tenantId, ids.filter((id) => id !== null)],
  );
  return rows.map((row) => row.name).join('、');
}

/** Holds the instance of a task; null where the same person has just done the same with it. Refuses what was done by others. */
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
  // Somebody was first: what he did stands there now that the lock is ours.
  const done = await readTask(context, taskId);
  if (isRepeat(done)) return null;
  throw refuse.taskDone({ by: await namesOfPeople(context, [done.endedBy]), at: done.endedAt });
}

/** Takes an open task of candidates. */
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

/** What somebody decides about a task. */
export interface DecisionInput {
  readonly taskId: string;
  readonly isPassed: boolean;
  readonly comment: string;
  readonly variables: Variables;
  /** What was changed of the paper besides. */ readonly changes?: PaperChanges;
}

/** Refuse people who started the case, unless the model assigns the node to the starter. */
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

/** The root case of a task. */
const rootOfTask = ({ tree, task }: HeldTask): InstanceRow => {
  const of = mustFind(tree.instances, ({ id }) => id === task.instanceId);
  return mustFind(tree.instances, ({ id }) => id === of.rootId);
};

/** Refuse people who may not approve the paper of a case; what the model assigns to the starter is for the starter as well. */
export async function assertMayApprove(context: Context, held: HeldTask, people: readonly string[]): Promise<void> {
  const { task } = held;
  const { process } = await processDefinitionOf(context.sql, context.tenantId, task.definitionId);
  const part = process.nodes[task.nodeId]?.userTask;
  const root = rootOfTask(held);
  const isOwn = part && isOfStarter(part.assignment, initiatorNames(process));
  const asked = people.filter((id) => !(isOwn && id === root.starterId));
  const entitled = await whoMayApprove(context, root, asked);
  const without = asked.filter((id) => !entitled.has(id));
  if (without.length) throw refuse.noApprovalRight({ names: await namesOfPeople(context, without) });
}

/** May the asking person decide it: it is his, he may claim it (which he does by this), or he is the administrator and says why? */
export async function assertMayDecide(context: Context, held: HeldTask, comment: string): Promise<void> {
  const { person } = context;
  const { task } = held;
  if (task.assigneeId === person.id) return;
  if (task.assigneeId === null && (await isCandidate(context, task.id)))
    return assertMayApprove(context, held, [person.id]);
  if (person.roles.some(holdsEverything) && comment.trim()) return;
  throw refuse.notYourTask({ waitingFor: await namesOfPeople(context, [task.assigneeId]) });
}

/** The variables that a node leaves to its handler. Refuses other names, and what the paper of the case says. */
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

/** Decides a task and lets its process go on. The same decision again within a minute is a success without effect. */
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
