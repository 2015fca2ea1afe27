import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import { lintProcess } from '../lint/lint-process.rules.ts';
import { bpmnOf } from '../testing/notation.ts';
import { isStored, Player } from '../testing/player.ts';
import { randomOf, randomProcess } from '../testing/random-process.ts';
import { assertSoundTree } from '../testing/scenario.ts';

/** Run one possible action after the other, chosen at random, until there is none. Return the number of actions. */
async function playAtRandom(player: Player, random: () => number): Promise<number> {
  const { run } = player;
  await player.command({
    type: 'start',
    definitionId: 'main',
    starterId: 'ann',
    variables: { r: random(), list: ['a', 'b'] },
  });
  for (let turn = 0; turn < 400; turn += 1) {
    const { tasks, jobs } = run.tree;
    if (tasks.length + jobs.length === 0) return turn;
    const at = Math.floor(random() * (tasks.length + jobs.length));
    const task = tasks[at];
    const job = jobs[at - tasks.length];
    if (task)
      await player.command({
        type: 'complete',
        taskId: task.id,
        actorId: 'x',
        // Nothing in these processes reads a rejection, so it ends the instance at once: reject rarely.
        pass: random() > 0.02,
        variables: { r: random() },
      });
    else if (job) {
      run.host.clock = Math.max(run.host.clock, job.dueAt);
      await player.command({ type: 'job', jobId: job.id });
    }
    assertSoundTree(player);
  }
  return 400;
}

describe('random processes of blocks', () => {
  it('end with any decisions and timers, and leave no rows', { timeout: 120_000 }, async () => {
    let turns = 0;
    const seeds = isStored() ? 15 : 150;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const text = randomProcess(seed);
      const player = await Player.of(text);
      turns += await playAtRandom(player, randomOf(seed + 1000));
      expect(player.standing, `seed ${seed}\n${text}`).toBe('ended');
      expect(player.run.tree, text).toMatchObject({ executions: [], tasks: [], subscriptions: [], jobs: [] });
    }
    expect(turns).toBeGreaterThan(seeds * 3);
  });

  it('have no error by any rule', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const text = randomProcess(seed);
      const { processes, findings } = await parseProcess(bpmnOf(text));
      const found = [...findings, ...processes.flatMap((process) => lintProcess(process))];
      expect(
        found.filter(({ level }) => level === 'error'),
        `seed ${seed}\n${text}`,
      ).toEqual([]);
    }
  });
});
