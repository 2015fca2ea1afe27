import { schedule } from '../run/events/arm.rules.ts';
import { closeTask, dropCandidates, openTasks } from '../run/cancel.rules.ts';
import { noteAssignee } from '../run/tasks/create-task.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { assignedTo } from '../run/tasks/assign.rules.ts';
import { isOfStarter } from '../model/of-starter.rules.ts';
import { triggerTimer } from '../run/events/trigger.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { JobRow, TaskRow } from '../state/rows.rules.ts';
import { nextTimerDue } from '../time/timer.rules.ts';
import { finishTask } from './finish-task.rules.ts';

/** Run a due job: fire a timer, begin the work of an asynchronous node, or apply the timeout of a task. */
export async function runJob(session: Session, jobId: string): Promise<void> {
  const job = session.jobs.get(jobId);
  if (!job) throw new ProcessError('notFound', { job: jobId });
  if (job.kind === 'timer') triggerTimer(session, job);
  else {
    session.jobs.delete(job.id);
    if (job.kind === 'async') session.plan({ step: 'perform', executionId: job.executionId });
    else await runTimeout(session, job);
  }
}

async function runTimeout(session: Session, job: JobRow): Promise<void> {
  const execution = session.executions.row(job.executionId);
  const timeout = session.nodeOf(execution).userTask?.timeout;
  const tasks = openTasks(session, execution.id);
  if (!timeout || tasks.length === 0) return;
  if (timeout.action === 'remind') {
    for (const { id } of tasks)
      session.wishes.push({ kind: 'remind', instanceId: job.instanceId, nodeId: job.nodeId, taskId: id });
    if (job.cycle !== null && (job.repeats ?? 1) > 1)
      schedule(session, execution, job.nodeId, 'timeout', {
        dueAt: nextTimerDue(job.dueAt, job.cycle, session.now),
        cycle: job.cycle,
        repeats: (job.repeats ?? 1) - 1,
      });
  } else if (timeout.action === 'transfer') for (const task of tasks) await handOver(session, task, timeout.transferTo);
  else decide(session, tasks, timeout.action === 'approve');
}

/**
 * Reassign an overdue task to the account that its node names. If that account may not have it, the administrator gets
 * it.
 */
async function handOver(session: Session, task: TaskRow, named: string | undefined): Promise<void> {
  if (named === undefined) return;
  const execution = session.executions.row(task.executionId);
  const assignment = session.nodeOf(execution).userTask!.assignment;
  const to = await assignedTo(session, execution, {
    by: [{ type: 'user', values: [named] }],
    mode: 'single',
    sameAsStarter: isOfStarter(assignment, session.processOf(execution).initiators) ? 'self' : 'admin',
  });
  const userId = to.people[0]?.userId;
  if (userId === undefined) return;
  if (task.assigneeId === null) dropCandidates(session, task.id);
  const reassigned = session.tasks.update(task.id, { assigneeId: userId, ownerId: task.assigneeId });
  noteAssignee(session, execution, reassigned);
}

function decide(session: Session, [first, ...others]: readonly TaskRow[], pass: boolean): void {
  for (const other of others) closeTask(session, other, { state: 'cancelled', reason: 'timeout' });
  if (first) finishTask(session, first, { pass, decision: 'auto', reason: 'timeout' });
}
