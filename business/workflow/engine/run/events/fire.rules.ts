import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../../state/rows.rules.ts';
import { openActivity } from '../session/activities.rules.ts';
import { armEventSubProcesses } from './arm.rules.ts';
import { cancelExecution, disarm } from '../cancel.rules.ts';
import type { Session } from '../session/session.rules.ts';

/**
 * Fire a boundary event and return its token. An interrupting event first ends the activity; otherwise the activity
 * goes on, parallel to the token.
 */
export function fireBoundary(session: Session, host: ExecutionRow, boundary: ProcessNode): ExecutionRow | undefined {
  const parent = session.parentOf(host);
  if (!parent) return undefined;
  if (boundary.interrupting !== false) cancelExecution(session, host, boundary.id);
  const token = session.token(parent, boundary.id);
  session.plan({ step: 'fired', executionId: token.id });
  return token;
}

/**
 * Start an event sub-process and return its token. An interrupting one first ends all other executions of the scope.
 */
export function fireEventSubProcess(session: Session, scope: ExecutionRow, start: ProcessNode): ExecutionRow {
  if (start.interrupting !== false) {
    const process = session.processOf(scope);
    disarm(session, scope.id, (nodeId) => process.node(nodeId).type === 'startEvent');
    for (const child of session.children(scope.id)) cancelExecution(session, child, start.id);
  }
  const own = session.token(scope, start.scope, { kind: 'scope' });
  openActivity(session, own, session.nodeOf(own));
  armEventSubProcesses(session, own);
  const token = session.token(own, start.id);
  session.plan({ step: 'fired', executionId: token.id });
  return token;
}
