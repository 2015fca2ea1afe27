import type { TaskDecision, TaskRow } from '../state/rows.rules.ts';
import { closeTask, openTasks } from '../run/cancel.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { setVariable } from '../run/session/variables.rules.ts';

/** How a task ended. */
interface TaskEnd {
  readonly pass: boolean;
  readonly decision: TaskDecision;
  readonly comment?: string;
  readonly reason?: string;
}

/**
 * Ends a task by a decision. Where others sign at the same place, a rejection ends theirs, and a pass waits for them; a signature
 * asked for before one's own decides nothing.
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
