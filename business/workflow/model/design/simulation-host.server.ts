import type { Reading } from '#kernel/server';
import { hostFor } from '../../command/host.server.ts';
import { processServices } from '../../command/services.server.ts';
import type { PlayHost } from '../../engine/simulate/play-case.rules.ts';
import type { FoundPeople, PeopleRequest } from '../../engine/state/host.rules.ts';
import { ProcessError } from '../../engine/state/process-error.rules.ts';
import type { StoredDefinition } from '../../store/definitions.server.ts';

/** Cache of the people found in one simulation, by request, because its instances repeat the same requests. */
export type FoundBefore = Map<string, Promise<FoundPeople>>;

const requestKey = ({ by, starterId, starterDeptId, actorId }: PeopleRequest): string =>
  JSON.stringify([by, starterId, starterDeptId, by.some(({ type }) => type === 'prevAssignee') ? actorId : '']);

/**
 * Return a function that creates the host of one simulated instance. It uses the people and calendar of the company,
 * with its own clock and ids. Services do nothing.
 */
export async function simulationHost(
  reading: Reading,
  drafts: readonly StoredDefinition[],
  found: FoundBefore,
): Promise<() => PlayHost> {
  const real = await hostFor(reading, [], drafts);
  const services = new Set(reading.contributions(processServices).map(({ name }) => name));
  return () => {
    let lastId = 0;
    const passed = new Map<string, string[]>();
    const host: PlayHost = {
      ...real,
      clock: reading.instant(),
      now: () => host.clock,
      newIds: (count) => Array.from({ length: count }, () => String((lastId += 1))),
      definition: (id) => drafts.find((one) => one.id === id) ?? real.definition(id),
      definitionByKey: (key) => drafts.find((one) => one.key === key) ?? real.definitionByKey(key),
      passedBefore: (instanceId) => passed.get(instanceId) ?? [],
      remember({ tasks }) {
        for (const { instanceId, assigneeId, decision } of [...tasks.inserted, ...tasks.changed])
          if (decision === 'pass' && assigneeId !== null)
            passed.set(instanceId, [...(passed.get(instanceId) ?? []), assigneeId]);
      },
      people(request) {
        const name = requestKey(request);
        const known = found.get(name) ?? Promise.resolve(real.people(request));
        found.set(name, known);
        return known;
      },
      service({ name, nodeId }) {
        if (!services.has(name)) throw new ProcessError('noService', { node: nodeId, name });
        return undefined;
      },
    };
    return host;
  };
}
