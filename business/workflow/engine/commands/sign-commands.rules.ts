import type { Command } from '../state/commands.rules.ts';
import { ENGINE_LIMITS } from '../state/limits.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow, TaskRow, VariableValue } from '../state/rows.rules.ts';
import { cancelExecution, closeTask, openTasks } from '../run/cancel.rules.ts';
import { createTask } from '../run/tasks/create-task.rules.ts';
import { isApproval } from '../run/tasks/loop-of.rules.ts';
import { judgeBody } from '../run/tasks/multi-instance.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { personOf } from '../run/tasks/user-task.rules.ts';
import { finishTask } from './finish-task.rules.ts';
import { assignTask, openTask } from './task-commands.rules.ts';

type AddSign = Extract<Command, { readonly type: 'addSign' }>;
type RemoveSign = Extract<Command, { readonly type: 'removeSign' }>;

/**
 * Return the execution that holds all tasks of an approval by several people, from one of these tasks; undefined for
 * other tasks.
 */
function bodyOf(session: Session, task: TaskRow): ExecutionRow | undefined {
  const parent = session.parentOf(session.executions.row(task.executionId));
  return parent?.kind === 'multi' && isApproval(session.nodeOf(parent)) ? parent : undefined;
}

/**
 * Ask further people to sign a task. `before`: the task waits for them; `parallel`: they decide at the same time;
 * `after`: the task passes now and they decide then.
 */
export async function runAddSign(session: Session, { taskId, position, userIds, actorId }: AddSign): Promise<void> {
  const task = openTask(session, taskId);
  if (userIds.length === 0 || userIds.length > ENGINE_LIMITS.instances)
    throw new ProcessError('limit', { instances: userIds.length });
  await session.reserveIds(userIds.length * 2);
  const body = position === 'parallel' && task.sign === '' ? bodyOf(session, task) : undefined;
  if (body) {
    addItems(session, body, userIds);
    return;
  }
  const execution = session.executions.row(task.executionId);
  const node = session.nodeOf(execution);
  for (const userId of userIds) createTask(session, execution, node, { userId }, { parentId: task.id, sign: position });
  if (position !== 'after') return;
  const isFree = task.assigneeId === null && actorId !== undefined;
  const own = isFree ? assignTask(session, task, { assigneeId: actorId, claimedAt: session.now }) : task;
  finishTask(session, own, { pass: true, decision: 'pass' });
}

/** Add an instance for each person. In sequential approvals the added people decide last. */
function addItems(session: Session, body: ExecutionRow, userIds: readonly string[]): void {
  const { loop } = body;
  if (!loop) return;
  if (loop.total + userIds.length > ENGINE_LIMITS.instances)
    throw new ProcessError('limit', { instances: loop.total + userIds.length });
  session.executions.update(body.id, {
    loop: { ...loop, total: loop.total + userIds.length, items: [...(loop.items ?? []), ...userIds] },
  });
  const isInTurn = session.nodeOf(body).userTask?.assignment.mode === 'seq';
  if (isInTurn) return;
  for (const [at] of userIds.entries()) session.plan({ step: 'item', executionId: body.id, index: loop.total + at });
}

/**
 * Withdraw a requested signature, or one task of an approval by several people. Then check whether the approval is now
 * decided.
 */
export function runRemoveSign(session: Session, { taskId, reason = 'removed' }: RemoveSign): void {
  const task = openTask(session, taskId);
  if (task.sign !== '') {
    closeTask(session, task, { state: 'cancelled', reason });
    const isLast = task.sign !== 'before' && openTasks(session, task.executionId).length === 0;
    if (isLast) session.plan({ step: 'done', executionId: task.executionId, pass: true });
    return;
  }
  const body = bodyOf(session, task);
  if (!body?.loop || body.loop.total - body.loop.done < 2)
    throw new ProcessError('notHere', { task: task.id, why: 'lastSigner' });
  const execution = session.executions.row(task.executionId);
  const at = Number(execution.variables.loopCounter ?? 0);
  cancelExecution(session, execution, reason);
  const { loop } = body;
  const items = loop.items?.toSpliced(removedAt(loop.items, at, task), 1) ?? null;
  session.executions.update(body.id, { loop: { ...loop, items, total: loop.total - 1, started: loop.started - 1 } });
  judgeBody(session, body.id);
}

/**
 * Return the index of the person in the values of an approval. Earlier removals shifted the values, so the index at
 * creation counts only if the person is not found.
 */
function removedAt(items: readonly VariableValue[], at: number, { assigneeId }: TaskRow): number {
  const own = items.findIndex((item) => personOf(item)?.userId === assigneeId);
  return own < 0 ? Math.min(at, items.length - 1) : own;
}
