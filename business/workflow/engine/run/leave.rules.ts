import type { AssignmentRule } from '../model/assignment.rules.ts';
import type { ProcessNode } from '../model/compiled-process.rules.ts';
import type { Awaitable } from '../state/host.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow } from '../state/rows.rules.ts';
import { passFlow } from './session/activities.rules.ts';
import { peopleOf } from './tasks/assign.rules.ts';
import { disarm } from './cancel.rules.ts';
import type { PreparedProcess } from './session/prepared-process.rules.ts';
import type { Session } from './session/session.rules.ts';
import { conditionHolds, readVariable, RETURN_TO, SET_AGAIN } from './session/variables.rules.ts';

/** Leave a node: run its verb, send its copies, and move the token along the open flows. */
export function leaveNode(session: Session, execution: ExecutionRow): Awaitable<void> {
  const node = session.nodeOf(execution);
  disarm(session, execution.id);
  if (node.onComplete !== undefined)
    session.wishes.push({ kind: 'verb', instanceId: execution.instanceId, nodeId: node.id, verb: node.onComplete });
  const copyTo = node.userTask?.copyTo;
  return copyTo ? sendCopies(session, execution, node, copyTo) : goOn(session, execution, node);
}

async function sendCopies(
  session: Session,
  execution: ExecutionRow,
  node: ProcessNode,
  copyTo: readonly AssignmentRule[],
): Promise<void> {
  const { people } = await peopleOf(session, execution, copyTo);
  const userIds = people.map(({ userId }) => userId);
  if (userIds.length > 0)
    session.wishes.push({ kind: 'copy', instanceId: execution.instanceId, nodeId: node.id, userIds });
  goOn(session, execution, node);
}

function goOn(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  if (node.type === 'endEvent') endAt(session, execution, node);
  else if (!goStraightBack(session, execution)) take(session, execution, openFlows(session, execution, node), node);
}

function endAt(session: Session, execution: ExecutionRow, node: ProcessNode): void {
  if (execution.parentId === execution.instanceId)
    session.instances.update(execution.instanceId, {
      endNode: node.id,
      ...(node.outcome && { outcome: node.outcome }),
    });
  endToken(session, execution);
}

export function endToken(session: Session, execution: ExecutionRow): void {
  session.executions.delete(execution.id);
  if (execution.parentId !== null) session.plan({ step: 'checkScope', executionId: execution.parentId });
}

/**
 * Move a token directly to the node that returned the task, if the task has now passed. Return whether the token was
 * moved.
 */
function goStraightBack(session: Session, execution: ExecutionRow): boolean {
  const to = execution.variables[RETURN_TO];
  if (typeof to !== 'string' || readVariable(session, execution, 'pass') !== true) return false;
  dropSetAgain(session, execution);
  moveTo(session, execution, to, null);
  return true;
}

/**
 * Remove the tokens that were put at joins when the task was returned. A token that goes straight back passes no join
 * and would leave them behind.
 */
function dropSetAgain(session: Session, { parentId, nodeId }: ExecutionRow): void {
  for (const { id } of session.executions.filter(
    (one) => one.parentId === parentId && one.state === 'waiting' && one.variables[SET_AGAIN] === nodeId,
  ))
    session.executions.delete(id);
}

function moveTo(session: Session, execution: ExecutionRow, nodeId: string, flowId: string | null): void {
  session.executions.update(execution.id, {
    nodeId,
    flowId,
    state: 'active',
    kind: 'token',
    variables: {},
    loop: null,
    compensation: [],
  });
  session.plan({ step: 'enter', executionId: execution.id });
}

/** Return the flows by which a token leaves a node. Refuse if no condition holds and there is no default flow. */
function openFlows(session: Session, execution: ExecutionRow, node: ProcessNode): readonly string[] {
  const process = session.processOf(execution);
  if (node.type === 'parallelGateway' || node.outgoing.length === 0) return node.outgoing;
  if (node.type === 'exclusiveGateway') return [firstOpen(session, execution, node, process)];
  const open = (id: string): boolean => {
    const { condition } = process.flow(id);
    return id !== node.defaultFlow && (condition === undefined || conditionHolds(session, execution, condition));
  };
  const found = node.outgoing.filter((id) => open(id));
  const isConditional = (id: string): boolean => process.flow(id).condition !== undefined;
  // Per the standard: the default flow is taken if no conditional flow is open, even beside unconditional flows.
  const withDefault =
    node.defaultFlow !== undefined && !found.some((id) => isConditional(id)) ? [...found, node.defaultFlow] : found;
  if (withDefault.length === 0) throw new ProcessError('noFlow', { node: node.id, name: node.name });
  return withDefault;
}

function firstOpen(session: Session, execution: ExecutionRow, node: ProcessNode, process: PreparedProcess): string {
  const flow = node.outgoing.find((id) => {
    const { condition } = process.flow(id);
    return id !== node.defaultFlow && (condition === undefined || conditionHolds(session, execution, condition));
  });
  const taken = flow ?? node.defaultFlow;
  if (taken === undefined) throw new ProcessError('noFlow', { node: node.id, name: node.name });
  return taken;
}

function take(session: Session, execution: ExecutionRow, flows: readonly string[], node: ProcessNode): void {
  const all = Array.from({ length: node.completionQuantity ?? 1 }, () => flows).flat();
  const parent = session.parentOf(execution);
  const process = session.processOf(execution);
  if (all.length === 0 || !parent) {
    endToken(session, execution);
    return;
  }
  const [first = '', ...others] = all;
  passFlow(session, execution, first);
  moveTo(session, execution, process.flow(first).target, first);
  for (const flow of others) {
    const token = session.token(parent, process.flow(flow).target, { flowId: flow });
    passFlow(session, token, flow);
    session.plan({ step: 'enter', executionId: token.id });
  }
}
