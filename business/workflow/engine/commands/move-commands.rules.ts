import type { Command } from '../state/commands.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow, TaskRow } from '../state/rows.rules.ts';
import { cancelExecution, closeTask } from '../run/cancel.rules.ts';
import { isJoin } from '../run/joins.rules.ts';
import type { PreparedProcess } from '../run/session/prepared-process.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { Branches } from '../run/session/branches.rules.ts';
import { RETURN_TO, SET_AGAIN } from '../run/session/variables.rules.ts';
import { openTask } from './task-commands.rules.ts';

type Return = Extract<Command, { readonly type: 'return' }>;
type Jump = Extract<Command, { readonly type: 'jump' }>;

/**
 * Return the live execution of a scope that encloses an execution; undefined if there is none. `nodeScope` is the node
 * of the scope.
 */
function scopeAround(session: Session, from: ExecutionRow, nodeScope: string): ExecutionRow | undefined {
  let scope: ExecutionRow | undefined = session.scopeOf(from);
  while (scope && scope.nodeId !== nodeScope) scope = scope.parentId === null ? undefined : session.scopeOf(scope);
  return scope;
}

/** Return whether an execution is the execution of a task, or encloses it. */
function holdsTask(session: Session, execution: ExecutionRow, task: TaskRow): boolean {
  for (let at = session.executions.get(task.executionId); at; at = session.parentOf(at))
    if (at.id === execution.id) return true;
  return false;
}

/**
 * Send a task back to an earlier node. Executions that came from that node end, within the innermost scope that
 * contains the node. Parallel branches stay; tokens that had passed a join wait there again.
 */
export function runReturn(session: Session, { taskId, to, comment, straightBack }: Return): void {
  const task = openTask(session, taskId);
  const from = session.executions.row(task.executionId);
  const process = session.processOf(from);
  const scope = process.has(to) ? scopeAround(session, from, process.node(to).scope) : undefined;
  if (!scope || to === task.nodeId) throw new ProcessError('notHere', { task: taskId, node: to, why: 'target' });
  closeTask(session, task, { state: 'done', decision: 'return', ...(comment !== undefined && { comment }) });
  const branches = new Branches(process, scope.nodeId);
  for (const child of session.children(scope.id))
    if (holdsTask(session, child, task) || isBehind(process, branches, to, child))
      cancelExecution(session, child, 'returned');
  const canComeBack = straightBack === true && process.node(task.nodeId).scope === process.node(to).scope;
  fillJoins(session, branches, scope, to);
  const token = session.token(scope, to, canComeBack ? { variables: { [RETURN_TO]: task.nodeId } } : {});
  session.instances.update(task.instanceId, { lastDecision: 'reject' });
  session.plan({ step: 'enter', executionId: token.id });
}

const waitsAtJoin = (process: PreparedProcess, { nodeId, state }: ExecutionRow): boolean =>
  state === 'waiting' && isJoin(process.node(nodeId));

/**
 * Return whether an execution has come from the node `to`. For a token that waits at a join, the flow on which it came
 * decides.
 */
function isBehind(process: PreparedProcess, branches: Branches, to: string, one: ExecutionRow): boolean {
  if (waitsAtJoin(process, one)) return branches.comesBy(to, one.flowId ?? '');
  const isReached = one.nodeId === to || process.downstream(to).has(one.nodeId);
  return isReached && !branches.areApart(to, one.nodeId);
}

/**
 * Refill parallel joins behind `to`: on each incoming flow that no live token can reach any more, insert a waiting
 * token. Otherwise the join would wait forever.
 */
function fillJoins(session: Session, branches: Branches, scope: ExecutionRow, to: string): void {
  const process = session.processOf(scope);
  const tokens = session.children(scope.id);
  const willCome = (flow: string): boolean =>
    branches.comesBy(to, flow) ||
    tokens.some((one) => (waitsAtJoin(process, one) ? one.flowId === flow : branches.comesBy(one.nodeId, flow)));
  for (const node of process.nodesIn(scope.nodeId)) {
    const { id, type, incoming } = node;
    const isMet = type === 'parallelGateway' && isJoin(node) && incoming.some((flow) => branches.comesBy(to, flow));
    for (const flow of isMet ? incoming.filter((one) => !willCome(one)) : [])
      session.token(scope, id, { flowId: flow, state: 'waiting', variables: { [SET_AGAIN]: to } });
  }
}

/** End the executions at some nodes and set tokens on others, regardless of flows. */
export function runJump(session: Session, { instanceId, cancel, start, reason }: Jump): void {
  const root = session.executions.get(instanceId);
  if (!root) throw new ProcessError('notFound', { instance: instanceId });
  const process = session.processOf(root);
  const unknown = [...cancel, ...start].find((node) => !process.has(node));
  if (unknown !== undefined) throw new ProcessError('notFound', { node: unknown });
  for (const one of session.executions.filter((row) => row.instanceId === instanceId && cancel.includes(row.nodeId)))
    if (session.executions.get(one.id)) cancelExecution(session, one, reason);
  for (const node of start) {
    const { scope: nodeScope } = process.node(node);
    const [scope] = session.executions.filter(
      (row) => row.instanceId === instanceId && row.kind === 'scope' && row.nodeId === nodeScope,
    );
    if (!scope) throw new ProcessError('notHere', { node, why: 'scope' });
    session.plan({ step: 'enter', executionId: session.token(scope, node).id });
  }
  session.plan({ step: 'checkScope', executionId: root.id });
}
