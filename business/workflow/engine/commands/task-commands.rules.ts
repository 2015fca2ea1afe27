import { ProcessError } from '../state/process-error.rules.ts';
import type { Command } from '../state/commands.rules.ts';
import type { PatchOf } from '../state/fixed-fields.rules.ts';
import type { TaskRow } from '../state/rows.rules.ts';
import { dropCandidates, openTasks } from '../run/cancel.rules.ts';
import { noteAssignee } from '../run/tasks/create-task.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { setVariables } from '../run/session/variables.rules.ts';
import { finishTask } from './finish-task.rules.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** Return an open task. Refuse one that does not exist or is closed. */
export function openTask(session: Session, taskId: string): TaskRow {
  const task = session.tasks.get(taskId);
  if (task?.state !== 'open') throw new ProcessError('taskDone', { task: taskId });
  return task;
}

const refuse = (task: TaskRow, why: string): never => {
  throw new ProcessError('notHere', { task: task.id, node: task.nodeId, why });
};

/**
 * Return an open task that can be decided. Refuse a task that is lent and not yet returned, or that waits for people
 * added to sign before it.
 */
function decidable(session: Session, taskId: string): TaskRow {
  const task = openTask(session, taskId);
  if (task.delegation === 'pending') refuse(task, 'delegated');
  if (openTasks(session, task.executionId).some(({ parentId, sign }) => parentId === task.id && sign === 'before'))
    refuse(task, 'signBefore');
  return task;
}

export function assignTask(session: Session, task: TaskRow, change: PatchOf<'tasks'>): TaskRow {
  if (task.assigneeId === null) dropCandidates(session, task.id);
  const assigned = session.tasks.update(task.id, change);
  noteAssignee(session, session.executions.row(task.executionId), assigned);
  return assigned;
}

/** Complete a task with a decision. Deciding an unassigned task claims it. */
export function runComplete(session: Session, command: Of<'complete'>): void {
  const task = decidable(session, command.taskId);
  const { pass: _ignored, ...variables } = command.variables ?? {};
  setVariables(session, session.executions.row(task.executionId), variables);
  const claimed =
    task.assigneeId === null && command.actorId !== undefined
      ? assignTask(session, task, { assigneeId: command.actorId, claimedAt: session.now })
      : task;
  finishTask(session, claimed, {
    pass: command.pass,
    decision: command.pass ? 'pass' : 'reject',
    ...(command.comment !== undefined && { comment: command.comment }),
  });
}

export function runClaim(session: Session, { taskId, userId }: Of<'claim'>): void {
  const task = openTask(session, taskId);
  if (task.assigneeId !== null && task.assigneeId !== userId) throw new ProcessError('taskDone', { task: taskId });
  if (task.assigneeId === null) assignTask(session, task, { assigneeId: userId, claimedAt: session.now });
}

/** Transfer a task to another person. */
export function runTransfer(session: Session, { taskId, userId }: Of<'transfer'>): void {
  const task = decidable(session, taskId);
  assignTask(session, task, { assigneeId: userId, onBehalfOf: null, ownerId: task.ownerId ?? task.assigneeId });
}

/** Lend a task to another person, who prepares it. After the task is returned, its owner decides it. */
export function runDelegate(session: Session, { taskId, userId }: Of<'delegate'>): void {
  const task = decidable(session, taskId);
  if (task.assigneeId === null) refuse(task, 'unclaimed');
  assignTask(session, task, { assigneeId: userId, ownerId: task.assigneeId, delegation: 'pending' });
}

/** Give a lent task back to its owner. */
export function runResolve(session: Session, { taskId, comment }: Of<'resolve'>): void {
  const task = openTask(session, taskId);
  if (task.delegation !== 'pending') refuse(task, 'notDelegated');
  assignTask(session, task, {
    assigneeId: task.ownerId,
    delegation: 'resolved',
    ...(comment !== undefined && { comment }),
  });
}
