import type { EventDefinition, ProcessNode } from '../../model/compiled-process.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, JobRow } from '../../state/rows.rules.ts';
import { timerDue } from '../../time/timer.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { evaluateText, evaluateToText } from '../session/variables.rules.ts';

/** Arm the events of a node for an execution, which is at the node or hosts its boundary events. */
export function arm(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  for (const event of node.events ?? []) armEvent(session, execution, node, event);
}

function armEvent(session: Session, execution: ExecutionRow, node: ProcessNode, event: EventDefinition): void {
  if (event.type === 'timer') armTimer(session, execution, node, event);
  else if (event.type === 'message' || event.type === 'signal')
    subscribe(session, execution, node, event.type, {
      name: evaluateToText(session, execution, event.name ?? ''),
      correlation: evaluateToText(session, execution, event.correlation ?? ''),
    });
  else if (event.type === 'conditional') {
    subscribe(session, execution, node, 'conditional', { name: event.condition ?? '', correlation: '' });
    session.conditionsChanged = true;
  }
}

function subscribe(
  session: Session,
  execution: ExecutionRow,
  node: ProcessNode,
  kind: 'message' | 'signal' | 'conditional',
  what: { readonly name: string; readonly correlation: string },
): void {
  session.subscriptions.insert({
    id: session.newId(),
    instanceId: execution.instanceId,
    executionId: execution.id,
    nodeId: node.id,
    kind,
    ...what,
  });
}

function armTimer(session: Session, execution: ExecutionRow, node: ProcessNode, { timer }: EventDefinition): void {
  const value = timer ? evaluateText(session, execution, timer.value) : null;
  const due = timer && timerDue(timer.kind, value, session.now, (text) => session.host.localInstant(text));
  if (!due) throw new ProcessError('timer', { node: node.id, value: String(value) });
  schedule(session, execution, node.id, 'timer', due);
}

/** Insert a job that continues an execution at a later time. */
export function schedule(
  session: Session,
  execution: ExecutionRow,
  nodeId: string,
  kind: JobRow['kind'],
  due: Pick<JobRow, 'dueAt' | 'cycle' | 'repeats'>,
): void {
  session.jobs.insert({
    id: session.newId(),
    instanceId: execution.instanceId,
    executionId: execution.id,
    nodeId,
    kind,
    ...due,
  });
}

/**
 * Arm the boundary events of an activity that need a timer or subscription. Errors, escalations and the like are found
 * when they are thrown.
 */
export function armBoundaries(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  const process = session.processOf(execution);
  for (const id of node.boundaries ?? []) arm(session, execution, process.node(id));
}

/** Arm the start events of a scope's event sub-processes. */
export function armEventSubProcesses(session: Session, scope: ExecutionRow): void {
  for (const { start } of session.processOf(scope).eventSubProcesses(scope.nodeId)) arm(session, scope, start);
}
