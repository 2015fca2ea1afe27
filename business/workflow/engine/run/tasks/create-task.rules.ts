import type { ProcessNode, UserTaskPart } from '../../model/compiled-process.rules.ts';
import type { AssignedPerson } from '../../state/host.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, TaskRow } from '../../state/rows.rules.ts';
import { addDuration, parseDuration } from '../../time/iso-duration.rules.ts';
import { instantOf } from '../../time/timer.rules.ts';
import { schedule } from '../events/arm.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { evaluateText, evaluateToText, readVariable, RETURN_TO } from '../session/variables.rules.ts';

/** Create a task for an assignee, or for candidates to claim. */
export function createTask(
  session: Session,
  execution: ExecutionRow,
  node: ProcessNode,
  person: AssignedPerson | undefined,
  more: Partial<TaskRow> = {},
): TaskRow {
  const returnTo = readVariable(session, execution, RETURN_TO);
  const task = session.tasks.insert({
    id: session.newId(),
    instanceId: execution.instanceId,
    executionId: execution.id,
    definitionId: session.instances.row(execution.instanceId).definitionId,
    nodeId: node.id,
    name: evaluateToText(session, execution, node.name),
    assigneeId: person?.userId ?? null,
    ownerId: null,
    delegation: '',
    onBehalfOf: person?.onBehalfOf ?? null,
    parentId: null,
    sign: '',
    ...written(session, execution, node),
    state: 'open',
    decision: '',
    comment: '',
    createdAt: session.now,
    claimedAt: null,
    endedAt: null,
    endedBy: null,
    endedReason: '',
    returnTo: typeof returnTo === 'string' ? returnTo : '',
    suspended: false,
    ...more,
  });
  noteAssignee(session, execution, task);
  return task;
}

/** Return the properties of a task, with the expressions of its node evaluated. */
function written(
  session: Session,
  execution: ExecutionRow,
  { userTask: part }: ProcessNode,
): Pick<TaskRow, 'priority' | 'dueAt' | 'formKey'> {
  return {
    priority: Number(part?.priority && evaluateText(session, execution, part.priority)) || 50,
    dueAt: part?.dueDate ? dueDate(session, execution, part.dueDate) : null,
    formKey: part?.formKey ? evaluateToText(session, execution, part.formKey) : '',
  };
}

/** Record a task and its assignee in the open history row of its execution. */
export function noteAssignee(session: Session, execution: ExecutionRow, task: TaskRow): void {
  const { activityId } = session.executions.row(execution.id);
  if (activityId !== null) session.history.change(activityId, { taskId: task.id, assigneeId: task.assigneeId });
}

function dueDate(session: Session, execution: ExecutionRow, text: string): number | null {
  const value = evaluateText(session, execution, text);
  const duration = typeof value === 'string' ? parseDuration(value) : undefined;
  if (duration) return addDuration(session.now, duration);
  return instantOf(value, (local) => session.host.localInstant(local)) ?? null;
}

/** Schedule the timeout of the tasks of a node, if it has one. */
export async function armTimeout(
  session: Session,
  execution: ExecutionRow,
  node: ProcessNode,
  { timeout }: UserTaskPart,
): Promise<void> {
  if (!timeout) return;
  const after = evaluateToText(session, execution, timeout.after);
  const duration = parseDuration(after);
  if (!duration) throw new ProcessError('timer', { node: node.id, value: after });
  const plain = addDuration(session.now, duration);
  const dueAt = timeout.working ? await session.host.addWorkingTime(session.now, plain - session.now) : plain;
  schedule(session, execution, node.id, 'timeout', {
    dueAt,
    cycle: after,
    repeats: timeout.repeat ?? 1,
  });
}
