import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import type { AssignedPerson } from '../../state/host.rules.ts';
import type { ExecutionRow, VariableValue } from '../../state/rows.rules.ts';
import { type Assigned, assignedTo } from './assign.rules.ts';
import { armTimeout, createTask } from './create-task.rules.ts';
import { isApproval, isInstanceOfMulti } from './loop-of.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { setVariable } from '../session/variables.rules.ts';

/** Return a person as one value of several instances. */
export const itemOf = ({ userId, onBehalfOf }: AssignedPerson): VariableValue =>
  onBehalfOf === undefined ? userId : { userId, onBehalfOf };

export function personOf(item: VariableValue | undefined): AssignedPerson | undefined {
  if (typeof item === 'string') return { userId: item };
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
  const { userId, onBehalfOf } = item as { readonly userId: string; readonly onBehalfOf: string };
  return { userId, onBehalfOf };
}

/** Enter a user task: create its task, or decide it automatically by the policies of its node. */
export async function enterUserTask(session: Session, execution: ExecutionRow, node: ProcessNode): Promise<void> {
  const part = node.userTask;
  if (!part) return;
  const assigned = await assignedHere(session, execution, node);
  if (assigned.auto) {
    decideAlone(session, execution, node, assigned);
    return;
  }
  const isClaimed = part.assignment.mode === 'claim' && assigned.keys.length > 0;
  const task = createTask(session, execution, node, isClaimed ? undefined : assigned.people[0]);
  if (task.assigneeId === null) offer(session, task.id, isClaimed ? assigned.keys : []);
  if (task.assigneeId === null && !isClaimed)
    session.wishes.push({ kind: 'unassigned', instanceId: task.instanceId, nodeId: node.id, taskId: task.id });
  await armTimeout(session, execution, node, part);
}

/** Return the person of this instance in an approval by several people, otherwise the people whom the rules find. */
async function assignedHere(session: Session, execution: ExecutionRow, node: ProcessNode): Promise<Assigned> {
  const parent = session.parentOf(execution);
  const part = node.userTask;
  if (!part) return { people: [], keys: [] };
  if (!isApproval(node) || !parent || !isInstanceOfMulti(session, execution))
    return assignedTo(session, execution, part.assignment);
  const person = personOf(parent.loop?.items?.[Number(execution.variables.loopCounter ?? 0)]);
  return { people: person ? [person] : [], keys: [] };
}

/** Let people with one of these candidate keys claim a task. */
export function offer(session: Session, taskId: string, keys: readonly string[]): void {
  if (keys.length > 0)
    session.candidates.set(
      taskId,
      [...new Set(keys)].map((key) => ({ key, createdAt: session.now, taskId })),
    );
}

function decideAlone(session: Session, execution: ExecutionRow, node: ProcessNode, assigned: Assigned): void {
  const pass = assigned.auto?.pass ?? true;
  createTask(session, execution, node, assigned.people[0], {
    state: 'done',
    decision: 'auto',
    endedAt: session.now,
    endedReason: assigned.auto?.reason ?? '',
  });
  setVariable(session, execution, 'pass', pass);
  session.instances.update(execution.instanceId, { lastDecision: pass ? 'pass' : 'reject' });
  session.plan({ step: 'done', executionId: execution.id, pass });
}
