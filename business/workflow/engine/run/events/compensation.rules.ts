import type { EventDefinition, ProcessNode } from '../../model/compiled-process.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { CompensationRecord, ExecutionRow } from '../../state/rows.rules.ts';
import { cancelExecution } from '../cancel.rules.ts';
import { fireBoundary } from './fire.rules.ts';
import type { PreparedProcess } from '../session/prepared-process.rules.ts';
import type { Session } from '../session/session.rules.ts';

/** Record a completed activity in its scope if it has a compensation handler, or contains activities that have one. */
export function recordCompensation(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  if (node.isForCompensation || (node.compensatedBy === undefined && execution.compensation.length === 0)) return;
  const scope = session.scopeOf(execution);
  const record = { nodeId: node.id, variables: execution.variables, inner: execution.compensation };
  session.executions.update(scope.id, { compensation: [...scope.compensation, record] });
}

/**
 * Return the activities to compensate, the last completed first. An activity without a handler is replaced by the
 * activities inside it.
 */
function handlersOf(process: PreparedProcess, records: readonly CompensationRecord[]): CompensationRecord[] {
  return records
    .toReversed()
    .flatMap((record) =>
      process.node(record.nodeId).compensatedBy === undefined
        ? handlersOf(process, record.inner)
        : [{ ...record, inner: [] }],
    );
}

/** Return the scope to compensate. Inside an event sub-process it is the scope that contains this sub-process. */
function compensatedScope(session: Session, execution: ExecutionRow): ExecutionRow {
  const scope = session.scopeOf(execution);
  return scope.nodeId !== '' && session.nodeOf(scope).triggeredByEvent ? session.scopeOf(scope) : scope;
}

/** Compensate the scope of an execution, or one activity of it. The execution waits until the last handler is done. */
export function beginCompensation(session: Session, execution: ExecutionRow, { activity }: EventDefinition): void {
  const scope = compensatedScope(session, execution);
  const isMeant = ({ nodeId }: CompensationRecord): boolean => activity === undefined || nodeId === activity;
  const handlers = handlersOf(session.processOf(execution), scope.compensation.filter(isMeant));
  session.executions.update(scope.id, { compensation: scope.compensation.filter((one) => !isMeant(one)) });
  session.executions.update(execution.id, { state: 'compensating', compensation: handlers });
  session.plan({ step: 'compensate', executionId: execution.id });
}

/**
 * Cancel a transaction: end its other live rows and compensate its activities. Then its cancel boundary event fires.
 */
export function cancelTransaction(session: Session, execution: ExecutionRow, event: EventDefinition): void {
  const scope = session.scopeOf(execution);
  for (const child of session.children(scope.id))
    if (child.id !== execution.id) cancelExecution(session, child, 'cancel');
  beginCompensation(session, execution, event);
}

/** Start the next compensation handler, or finish after the last one. */
export function compensateNext(session: Session, execution: ExecutionRow): void {
  const [next, ...rest] = execution.compensation;
  if (!next) {
    finish(session, execution);
    return;
  }
  session.executions.update(execution.id, { compensation: rest });
  const handler = session.processOf(execution).node(next.nodeId).compensatedBy ?? '';
  const token = session.token(execution, handler, { variables: next.variables });
  session.plan({ step: 'enter', executionId: token.id });
}

function finish(session: Session, execution: ExecutionRow): void {
  const isCancel = session.nodeOf(execution).events?.some(({ type }) => type === 'cancel');
  if (!isCancel) {
    session.executions.update(execution.id, { state: 'active' });
    session.plan({ step: 'leave', executionId: execution.id });
    return;
  }
  const transaction = session.scopeOf(execution);
  const process = session.processOf(execution);
  const boundary = (process.node(transaction.nodeId).boundaries ?? [])
    .map((id) => process.node(id))
    .find(({ events }) => events?.[0]?.type === 'cancel');
  if (!boundary) throw new ProcessError('errorEnd', { code: 'cancel' });
  fireBoundary(session, transaction, boundary);
}
