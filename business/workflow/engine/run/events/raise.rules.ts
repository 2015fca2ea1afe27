import type { EventDefinition, ProcessNode } from '../../model/compiled-process.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, VariableValue } from '../../state/rows.rules.ts';
import { fireBoundary, fireEventSubProcess } from './fire.rules.ts';
import { isInstanceOfMulti } from '../tasks/loop-of.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { setVariable } from '../session/variables.rules.ts';

/** Who catches what was thrown: an event on an activity, or one that begins an event sub-process of a scope. */
interface Catcher {
  readonly at: ExecutionRow;
  readonly node: ProcessNode;
  readonly event: EventDefinition;
}

type Thrown = { readonly type: 'error' | 'escalation'; readonly code: string };

/** Those for this very code come before those for any. */
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

/** An event sub-process does not catch what it throws itself, nor what another of its scope throws. */
function inScope(session: Session, scope: ExecutionRow, from: ExecutionRow, thrown: Thrown): Catcher | undefined {
  if (scope.kind !== 'scope') return undefined;
  const process = session.processOf(scope);
  if (process.has(from.nodeId) && process.node(from.nodeId).triggeredByEvent && from.kind === 'scope') return undefined;
  const starts = process.eventSubProcesses(scope.nodeId).map(({ start }) => start);
  return matching(starts, thrown, scope);
}

/** From inside out: the activity, event sub-processes around it, the activity around those, and so on up to whoever called. */
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

/** Throws an error from an execution; what nobody catches refuses the command. */
export function raiseError(session: Session, from: ExecutionRow, code: string, message = ''): void {
  const catcher = catcherOf(session, from, { type: 'error', code });
  if (!catcher) throw new ProcessError('errorEnd', { code, ...(message !== '' && { message }) });
  // An error always ends what it came from, whatever the event says.
  caught(session, { ...catcher, node: { ...catcher.node, interrupting: true } }, code);
}

/** Throws an escalation; what nobody catches is forgotten. */
export function raiseEscalation(session: Session, from: ExecutionRow, code: string): void {
  const catcher = catcherOf(session, from, { type: 'escalation', code });
  if (catcher) caught(session, catcher, code);
}
