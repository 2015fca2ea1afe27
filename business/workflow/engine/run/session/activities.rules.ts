import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../../state/rows.rules.ts';
import type { Session } from './session.rules.ts';

/** The node or flow that a history row records. */
interface Visited {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

const definitionOf = (session: Session, { instanceId }: ExecutionRow): string =>
  session.instances.row(instanceId).definitionId;

function begin(session: Session, execution: ExecutionRow, node: Visited, isOver: boolean): string {
  const id = session.newId();
  const { instanceId, id: executionId } = execution;
  const definitionId = definitionOf(session, execution);
  session.history.open(
    { id, instanceId, definitionId, nodeId: node.id, type: node.type, name: node.name, executionId },
    isOver,
  );
  return id;
}

/** Begin a history row: the execution starts the work of its node. */
export const openActivity = (session: Session, execution: ExecutionRow, node: ProcessNode): ExecutionRow =>
  session.executions.update(execution.id, { activityId: begin(session, execution, node, false) });

/** End the open history row of an execution, as completed or cancelled. */
export function closeActivity(
  session: Session,
  execution: ExecutionRow,
  state: 'completed' | 'cancelled' = 'completed',
  reason = '',
): void {
  if (execution.activityId === null) return;
  session.history.close(execution.activityId, state, reason);
  if (session.executions.get(execution.id)) session.executions.update(execution.id, { activityId: null });
}

/** Record a visit that takes no time, such as a gateway or a thrown event. */
export function passActivity(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  begin(session, execution, node, true);
}

export function passFlow(session: Session, execution: ExecutionRow, flowId: string): void {
  const { id, name } = session.processOf(execution).flow(flowId);
  begin(session, execution, { id, name, type: 'sequenceFlow' }, true);
}
