import { cancelInstance } from '../run/cancel.rules.ts';
import { beginInstance } from '../run/instance.rules.ts';
import type { PreparedProcess } from '../run/session/prepared-process.rules.ts';
import type { Session } from '../run/session/session.rules.ts';
import { waitingFor } from '../run/events/throw-event.rules.ts';
import { setVariables } from '../run/session/variables.rules.ts';
import type { Command, StartCommand } from '../state/commands.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow, InstanceRow } from '../state/rows.rules.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** Start an instance as the root of a new tree. */
export async function runStart(session: Session, command: StartCommand): Promise<void> {
  const definition = await session.host.definition(command.definitionId);
  const process = session.learn(definition);
  assertStarts(process, command.startNode);
  await session.reserveIds();
  const id = session.newId();
  session.startedId = id;
  const { starterId, starterDeptId = '', businessTable = '', businessId = '', title = '' } = command;
  beginInstance(
    session,
    id,
    definition,
    { rootId: id, parentId: null, parentExecutionId: null, businessTable, businessId, title, starterId, starterDeptId },
    command.variables ?? {},
    command.startNode,
  );
}

/**
 * Refuse a start if the process has no start event without a trigger, or if the named node is not in its outermost
 * scope.
 */
function assertStarts(process: PreparedProcess, startNode: string | undefined): void {
  const starts =
    startNode === undefined ? process.entries('') : process.nodesIn('').filter(({ id }) => id === startNode);
  if (starts.length === 0) throw new ProcessError('notHere', { node: startNode ?? '', why: 'start' });
}

function instanceOf(session: Session, id: string): InstanceRow {
  const instance = session.instances.get(id);
  if (!instance || instance.endedAt !== null) throw new ProcessError('notFound', { instance: id });
  return instance;
}

const scopeOf = (session: Session, instanceId: string): ExecutionRow =>
  session.executions.row(instanceOf(session, instanceId).id);

export function receiveMessage(session: Session, { subscriptionId, variables = {} }: Of<'message'>): void {
  const subscription = session.subscriptions.get(subscriptionId);
  if (!subscription) throw new ProcessError('notFound', { subscription: subscriptionId });
  setVariables(session, scopeOf(session, subscription.instanceId), variables);
  session.plan({ step: 'trigger', subscriptionId });
}

export function receiveSignal(session: Session, { name, variables = {} }: Of<'signal'>): void {
  const waiting = waitingFor(session, name);
  for (const instanceId of new Set(waiting.map((one) => one.instanceId)))
    setVariables(session, scopeOf(session, instanceId), variables);
  for (const { id } of waiting) session.plan({ step: 'trigger', subscriptionId: id });
}

export const changeVariables = (session: Session, { instanceId, variables }: Of<'setVariables'>): void =>
  setVariables(session, scopeOf(session, instanceId), variables);

/** End a root instance and its called instances before their end. Refuse a called instance. */
export function runCancel(session: Session, { instanceId, reason, state = 'cancelled' }: Of<'cancel'>): void {
  const instance = instanceOf(session, instanceId);
  if (instance.parentId !== null) throw new ProcessError('notHere', { instance: instanceId, why: 'called' });
  cancelInstance(session, instance, state, reason);
}

/** Suspend or resume all instances of a tree, and set the same flag on its open tasks. */
export function setSuspended(session: Session, instanceId: string, suspended: boolean): void {
  const { rootId } = instanceOf(session, instanceId);
  const from = suspended ? 'running' : 'suspended';
  for (const { id, state } of session.instances.filter((one) => one.rootId === rootId))
    if (state === from) session.instances.update(id, { state: suspended ? 'suspended' : 'running' });
  for (const { id } of session.tasks.filter(({ state }) => state === 'open')) session.tasks.update(id, { suspended });
}
