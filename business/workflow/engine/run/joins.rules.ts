import type { ProcessNode } from '../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../state/rows.rules.ts';
import { passActivity } from './session/activities.rules.ts';
import type { PreparedProcess } from './session/prepared-process.rules.ts';
import type { Session } from './session/session.rules.ts';

export const isJoin = ({ type, incoming }: ProcessNode): boolean =>
  (type === 'parallelGateway' || type === 'inclusiveGateway') && incoming.length > 1;

const waitingAt = (session: Session, token: ExecutionRow): ExecutionRow[] =>
  session.executions.filter(
    ({ nodeId, parentId, state }) => nodeId === token.nodeId && parentId === token.parentId && state === 'waiting',
  );

/** Return the first waiting token of each incoming flow. */
function byFlow(tokens: readonly ExecutionRow[]): Map<string, ExecutionRow> {
  const found = new Map<string, ExecutionRow>();
  for (const token of tokens) if (!found.has(token.flowId ?? '')) found.set(token.flowId ?? '', token);
  return found;
}

/**
 * Let a token wait at a join. A parallel join continues once each incoming flow has a token; an inclusive join is
 * checked when no other step is left.
 */
export function arriveAtJoin(session: Session, token: ExecutionRow, node: ProcessNode): void {
  session.executions.update(token.id, { state: 'waiting' });
  if (node.type !== 'parallelGateway') return;
  const arrived = byFlow(waitingAt(session, token));
  if (arrived.size >= node.incoming.length) join(session, [...arrived.values()], node);
}

function join(session: Session, [first, ...others]: readonly ExecutionRow[], node: ProcessNode): void {
  if (!first) return;
  for (const { id } of others) session.executions.delete(id);
  const token = session.executions.update(first.id, { state: 'active' });
  passActivity(session, token, node);
  session.plan({ step: 'leave', executionId: token.id });
}

/** Continue one inclusive join that no further token can reach; return whether there was one. */
export function releaseInclusiveJoin(session: Session): boolean {
  for (const token of session.executions.filter(({ kind, state }) => kind === 'token' && state === 'waiting')) {
    const process = session.processOf(token);
    const node = process.node(token.nodeId);
    if (node.type !== 'inclusiveGateway') continue;
    const arrived = byFlow(waitingAt(session, token));
    if (mayStillCome(session, process, token, node, new Set(arrived.keys()))) continue;
    join(session, [...arrived.values()], node);
    return true;
  }
  return false;
}

/**
 * Return whether a token elsewhere in the scope can still reach an incoming flow on which none has arrived yet. A token
 * that can also reach an already filled flow does not count.
 */
function mayStillCome(
  session: Session,
  process: PreparedProcess,
  token: ExecutionRow,
  node: ProcessNode,
  filled: ReadonlySet<string>,
): boolean {
  const empty = node.incoming.filter((flow) => !filled.has(flow));
  const reaches = (from: string, flows: Iterable<string>): boolean => {
    for (const flow of flows) if (process.upstream(flow).has(from)) return true;
    return false;
  };
  return session.executions.some(
    ({ parentId, nodeId }) =>
      parentId === token.parentId && nodeId !== node.id && reaches(nodeId, empty) && !reaches(nodeId, filled),
  );
}
