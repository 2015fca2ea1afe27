import type { ProcessNode } from '../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../state/rows.rules.ts';
import type { Session } from './session.rules.ts';

const definitionOf = (session: Session, { instanceId }: ExecutionRow): string =>
  session.instances.row(instanceId).definitionId;

function begin(session: Session, execution: ExecutionRow, { id: nodeId, type, name }: ProcessNode): string {
  const id = session.newId();
  session.history.open({
    id,
    instanceId: execution.instanceId,
    definitionId: definitionOf(session, execution),
    nodeId,
    type,
    name,
    executionId: execution.id,
  });
  return id;
}

/** Writes that an execution works on its node now. */
export const openActivity = (session: Session, execution: ExecutionRow, node: ProcessNode): ExecutionRow =>
  session.executions.update(execution.id, { activityId: begin(session, execution, node) });

/** Writes that it is done with it, or that it was ended. */
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

/** A node that takes no time: a gateway, a thrown event. */
export function passActivity(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  session.history.close(begin(session, execution, node), 'completed');
}

export function passFlow(session: Session, execution: ExecutionRow, flowId: string): void {
  session.history.flow(session.processOf(execution).flow(flowId), {
    id: session.newId(),
    instanceId: execution.instanceId,
    definitionId: definitionOf(session, execution),
    executionId: execution.id,
  });
}
