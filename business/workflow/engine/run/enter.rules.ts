import type { ProcessNode } from '../model/compiled-process.rules.ts';
import { isActivityType, type NodeType } from '../model/node-types.rules.ts';
import type { Awaitable } from '../state/host.rules.ts';
import type { ExecutionRow } from '../state/rows.rules.ts';
import { closeActivity, openActivity, passActivity } from './session/activities.rules.ts';
import { arm, armBoundaries, schedule } from './events/arm.rules.ts';
import { beginCalled, beginScope } from './instance.rules.ts';
import { arriveAtJoin, isJoin } from './joins.rules.ts';
import { isInstanceOfMulti, isMulti } from './tasks/loop-of.rules.ts';
import { beginMulti } from './tasks/multi-instance.rules.ts';
import { callService, runScript } from './service.rules.ts';
import type { Session } from './session/session.rules.ts';
import { throwEvents, throwMessage } from './events/throw-event.rules.ts';
import { enterUserTask } from './tasks/user-task.rules.ts';
import { conditionHolds, setVariable } from './session/variables.rules.ts';

type Behaviour = (session: Session, execution: ExecutionRow, node: ProcessNode) => Awaitable<void>;

const done: Behaviour = (session, { id }) => session.plan({ step: 'done', executionId: id });

const pass: Behaviour = (session, execution, node) => {
  passActivity(session, execution, node);
  session.plan({ step: 'leave', executionId: execution.id });
};

const start: Behaviour = (session, execution, node) => {
  if (node.initiatorVariable !== undefined)
    setVariable(session, execution, node.initiatorVariable, session.instances.row(execution.instanceId).starterId);
  return pass(session, execution, node);
};

const scope: Behaviour = (session, execution) =>
  beginScope(session, session.executions.update(execution.id, { kind: 'scope' }));

const send: Behaviour = (session, execution, node) => {
  if (node.service !== undefined) return callService(session, execution, node);
  for (const event of node.events ?? []) throwMessage(session, execution, event);
  return done(session, execution, node);
};

const waitForEvent: Behaviour = (session, execution, node) => {
  if (node.events?.[0]?.type === 'link') return pass(session, execution, node);
  arm(session, openActivity(session, execution, node), node);
};

/** Arm all events behind an event-based gateway. The token stays at the gateway until the first of them happens. */
const waitForAny: Behaviour = (session, execution, node) => {
  passActivity(session, execution, node);
  const process = session.processOf(execution);
  for (const flow of node.outgoing) arm(session, execution, process.node(process.flow(flow).target));
};

const BEHAVIOURS: Record<NodeType, Behaviour> = {
  startEvent: start,
  endEvent: throwEvents,
  intermediateThrowEvent: throwEvents,
  intermediateCatchEvent: waitForEvent,
  boundaryEvent: pass,
  task: done,
  manualTask: done,
  userTask: enterUserTask,
  serviceTask: callService,
  businessRuleTask: callService,
  scriptTask: runScript,
  sendTask: send,
  receiveTask: arm,
  callActivity: beginCalled,
  subProcess: scope,
  transaction: scope,
  exclusiveGateway: pass,
  inclusiveGateway: pass,
  parallelGateway: pass,
  eventBasedGateway: waitForAny,
};

/**
 * Handle a token that arrives at a node. It waits at a join, becomes several instances, waits for a job, or begins the
 * work.
 */
export function enterNode(session: Session, execution: ExecutionRow): Awaitable<void> {
  const node = session.nodeOf(execution);
  if (isJoin(node)) return arriveAtJoin(session, execution, node);
  if (!hasGathered(session, execution, node)) return;
  const isItem = isInstanceOfMulti(session, execution);
  if (node.onEnter !== undefined && !isItem)
    session.wishes.push({ kind: 'verb', instanceId: execution.instanceId, nodeId: node.id, verb: node.onEnter });
  if (isMulti(node) && !isItem) return beginMulti(session, execution, node);
  if (node.loop?.kind === 'standard' && !mayBegin(session, execution, node)) return pass(session, execution, node);
  if (!node.async) return perform(session, session.executions.row(execution.id));
  schedule(session, execution, node.id, 'async', { dueAt: session.now, cycle: null, repeats: null });
}

function mayBegin(session: Session, execution: ExecutionRow, { loop }: ProcessNode): boolean {
  const counted = session.executions.update(execution.id, { variables: { ...execution.variables, loopCounter: 0 } });
  return loop?.kind !== 'standard' || !loop.testBefore || conditionHolds(session, counted, loop.condition ?? 'true');
}

/** Begin the work of a node: record the visit, arm its boundary events, and run its behaviour. */
export function perform(session: Session, execution: ExecutionRow): Awaitable<void> {
  const node = session.nodeOf(execution);
  if (!isActivityType(node.type)) return BEHAVIOURS[node.type](session, execution, node);
  const isFirst = node.loop?.kind !== 'standard' || execution.variables.loopCounter === 0;
  const own = openActivity(session, execution, node);
  if (isFirst && !isInstanceOfMulti(session, own)) armBoundaries(session, own, node);
  return BEHAVIOURS[node.type](session, own, node);
}

/**
 * Return whether enough tokens have arrived for the work to begin. The last one then continues and the others are
 * consumed; until then each waits.
 */
function hasGathered(session: Session, execution: ExecutionRow, { id, startQuantity = 1 }: ProcessNode): boolean {
  if (startQuantity === 1) return true;
  session.executions.update(execution.id, { state: 'waiting' });
  const waiting = session.executions.filter(
    ({ nodeId, parentId, state }) => nodeId === id && parentId === execution.parentId && state === 'waiting',
  );
  if (waiting.length < startQuantity) return false;
  for (const other of waiting.filter((one) => one.id !== execution.id).slice(0, startQuantity - 1))
    session.executions.delete(other.id);
  session.executions.update(execution.id, { state: 'active' });
  return true;
}

/** Continue after an awaited event: the work of an activity is done, any other node is left. */
export function fired(session: Session, execution: ExecutionRow): void {
  const node = session.nodeOf(execution);
  if (isActivityType(node.type) && execution.activityId !== null) {
    session.plan({ step: 'done', executionId: execution.id });
    return;
  }
  if (execution.activityId === null) passActivity(session, execution, node);
  else closeActivity(session, execution);
  session.plan({ step: isActivityType(node.type) ? 'done' : 'leave', executionId: execution.id });
}
