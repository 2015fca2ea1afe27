import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import { ENGINE_LIMITS } from '../../state/limits.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { ExecutionRow, LoopCounters, VariableValue } from '../../state/rows.rules.ts';
import { passActivity } from '../session/activities.rules.ts';
import { armBoundaries } from '../events/arm.rules.ts';
import { assignedTo } from './assign.rules.ts';
import { cancelExecution } from '../cancel.rules.ts';
import { endCaseRejected } from '../instance.rules.ts';
import { decisionOfSeveral, endsRejected } from './decision-asked.rules.ts';
import { decisionOf, isApproval, isSequential } from './loop-of.rules.ts';
import type { Session } from '../session/session.rules.ts';
import { itemOf } from './user-task.rules.ts';
import {
  evaluateText,
  evaluateValue,
  conditionHolds,
  listFrom,
  readVariable,
  setVariable,
} from '../session/variables.rules.ts';

/**
 * Make a token the body of several instances. Boundary events are armed at the body, so that they end all instances.
 */
export async function beginMulti(session: Session, token: ExecutionRow, node: ProcessNode): Promise<void> {
  const items = await itemsOf(session, token, node);
  if (items === undefined) return;
  const total = typeof items === 'number' ? items : items.length;
  if (total > ENGINE_LIMITS.instances) throw new ProcessError('limit', { node: node.id, instances: total });
  const body = session.executions.update(token.id, {
    kind: 'multi',
    loop: {
      total,
      started: 0,
      done: 0,
      passed: 0,
      rejected: 0,
      items: typeof items === 'number' ? null : items,
    },
  });
  if (total === 0) {
    passActivity(session, body, node);
    endBody(session, body);
    return;
  }
  armBoundaries(session, body, node);
  for (let index = 0; index < (isSequential(node) ? 1 : total); index += 1)
    session.plan({ step: 'item', executionId: body.id, index });
}

/** Return the values to run over, or the number of instances. Undefined if the approval was decided automatically. */
async function itemsOf(
  session: Session,
  token: ExecutionRow,
  node: ProcessNode,
): Promise<readonly VariableValue[] | number | undefined> {
  if (isApproval(node)) return approvers(session, token, node);
  const { loop } = node;
  if (loop?.kind !== 'multi') return 0;
  if (loop.collection !== undefined) {
    const { collection } = loop;
    return listFrom(
      /[$#]\{/.test(collection) ? evaluateText(session, token, collection) : readVariable(session, token, collection),
    );
  }
  const count = Number(evaluateValue(session, token, loop.cardinality ?? '0'));
  if (!Number.isInteger(count) || count < 0)
    throw new ProcessError('expression', { node: node.id, expression: loop.cardinality ?? '' });
  return count;
}

async function approvers(
  session: Session,
  token: ExecutionRow,
  { userTask }: ProcessNode,
): Promise<readonly VariableValue[] | undefined> {
  if (!userTask) return [];
  const { people, auto } = await assignedTo(session, token, userTask.assignment);
  // Without people, create one unassigned task, because an approval must not pass by itself.
  if (!auto) return people.length === 0 ? [null] : people.map((person) => itemOf(person));
  setVariable(session, token, 'pass', auto.pass);
  session.instances.update(token.instanceId, { lastDecision: auto.pass ? 'pass' : 'reject' });
  session.plan({ step: 'done', executionId: token.id, pass: auto.pass });
  return undefined;
}

/** Insert the token of one instance, with its number and value. */
export function beginItem(session: Session, body: ExecutionRow, index: number): void {
  const { loop } = body;
  if (!loop) return;
  const node = session.nodeOf(body);
  const variable = node.loop?.kind === 'multi' ? node.loop.elementVariable : undefined;
  session.executions.update(body.id, { loop: { ...loop, started: loop.started + 1 } });
  const child = session.token(body, node.id, {
    variables: {
      loopCounter: index,
      ...(variable !== undefined && loop.items && { [variable]: loop.items[index] ?? null }),
    },
  });
  session.plan({ step: 'enter', executionId: child.id });
}

/** Continue after one instance is done: start the next one, end all, or wait for the others. */
export function itemDone(session: Session, child: ExecutionRow, pass: boolean | undefined): void {
  const body = session.parentOf(child);
  if (!body?.loop) return;
  const node = session.nodeOf(body);
  const loop: LoopCounters = {
    ...body.loop,
    done: body.loop.done + 1,
    passed: body.loop.passed + (pass === true ? 1 : 0),
    rejected: body.loop.rejected + (pass === false ? 1 : 0),
  };
  session.executions.update(body.id, { loop });
  const completes =
    node.loop?.kind === 'multi' &&
    node.loop.completion !== undefined &&
    conditionHolds(session, child, node.loop.completion);
  session.executions.delete(child.id);
  if (completes) endBody(session, session.executions.row(body.id), decisionOfSeveral(node, loop, pass));
  else judgeBody(session, body.id, pass);
}

/**
 * End the body of several instances once they are decided or all done; otherwise start the next one in a sequence.
 * `last` is the latest decision.
 */
export function judgeBody(session: Session, bodyId: string, last?: boolean): void {
  const body = session.executions.row(bodyId);
  const { loop } = body;
  if (!loop) return;
  const node = session.nodeOf(body);
  const decision = isApproval(node) && node.userTask ? decisionOf(node.userTask.assignment, loop) : undefined;
  if (decision !== undefined) endBody(session, body, decision === 'pass');
  else if (loop.done >= loop.total) endBody(session, body, decisionOfSeveral(node, loop, last));
  else if (isSequential(node) && loop.started === loop.done)
    session.plan({ step: 'item', executionId: body.id, index: loop.started });
}

function endBody(session: Session, body: ExecutionRow, pass?: boolean): void {
  for (const child of session.children(body.id)) cancelExecution(session, child, 'completed');
  const node = session.nodeOf(body);
  if (isApproval(node) && pass !== undefined) {
    setVariable(session, body, 'pass', pass);
    session.instances.update(body.instanceId, { lastDecision: pass ? 'pass' : 'reject' });
  }
  const token = session.executions.update(body.id, { kind: 'token', loop: null });
  if (endsRejected(session, token, node, pass)) endCaseRejected(session, token, node);
  else session.plan({ step: 'leave', executionId: token.id });
}
