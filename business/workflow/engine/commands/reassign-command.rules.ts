import type { Command } from '../state/commands.rules.ts';
import type { ExecutionRow, TaskRow, VariableValue } from '../state/rows.rules.ts';
import { dropCandidates } from '../run/cancel.rules.ts';
import { type Assigned, whereNobody } from '../run/tasks/assign.rules.ts';
import { isApproval } from '../run/tasks/loop-of.rules.ts';
import { offer, itemOf, personOf } from '../run/tasks/user-task.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { finishTask } from './finish-task.rules.ts';
import { isOfStarter } from '../model/of-starter.rules.ts';
import { assignTask } from './task-commands.rules.ts';

type Reassign = Extract<Command, { readonly type: 'reassign' }>;

/**
 * Reassign the tasks of a leaver (a closed account) to the first eligible successor, otherwise by the node's policy for
 * unassigned tasks. A task that the leaver lent gets the successor as owner; without a successor it stays with the
 * borrower.
 */
export async function runReassign(session: Session, command: Reassign): Promise<void> {
  const isNamed = new Set(command.taskIds);
  for (const task of session.tasks.filter((one) => one.state === 'open')) {
    if (task.delegation === 'pending' && task.ownerId === command.leaverId) giveLoan(session, task, command);
    if (isNamed.has(task.id) || task.assigneeId === command.leaverId) await giveTask(session, task, command);
  }
  giveTurns(session, command);
}

/** Replace the leaver in the later turns of approvals: the people of all turns are fixed when an approval begins. */
function giveTurns(session: Session, command: Reassign): void {
  const isOfLeaver = (item: VariableValue): boolean => personOf(item)?.userId === command.leaverId;
  for (const { id, loop } of session.executions.filter((one) => one.loop?.items?.some(isOfLeaver) ?? false))
    if (loop?.items && isApproval(session.nodeOf(session.executions.row(id))))
      session.executions.update(id, {
        loop: {
          ...loop,
          items: loop.items.map((item, at) =>
            at >= loop.started && isOfLeaver(item) ? turnOf(session, id, command) : item,
          ),
        },
      });
}

/**
 * Return the first successor who may have a later turn of an approval; null if none may, which leaves the turn
 * unassigned.
 */
function turnOf(
  session: Session,
  executionId: string,
  { leaverId, successors }: Reassign,
): ReturnType<typeof itemOf> | null {
  const body = session.executions.row(executionId);
  const { starterId } = session.instances.row(body.instanceId);
  const heir = successors.find((one) => one !== starterId || isStarterAllowed(session, body));
  return heir === undefined ? null : itemOf({ userId: heir, onBehalfOf: leaverId });
}

const nodeOfTask = (session: Session, task: TaskRow) => session.nodeOf(session.executions.row(task.executionId));

/** Return whether the model lets the starter have the tasks of this node. */
function isStarterAllowed(session: Session, execution: ExecutionRow): boolean {
  const { userTask } = session.nodeOf(execution);
  return !userTask || isOfStarter(userTask.assignment, session.processOf(execution).initiators);
}

/** Return the first successor who may decide this task and has no other open task at the node. */
function successorFor(session: Session, task: TaskRow, { successors }: Reassign): string | undefined {
  const { starterId } = session.instances.row(task.instanceId);
  const isOwnAllowed = isStarterAllowed(session, session.executions.row(task.executionId));
  const busy = new Set(
    session.tasks
      .filter((one) => one.state === 'open' && one.nodeId === task.nodeId && one.instanceId === task.instanceId)
      .map((one) => one.assigneeId),
  );
  return successors.find((one) => (isOwnAllowed || one !== starterId) && !busy.has(one));
}

function giveLoan(session: Session, task: TaskRow, command: Reassign): void {
  const heir = successorFor(session, task, command);
  session.tasks.update(
    task.id,
    heir === undefined
      ? { ownerId: null, delegation: '' }
      : { ownerId: heir, onBehalfOf: task.onBehalfOf ?? command.leaverId },
  );
}

async function giveTask(session: Session, task: TaskRow, command: Reassign): Promise<void> {
  const heir = successorFor(session, task, command);
  if (heir !== undefined) {
    assignTask(session, task, { assigneeId: heir, onBehalfOf: command.leaverId });
    return;
  }
  await giveToNobody(session, task, command);
}

/**
 * Return the people of a task without an eligible person. A suspended instance decides nothing: then an administrator
 * is assigned.
 */
async function withoutHeir(session: Session, task: TaskRow): Promise<Assigned> {
  const assignment = nodeOfTask(session, task).userTask?.assignment;
  if (assignment === undefined) return { people: [], keys: [] };
  const isSuspended = session.instances.row(task.instanceId).state === 'suspended';
  const execution = session.executions.row(task.executionId);
  return whereNobody(session, execution, isSuspended ? { ...assignment, empty: 'admin' } : assignment);
}

async function giveToNobody(session: Session, task: TaskRow, { leaverId }: Reassign): Promise<void> {
  const found = await withoutHeir(session, task);
  if (found.auto) {
    finishTask(session, task, { pass: found.auto.pass, decision: 'auto', reason: found.auto.reason });
    return;
  }
  if (task.assigneeId === null) dropCandidates(session, task.id);
  const isClaimed = nodeOfTask(session, task).userTask?.assignment.mode === 'claim' && found.keys.length > 0;
  const [first] = isClaimed ? [] : found.people;
  const reassigned = session.tasks.update(task.id, {
    assigneeId: first?.userId ?? null,
    onBehalfOf: first ? leaverId : null,
    claimedAt: null,
  });
  if (isClaimed) offer(session, task.id, found.keys);
  else if (!first)
    session.wishes.push({
      kind: 'unassigned',
      instanceId: reassigned.instanceId,
      nodeId: reassigned.nodeId,
      taskId: reassigned.id,
    });
}
