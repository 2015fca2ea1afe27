import { runCommand } from '../run-command.rules.ts';
import type { Command } from '../state/commands.rules.ts';
import type { InstanceTree } from '../state/delta.rules.ts';
import type { EngineHost } from '../state/host.rules.ts';
import type { InstanceRow, TaskRow } from '../state/rows.rules.ts';

/** What a command would lead to. */
export interface Preview {
  readonly tasks: readonly Pick<TaskRow, 'nodeId' | 'name' | 'assigneeId'>[];
  /** Who could claim those that nobody would have, by node. */
  readonly candidates: Readonly<Record<string, readonly string[]>>;
  readonly outcome: InstanceRow['outcome'];
  readonly ends: boolean;
}

/** Asks people and definitions as the host does, takes ids of its own, and runs no service. */
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

/** Who would be asked next, and whether it would end, without doing anything. Throws `ProcessError` where it would be refused. */
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
