import type { ExecutionRow, InstanceRow, TaskDecision, TaskRow } from '../state/rows.rules.ts';
import { closeActivity } from './session/activities.rules.ts';
import type { Session } from './session/session.rules.ts';

/** Delete subscriptions and timers of an execution, at all nodes or at those for which `matches` is true. */
export function disarm(session: Session, executionId: string, matches: (nodeId: string) => boolean = () => true): void {
  for (const one of session.subscriptions.filter((row) => row.executionId === executionId && matches(row.nodeId)))
    session.subscriptions.delete(one.id);
  for (const one of session.jobs.filter((row) => row.executionId === executionId && matches(row.nodeId)))
    session.jobs.delete(one.id);
}

/** End an open task and remove its candidates. */
export function closeTask(
  session: Session,
  task: TaskRow,
  end: {
    readonly state: 'done' | 'cancelled';
    readonly decision?: TaskDecision;
    readonly reason?: string;
    readonly comment?: string;
  },
): void {
  if (task.assigneeId === null) dropCandidates(session, task.id);
  session.tasks.update(task.id, {
    state: end.state,
    decision: end.decision ?? '',
    comment: end.comment ?? task.comment,
    endedAt: session.now,
    endedBy: session.actorId,
    endedReason: end.reason ?? '',
  });
}

export function dropCandidates(session: Session, taskId: string): void {
  if (!session.candidates.delete(taskId)) session.withoutCandidates.add(taskId);
}

export const openTasks = (session: Session, executionId: string): TaskRow[] =>
  session.tasks.filter((task) => task.executionId === executionId && task.state === 'open');

/** End an execution with all live rows below it: executions, tasks, timers, called instances. */
export function cancelExecution(session: Session, execution: ExecutionRow, reason: string): void {
  for (const child of session.children(execution.id)) cancelExecution(session, child, reason);
  for (const called of session.instances.filter(({ parentExecutionId }) => parentExecutionId === execution.id))
    if (called.endedAt === null) cancelInstance(session, called, 'cancelled', reason);
  for (const task of openTasks(session, execution.id)) closeTask(session, task, { state: 'cancelled', reason });
  disarm(session, execution.id);
  closeActivity(session, execution, 'cancelled', reason);
  session.executions.delete(execution.id);
}

/** End an instance early, with all of its live rows. */
export function cancelInstance(
  session: Session,
  instance: InstanceRow,
  state: 'cancelled' | 'withdrawn' | 'error',
  reason: string,
): void {
  const scope = session.executions.get(instance.id);
  if (scope) cancelExecution(session, scope, reason);
  session.instances.update(instance.id, { state, endedAt: session.now, deleteReason: reason });
}
