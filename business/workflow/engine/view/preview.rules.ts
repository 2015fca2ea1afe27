import { runCommand } from '../run-command.rules.ts';
import type { Command } from '../state/commands.rules.ts';
import type { InstanceTree } from '../state/delta.rules.ts';
import type { EngineHost } from '../state/host.rules.ts';
import type { InstanceRow, TaskRow } from '../state/rows.rules.ts';

/** The result that a command would have. */
export interface Preview {
  readonly tasks: readonly Pick<TaskRow, 'nodeId' | 'name' | 'assigneeId'>[];
  /** Candidate keys of unassigned tasks, by id of the node. */
  readonly candidates: Readonly<Record<string, readonly string[]>>;
  readonly outcome: InstanceRow['outcome'];
  readonly ends: boolean;
}

/** Return a host that writes nothing: it finds people and definitions, generates its own ids, and runs no service. */
function harmless(host: EngineHost): EngineHost {
  let last = 0;
  return {
    now: () => host.now(),
    newIds: (count) => Array.from({ length: count }, () => `preview-${(last += 1)}`),
    definition: (id) => host.definition(id),
    definitionByKey: (key) => host.definitionByKey(key),
    people: (request) => host.people(request),
    passedBefore: (instanceId) => host.passedBefore(instanceId),
    service: () => undefined,
    localInstant: (text) => host.localInstant(text),
    addWorkingTime: (from, milliseconds) => host.addWorkingTime(from, milliseconds),
    functions: host.functions,
  };
}

/**
 * Return the next tasks of a command and whether it ends the instance, without writing. Throws `ProcessError` if it
 * would be refused.
 */
export async function previewCommand(tree: InstanceTree, command: Command, host: EngineHost): Promise<Preview> {
  const { tasks, candidates, instances } = await runCommand(tree, command, harmless(host));
  const open = tasks.inserted.filter(({ state }) => state === 'open');
  const root = [...instances.inserted, ...instances.changed].find(({ parentId }) => parentId === null);
  const keys = open.flatMap(({ id, nodeId }) => {
    const own = candidates.inserted.filter(({ taskId }) => taskId === id).map(({ key }) => key);
    return own.length === 0 ? [] : [[nodeId, own] as const];
  });
  return {
    tasks: open.map(({ nodeId, name, assigneeId }) => ({ nodeId, name, assigneeId })),
    candidates: Object.fromEntries(keys),
    outcome: root?.outcome ?? '',
    ends: root?.endedAt != null,
  };
}
