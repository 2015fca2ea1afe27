import {
  changeVariables,
  receiveMessage,
  receiveSignal,
  runCancel,
  runStart,
  setSuspended,
} from './commands/control-commands.rules.ts';
import { runJob } from './commands/job-command.rules.ts';
import { runJump, runReturn } from './commands/move-commands.rules.ts';
import { runReassign } from './commands/reassign-command.rules.ts';
import { runAddSign, runRemoveSign } from './commands/sign-commands.rules.ts';
import { runClaim, runComplete, runDelegate, runResolve, runTransfer } from './commands/task-commands.rules.ts';
import { drain } from './run/drain.rules.ts';
import { Session } from './run/session/session.rules.ts';
import type { Command } from './state/commands.rules.ts';
import type { Delta, InstanceTree } from './state/delta.rules.ts';
import type { Awaitable, EngineHost } from './state/host.rules.ts';
import { ENGINE_LIMITS } from './state/limits.rules.ts';
import { ProcessError } from './state/process-error.rules.ts';

type Handlers = {
  readonly [Type in Command['type']]: (
    session: Session,
    command: Extract<Command, { readonly type: Type }>,
  ) => Awaitable<void>;
};

const HANDLERS: Handlers = {
  start: runStart,
  complete: runComplete,
  claim: runClaim,
  transfer: runTransfer,
  delegate: runDelegate,
  resolve: runResolve,
  reassign: runReassign,
  addSign: runAddSign,
  removeSign: runRemoveSign,
  return: runReturn,
  jump: runJump,
  job: (session, { jobId }) => runJob(session, jobId),
  message: receiveMessage,
  signal: receiveSignal,
  setVariables: changeVariables,
  cancel: runCancel,
  suspend: (session, { instanceId }) => setSuspended(session, instanceId, true),
  activate: (session, { instanceId }) => setSuspended(session, instanceId, false),
};

/** Types of commands that are allowed while the tree is suspended. */
const WHILE_SUSPENDED = new Set<Command['type']>(['activate', 'cancel', 'reassign']);

/**
 * Run one command on the tree of a root instance until every token waits; return the changes. The tree itself stays
 * unchanged. Throws `ProcessError`; then nothing may be written.
 */
export async function runCommand(tree: InstanceTree, command: Command, host: EngineHost): Promise<Delta> {
  const session = new Session(tree, host, 'actorId' in command ? (command.actorId ?? null) : null);
  for (const { definitionId, endedAt } of tree.instances)
    if (endedAt === null && !session.knows(definitionId)) session.learn(await host.definition(definitionId));
  if (tree.instances.some(({ state }) => state === 'suspended') && !WHILE_SUSPENDED.has(command.type))
    throw new ProcessError('suspended');
  if (command.type !== 'start') await session.reserveIds();
  const waiting = HANDLERS[command.type](session, command as never);
  if (waiting) await waiting;
  await drain(session);
  return deltaOf(session, tree);
}

function deltaOf(session: Session, tree: InstanceTree): Delta {
  const instances = session.instances.changes();
  const before = new Map(tree.instances.map(({ id, variables }) => [id, variables]));
  for (const { id, variables } of [...instances.inserted, ...instances.changed])
    if (before.get(id) !== variables) assertSmall(id, JSON.stringify(variables));
  return {
    instances,
    executions: session.executions.changes(),
    tasks: session.tasks.changes(),
    candidates: { inserted: [...session.candidates.values()].flat(), deletedOf: [...session.withoutCandidates] },
    subscriptions: session.subscriptions.changes(),
    jobs: session.jobs.changes(),
    activities: session.history.changes(),
    thrown: session.thrown,
    wishes: session.wishes,
    startedId: session.startedId,
  };
}

/**
 * Refuse variables that exceed the limit of bytes. A UTF-16 unit has at most three bytes in UTF-8, so short texts need
 * no exact count.
 */
function assertSmall(instance: string, json: string): void {
  const most = ENGINE_LIMITS.variableBytes;
  if (json.length * 3 <= most || new TextEncoder().encode(json).length <= most) return;
  throw new ProcessError('limit', { instance, bytes: most });
}
