import type { Reading } from '#kernel/server';
import { caseVerdict } from '../../engine/simulate/compare-case.rules.ts';
import { decideAsRecorded } from '../../engine/simulate/decisions.rules.ts';
import { type PlayHost, type PlayedCase, playCase } from '../../engine/simulate/play-case.rules.ts';
import type { StoredDefinition } from '../../store/definitions.server.ts';
import type { PastReplay } from './design.calls.ts';
import { type EndedCase, finishedCases } from './past-cases.server.ts';
import { namesOfKeys } from './people-names.server.ts';
import { faultWords, keysOf } from './simulate.server.ts';

/** Time limit of a replay (ms); remaining instances are reported as skipped. */
const MAX_MS = 2_000;

/** Maximal number of differing instances, and of people, in the answer. */
const MAX_NAMED = 20;

interface Replayed {
  readonly past: EndedCase;
  readonly played: PlayedCase;
}

async function replayOne(host: PlayHost, definition: StoredDefinition, past: EndedCase): Promise<PlayedCase> {
  const { pass: _pass, ...variables } = past.variables;
  return playCase(
    host,
    {
      definitionId: definition.id,
      starterId: past.starterId,
      starterDeptId: past.starterDeptId,
      actorId: past.starterId,
      variables,
    },
    decideAsRecorded(past.decided),
  );
}

const countBy = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Return people with a changed number of tasks, the largest difference first. */
async function shifted(reading: Reading, cases: readonly Replayed[]): Promise<PastReplay['people']> {
  const before = countBy(cases.flatMap(({ past }) => past.decided.map(({ userId }) => `u:${userId}`)));
  // A claimable task has no assignee in a replay, so it is counted for the person who decided it in the past instance.
  const after = countBy(
    cases.flatMap(({ past, played }) =>
      played.tasks.flatMap((task) => {
        const decidedBy = past.decided.find(({ nodeId }) => nodeId === task.nodeId)?.userId;
        return task.people.length || !decidedBy ? keysOf(task) : [`u:${decidedBy}`];
      }),
    ),
  );
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
  const names = await namesOfKeys(reading, keys);
  return keys
    .map((key) => ({ name: names.get(key) ?? '', before: before.get(key) ?? 0, after: after.get(key) ?? 0 }))
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before))
    .slice(0, MAX_NAMED);
}

/** Replay the finished instances of the last 90 days on a drawing; null: there are none. */
export async function replayOn(
  reading: Reading,
  definition: StoredDefinition,
  newHost: () => PlayHost,
): Promise<PastReplay | null> {
  const past = await finishedCases(reading, definition.key);
  if (!past.length) return null;
  const since = performance.now();
  const cases: Replayed[] = [];
  for (const one of past.filter(({ isDetoured }) => !isDetoured)) {
    if (performance.now() - since > MAX_MS) break;
    cases.push({ past: one, played: await replayOne(newHost(), definition, one) });
  }
  const judged = cases.map((one) => ({ ...one, verdict: caseVerdict(one.past, one.played) }));
  const count = (verdict: string): number => judged.filter((one) => one.verdict === verdict).length;
  return {
    total: cases.length,
    unchanged: count('unchanged'),
    different: count('different'),
    stuck: count('stuck'),
    skipped: past.length - cases.length,
    ms: Math.round(performance.now() - since),
    cases: judged
      .flatMap(({ past: { id, title }, played, verdict }) =>
        verdict === 'unchanged'
          ? []
          : [
              {
                processInstanceId: id,
                title,
                verdict,
                node: played.node,
                message: faultWords(played, reading.language),
              },
            ],
      )
      .toSorted((one, other) => (one.verdict === other.verdict ? 0 : one.verdict === 'stuck' ? -1 : 1))
      .slice(0, MAX_NAMED),
    people: await shifted(reading, cases),
  };
}
