import type { TaskDecision, TaskRow } from '../state/rows.rules.ts';
import { closeTask, openTasks } from '../run/cancel.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { setVariable } from '../run/session/variables.rules.ts';

/** The decision of a task, and how its row is closed. */
interface TaskEnd {
  readonly pass: boolean;
  readonly decision: TaskDecision;
  readonly comment?: string;
  readonly reason?: string;
}

/**
 * Complete a task with a decision. A pass waits while other tasks of the same execution are open, such as requested
 * signatures; a rejection closes them. The signature of a person added before the task does not decide the task.
 */
export function finishTask(session: Session, task: TaskRow, { pass, ...end }: TaskEnd): void {
  closeTask(session, task, { state: 'done', ...end });
  if (task.sign === 'before') return;
  const execution = session.executions.row(task.executionId);
  setVariable(session, execution, 'pass', pass);
  session.instances.update(task.instanceId, { lastDecision: pass ? 'pass' : 'reject' });
  const others = openTasks(session, task.executionId);
  if (pass && others.length > 0) return;
  for (const other of others) closeTask(session, other, { state: 'cancelled', reason: 'decided' });
  session.plan({ step: 'done', executionId: task.executionId, pass });
}
