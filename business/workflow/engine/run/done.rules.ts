import { ENGINE_LIMITS } from '../state/limits.rules.ts';
import type { ProcessNode } from '../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../state/rows.rules.ts';
import { closeActivity } from './session/activities.rules.ts';
import { disarm } from './cancel.rules.ts';
import { recordCompensation } from './events/compensation.rules.ts';
import { endCaseRejected, endInstance } from './instance.rules.ts';
import { endToken } from './leave.rules.ts';
import { endsRejected } from './tasks/decision-asked.rules.ts';
import { isInstanceOfMulti } from './tasks/loop-of.rules.ts';
import { itemDone } from './tasks/multi-instance.rules.ts';
import type { Session } from './session/session.rules.ts';
import { evaluateText, conditionHolds } from './session/variables.rules.ts';

/**
 * Continue after the work of an activity. Repeat its loop, end one of several instances, end the process as rejected,
 * or leave the node.
 */
export function done(session: Session, execution: ExecutionRow, pass: boolean | undefined): void {
  const node = session.nodeOf(execution);
  closeActivity(session, execution);
  disarmWork(session, execution, node);
  recordCompensation(session, session.executions.row(execution.id), node);
  const own = session.executions.update(execution.id, { kind: 'token', compensation: [] });
  if (loopsAgain(session, own, node)) session.plan({ step: 'perform', executionId: execution.id });
  else if (isInstanceOfMulti(session, own)) itemDone(session, own, pass);
  else if (endsRejected(session, own, node, pass)) endCaseRejected(session, own, node);
  else session.plan({ step: 'leave', executionId: execution.id });
}

/** Remove the subscriptions of the work itself. Boundary events stay armed until the node is left. */
function disarmWork(session: Session, execution: ExecutionRow, { id }: ProcessNode): void {
  const process = session.processOf(execution);
  disarm(session, execution.id, (nodeId) => nodeId === id || process.node(nodeId).type === 'startEvent');
}

/** Return whether a standard loop runs again, by its maximal count and its condition. */
function loopsAgain(session: Session, execution: ExecutionRow, { loop }: ProcessNode): boolean {
  if (loop?.kind !== 'standard') return false;
  const times = Number(execution.variables.loopCounter ?? 0) + 1;
  const own = session.executions.update(execution.id, { variables: { ...execution.variables, loopCounter: times } });
  const most = loop.most === undefined ? ENGINE_LIMITS.steps : Number(evaluateText(session, own, loop.most));
  return times < most && (loop.condition === undefined || conditionHolds(session, own, loop.condition));
}

/**
 * Continue a scope in which nothing is live: end the instance, sub-process or event sub-process, or start the next
 * compensation handler.
 */
export function checkScope(session: Session, scope: ExecutionRow): void {
  if (session.children(scope.id).length > 0) return;
  if (scope.state === 'compensating') session.plan({ step: 'compensate', executionId: scope.id });
  else if (scope.kind !== 'scope') return;
  else if (scope.parentId === null) endInstance(session, scope);
  else if (session.nodeOf(scope).triggeredByEvent) {
    disarm(session, scope.id);
    closeActivity(session, scope);
    endToken(session, scope);
  } else session.plan({ step: 'done', executionId: scope.id });
}
