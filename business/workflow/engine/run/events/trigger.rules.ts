import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, JobRow, SubscriptionRow } from '../../state/rows.rules.ts';
import { nextTimerDue } from '../../time/timer.rules.ts';
import { passFlow } from '../session/activities.rules.ts';
import { disarm } from '../cancel.rules.ts';
import { fireBoundary, fireEventSubProcess } from './fire.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { conditionHolds } from '../session/variables.rules.ts';

/** Return whether the event may happen again: a non-interrupting boundary or start event. */
const staysArmed = ({ type, interrupting }: ProcessNode): boolean =>
  (type === 'boundaryEvent' || type === 'startEvent') && interrupting === false;

/** Handle a subscription whose message, signal or condition has occurred. */
export function triggerSubscription(session: Session, subscription: SubscriptionRow): void {
  const execution = session.executions.get(subscription.executionId);
  if (!execution) return;
  const node = session.processOf(execution).node(subscription.nodeId);
  if (!staysArmed(node) || node.parallelMultiple) session.subscriptions.delete(subscription.id);
  happened(session, execution, node);
}

/** Fire a due timer; schedule the next time of a cycle that stays armed. */
export function triggerTimer(session: Session, job: JobRow): void {
  const execution = session.executions.row(job.executionId);
  const node = session.processOf(execution).node(job.nodeId);
  const again = staysArmed(node) && job.cycle !== null && job.repeats !== 1;
  if (again && job.cycle !== null)
    session.jobs.update(job.id, {
      dueAt: nextTimerDue(job.dueAt, job.cycle, session.now),
      repeats: job.repeats === null ? null : job.repeats - 1,
    });
  else session.jobs.delete(job.id);
  happened(session, execution, node);
}

const stillWaits = (session: Session, execution: ExecutionRow, { id }: ProcessNode): boolean => {
  const isHere = (row: SubscriptionRow | JobRow): boolean => row.executionId === execution.id && row.nodeId === id;
  return session.subscriptions.some((row) => isHere(row)) || session.jobs.some((row) => isHere(row));
};

function happened(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  if (node.parallelMultiple && stillWaits(session, execution, node)) return;
  if (node.type === 'boundaryEvent') fireBoundary(session, execution, node);
  else if (node.type === 'startEvent') fireEventSubProcess(session, execution, node);
  else if (execution.nodeId === node.id) goOn(session, execution, node);
  else pick(session, execution, node);
}

function goOn(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  disarm(session, execution.id, (nodeId) => nodeId === node.id);
  session.plan({ step: 'fired', executionId: execution.id });
}

/** Move the token of an event-based gateway to the event that happened first, and disarm the others. */
function pick(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  disarm(session, execution.id);
  const process = session.processOf(execution);
  const flow = process.node(execution.nodeId).outgoing.find((id) => process.flow(id).target === node.id);
  if (flow === undefined) throw new ProcessError('notFound', { node: node.id });
  passFlow(session, execution, flow);
  session.executions.update(execution.id, { nodeId: node.id });
  session.plan({ step: 'fired', executionId: execution.id });
}

/**
 * Fire conditional events whose condition has become true since the last check. A condition that stays true does not
 * fire again.
 */
export function checkConditions(session: Session): void {
  session.conditionsChanged = false;
  for (const one of session.subscriptions.filter(({ kind }) => kind === 'conditional')) {
    const execution = session.executions.row(one.executionId);
    const isTrue = conditionHolds(session, execution, one.name);
    if (isTrue === (one.correlation === 'true')) continue;
    session.subscriptions.update(one.id, { correlation: isTrue ? 'true' : '' });
    if (isTrue) session.plan({ step: 'trigger', subscriptionId: one.id });
  }
}
