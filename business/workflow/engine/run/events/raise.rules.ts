import type { EventDefinition, ProcessNode } from '../../model/compiled-process.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, VariableValue } from '../../state/rows.rules.ts';
import { fireBoundary, fireEventSubProcess } from './fire.rules.ts';
import { isInstanceOfMulti } from '../tasks/loop-of.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { setVariable } from '../session/variables.rules.ts';

/** The event that catches a thrown one: a boundary event of an activity, or the start of an event sub-process. */
interface Catcher {
  readonly at: ExecutionRow;
  readonly node: ProcessNode;
  readonly event: EventDefinition;
}

type Thrown = { readonly type: 'error' | 'escalation'; readonly code: string };

/** Return the catcher of a thrown event: one that names its code, otherwise one for any code. */
function matching(nodes: readonly ProcessNode[], { type, code }: Thrown, at: ExecutionRow): Catcher | undefined {
  const catchers = nodes.flatMap((node) =>
    (node.events ?? []).filter((event) => event.type === type).map((event) => ({ at, node, event })),
  );
  return (
    catchers.find(({ event }) => event.name !== undefined && event.name === code) ??
    catchers.find(({ event }) => event.name === undefined)
  );
}

function onActivity(session: Session, execution: ExecutionRow, thrown: Thrown): Catcher | undefined {
  if (execution.nodeId === '' || isInstanceOfMulti(session, execution)) return undefined;
  const process = session.processOf(execution);
  const boundaries = (process.node(execution.nodeId).boundaries ?? []).map((id) => process.node(id));
  return matching(boundaries, thrown, execution);
}

/**
 * Return an event sub-process of a scope that catches the event. None catches an event from inside an event sub-process
 * of the same scope.
 */
function inScope(session: Session, scope: ExecutionRow, from: ExecutionRow, thrown: Thrown): Catcher | undefined {
  if (scope.kind !== 'scope') return undefined;
  const process = session.processOf(scope);
  if (process.has(from.nodeId) && process.node(from.nodeId).triggeredByEvent && from.kind === 'scope') return undefined;
  const starts = process.eventSubProcesses(scope.nodeId).map(({ start }) => start);
  return matching(starts, thrown, scope);
}

/**
 * Return the innermost catcher of a thrown event. The search goes outwards from the activity, and from a called process
 * to its caller.
 */
function catcherOf(session: Session, from: ExecutionRow, thrown: Thrown): Catcher | undefined {
  let at: ExecutionRow | undefined = from;
  while (at) {
    const found = onActivity(session, at, thrown);
    if (found) return found;
    const parent = session.parentOf(at);
    const inside = parent && inScope(session, parent, at, thrown);
    if (inside) return inside;
    at = parent ?? callerOf(session, at);
  }
  return undefined;
}

const callerOf = (session: Session, { instanceId }: ExecutionRow): ExecutionRow | undefined =>
  session.executions.get(session.instances.row(instanceId).parentExecutionId ?? '');

function caught(session: Session, { at, node, event }: Catcher, code: VariableValue): void {
  const token =
    node.type === 'boundaryEvent' ? fireBoundary(session, at, node) : fireEventSubProcess(session, at, node);
  if (token && event.codeVariable !== undefined) setVariable(session, token, event.codeVariable, code);
}

/** Raise an error at an execution. If nothing catches it the command is refused. */
export function raiseError(session: Session, from: ExecutionRow, code: string, message = ''): void {
  const catcher = catcherOf(session, from, { type: 'error', code });
  if (!catcher) throw new ProcessError('errorEnd', { code, ...(message !== '' && { message }) });
  // An error always ends its source, even if the drawing marks the event as non-interrupting.
  caught(session, { ...catcher, node: { ...catcher.node, interrupting: true } }, code);
}

/** Raise an escalation at an execution; if nothing catches it, it has no effect. */
export function raiseEscalation(session: Session, from: ExecutionRow, code: string): void {
  const catcher = catcherOf(session, from, { type: 'escalation', code });
  if (catcher) caught(session, catcher, code);
}
