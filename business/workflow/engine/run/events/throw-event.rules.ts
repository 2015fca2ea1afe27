import type { EventDefinition, ProcessNode } from '../../model/compiled-process.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, SubscriptionRow } from '../../state/rows.rules.ts';
import { passActivity } from '../session/activities.rules.ts';
import { cancelExecution } from '../cancel.rules.ts';
import { beginCompensation, cancelTransaction } from './compensation.rules.ts';
import { raiseError, raiseEscalation } from './raise.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { evaluateToText } from '../session/variables.rules.ts';

type Throw = (session: Session, execution: ExecutionRow, event: EventDefinition, node: ProcessNode) => void;

const goOn = (session: Session, execution: ExecutionRow): void => {
  if (session.executions.get(execution.id)) session.plan({ step: 'leave', executionId: execution.id });
};

const nameOf = (session: Session, execution: ExecutionRow, { name }: EventDefinition): string =>
  evaluateToText(session, execution, name ?? '');

/**
 * Deliver a message to one subscriber in this tree. Without one it is emitted, and the server finds a subscriber in
 * another tree.
 */
export function throwMessage(session: Session, execution: ExecutionRow, event: EventDefinition): void {
  const name = nameOf(session, execution, event);
  const correlation = evaluateToText(session, execution, event.correlation ?? '');
  const [receiver] = session.subscriptions.filter(
    (one) => one.kind === 'message' && one.name === name && (correlation === '' || one.correlation === correlation),
  );
  if (receiver) session.plan({ step: 'trigger', subscriptionId: receiver.id });
  else session.thrown.push({ kind: 'message', name, correlation, ...sender(session, execution) });
}

const sender = (session: Session, { instanceId }: ExecutionRow) => ({
  instanceId,
  variables: session.instances.row(instanceId).variables,
});

/** Deliver a signal to everything in this tree that waits for it, and emit it for other trees. */
export function deliverSignal(session: Session, execution: ExecutionRow): void {
  const event = session.nodeOf(execution).events?.find(({ type }) => type === 'signal');
  const name = event ? nameOf(session, execution, event) : '';
  for (const { id } of waitingFor(session, name)) session.plan({ step: 'trigger', subscriptionId: id });
  session.thrown.push({ kind: 'signal', name, correlation: '', ...sender(session, execution) });
  session.executions.update(execution.id, { state: 'active' });
  session.plan({ step: 'leave', executionId: execution.id });
}

export const waitingFor = (session: Session, signal: string): SubscriptionRow[] =>
  session.subscriptions.filter(({ kind, name }) => kind === 'signal' && name === signal);

function terminate(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  const scope = session.scopeOf(execution);
  if (scope.nodeId === '')
    session.instances.update(scope.instanceId, { endNode: node.id, ...(node.outcome && { outcome: node.outcome }) });
  for (const child of session.children(scope.id)) cancelExecution(session, child, 'terminated');
  session.plan({ step: 'checkScope', executionId: scope.id });
}

function followLink(session: Session, execution: ExecutionRow, event: EventDefinition, node: ProcessNode): void {
  const target = session
    .processOf(execution)
    .nodesIn(node.scope)
    .find(
      ({ type, events = [] }) =>
        type === 'intermediateCatchEvent' && events[0]?.type === 'link' && events[0].name === event.name,
    );
  if (!target) throw new ProcessError('notFound', { node: node.id, link: event.name ?? '' });
  session.executions.update(execution.id, { nodeId: target.id });
  session.plan({ step: 'enter', executionId: execution.id });
}

const THROWS: Partial<Record<EventDefinition['type'], Throw>> = {
  signal(session, execution) {
    session.executions.update(execution.id, { state: 'waiting' });
    session.deferred.push({ step: 'signal', executionId: execution.id });
  },
  error: (session, execution, event) => raiseError(session, execution, nameOf(session, execution, event)),
  escalation(session, execution, event) {
    raiseEscalation(session, execution, nameOf(session, execution, event));
    goOn(session, execution);
  },
  compensation: beginCompensation,
  cancel: cancelTransaction,
  terminate: (session, execution, _event, node) => terminate(session, execution, node),
  link: followLink,
};

/**
 * Run a throwing or end event: emit its messages, then its event of another type. An event without either just
 * continues.
 */
export function throwEvents(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  passActivity(session, execution, node);
  const events = node.events ?? [];
  for (const event of events.filter(({ type }) => type === 'message')) throwMessage(session, execution, event);
  const other = events.find(({ type }) => type !== 'message');
  const act = other && THROWS[other.type];
  if (other && act) act(session, execution, other, node);
  else goOn(session, execution);
}
