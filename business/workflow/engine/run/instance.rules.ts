import type { ProcessNode } from '../model/compiled-process.rules.ts';
import type { ProcessDefinition } from '../state/host.rules.ts';
import { ENGINE_LIMITS } from '../state/limits.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow, InstanceRow, Variables } from '../state/rows.rules.ts';
import { beginsInstance } from '../model/node-types.rules.ts';
import { openActivity } from './session/activities.rules.ts';
import { armEventSubProcesses } from './events/arm.rules.ts';
import { cancelExecution, disarm } from './cancel.rules.ts';
import type { Session } from './session/session.rules.ts';
import { evaluateValue, setVariable } from './session/variables.rules.ts';

type Begun = Pick<
  InstanceRow,
  'rootId' | 'parentId' | 'parentExecutionId' | 'businessTable' | 'businessId' | 'title' | 'starterId' | 'starterDeptId'
>;

/** Insert an instance and its scope, and begin at its start. The definition must be registered in the session. */
export function beginInstance(
  session: Session,
  id: string,
  definition: ProcessDefinition,
  begun: Begun,
  variables: Variables,
  startNode?: string,
): InstanceRow {
  const instance = session.instances.insert({
    id,
    ...begun,
    definitionId: definition.id,
    processKey: definition.key,
    variables,
    state: 'running',
    outcome: '',
    lastDecision: '',
    startedAt: session.now,
    endedAt: null,
    endNode: '',
    deleteReason: '',
  });
  const scope = session.executions.insert({
    id,
    instanceId: id,
    parentId: null,
    kind: 'scope',
    nodeId: '',
    flowId: null,
    state: 'active',
    variables: {},
    loop: null,
    compensation: [],
    activityId: null,
  });
  beginScope(session, scope, startNode);
  return instance;
}

/** Start a scope: arm its event sub-processes, and set tokens on its start events. */
export function beginScope(session: Session, scope: ExecutionRow, startNode?: string): void {
  armEventSubProcesses(session, scope);
  const process = session.processOf(scope);
  const entries = startNode === undefined ? process.entries(scope.nodeId) : [process.node(startNode)];
  for (const node of entries) {
    const token = session.token(scope, node.id);
    // The receive task that starts an instance has already received its message, so it does not wait for another.
    const isReceived = startNode !== undefined && beginsInstance(node);
    if (isReceived) openActivity(session, token, node);
    session.plan({ step: isReceived ? 'fired' : 'enter', executionId: token.id });
  }
  if (entries.length === 0) session.plan({ step: 'checkScope', executionId: scope.id });
}

function depthOf(session: Session, instance: InstanceRow): number {
  let depth = 1;
  for (let at: InstanceRow | undefined = instance; at?.parentId != null; at = session.instances.get(at.parentId))
    depth += 1;
  return depth;
}

/** Start the process that a call activity names. The activity waits until that instance ends. */
export async function beginCalled(session: Session, execution: ExecutionRow): Promise<void> {
  const node = session.nodeOf(execution);
  const key = String(evaluateValueOfText(session, execution, node.calledProcess ?? ''));
  const definition = await session.host.definitionByKey(key);
  if (!definition) throw new ProcessError('noProcess', { node: node.id, key });
  const caller = session.instances.row(execution.instanceId);
  if (depthOf(session, caller) >= ENGINE_LIMITS.callDepth)
    throw new ProcessError('limit', { depth: ENGINE_LIMITS.callDepth });
  session.learn(definition);
  await session.reserveIds();
  const variables = Object.fromEntries(
    (node.inputs ?? []).map(({ source, target }) => [target, evaluateValue(session, execution, source)]),
  );
  const { rootId, businessTable, businessId, title, starterId, starterDeptId } = caller;
  const called = beginInstance(
    session,
    session.newId(),
    definition,
    {
      rootId,
      parentId: caller.id,
      parentExecutionId: execution.id,
      businessTable,
      businessId,
      title,
      starterId,
      starterDeptId,
    },
    variables,
  );
  if (execution.activityId !== null) session.history.change(execution.activityId, { calledInstanceId: called.id });
}

const evaluateValueOfText = (session: Session, execution: ExecutionRow, text: string) =>
  /[$#]\{/.test(text) ? evaluateValue(session, execution, text) : text;

const OUTCOMES = { pass: 'approved', reject: 'rejected', '': '' } as const;

/** End an instance without live executions. The call activity that started it receives the outputs and is done. */
export function endInstance(session: Session, scope: ExecutionRow): void {
  const { id, parentExecutionId, outcome, lastDecision } = session.instances.row(scope.instanceId);
  const caller = parentExecutionId === null ? undefined : session.executions.get(parentExecutionId);
  for (const { source, target } of caller ? (session.nodeOf(caller).outputs ?? []) : [])
    if (caller) setVariable(session, caller, target, evaluateValue(session, scope, source));
  disarm(session, scope.id);
  session.executions.delete(scope.id);
  session.instances.update(id, {
    state: 'completed',
    endedAt: session.now,
    outcome: outcome === '' ? OUTCOMES[lastDecision] : outcome,
  });
  if (caller) session.plan({ step: 'done', executionId: caller.id });
}

/**
 * End the whole process as rejected, with all live rows. Nothing reads this rejection, so the process would otherwise
 * continue as if passed.
 */
export function endCaseRejected(session: Session, { instanceId }: ExecutionRow, node: ProcessNode): void {
  const { rootId } = session.instances.row(instanceId);
  const scope = session.executions.row(rootId);
  for (const child of session.children(scope.id)) cancelExecution(session, child, 'rejected');
  session.instances.update(rootId, {
    outcome: 'rejected',
    lastDecision: 'reject',
    ...(instanceId === rootId && { endNode: node.id }),
  });
  endInstance(session, scope);
}
