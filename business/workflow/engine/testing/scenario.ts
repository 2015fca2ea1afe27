import { expect, it } from 'vitest';
import type { MemoryCompany } from '../simulate/memory-host.rules.ts';
import { Player } from './player.ts';

/** Expected result after the last line. */
interface Expected {
  /** Expected visits of nodes in order, without gateways. */
  readonly trace?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly outcome?: string;
  readonly company?: MemoryCompany;
}

/**
 * Test one process by lines `event => nodes with tokens`, and its expected trace. No live row may outlive its instance.
 */
export function scenario(name: string, process: string, lines: readonly string[], expected: Expected = {}): void {
  it(name, async () => {
    const player = await Player.of(process, expected.company);
    for (const line of lines) {
      const [what = '', standing = ''] = line.split('=>').map((part) => part.trim());
      expect(`${what} => ${await player.play(what)}`).toBe(`${what} => ${standing}`);
    }
    if (expected.trace !== undefined) expect(player.trace).toBe(expected.trace);
    if (expected.variables) expect(player.variables).toMatchObject(expected.variables);
    if (expected.outcome !== undefined) expect(player.outcome).toBe(expected.outcome);
    assertSoundTree(player);
    await player.close();
  });
}

/** Assert that no row outlives its instance, and that each waiting row has its execution. */
export function assertSoundTree({ run: { tree, activities, tasks } }: Player): void {
  const living = new Set(tree.instances.filter(({ endedAt }) => endedAt === null).map(({ id }) => id));
  const executions = new Set(tree.executions.map(({ id }) => id));
  for (const row of [...tree.executions, ...tree.tasks, ...tree.subscriptions, ...tree.jobs])
    expect(living.has(row.instanceId), JSON.stringify(row)).toBe(true);
  for (const row of [...tree.tasks, ...tree.subscriptions, ...tree.jobs])
    expect(executions.has(row.executionId), JSON.stringify(row)).toBe(true);
  for (const row of tree.executions)
    expect(row.parentId === null || executions.has(row.parentId), JSON.stringify(row)).toBe(true);
  for (const row of activities.values())
    expect(row.endedAt !== null || living.has(row.instanceId), JSON.stringify(row)).toBe(true);
  for (const task of tasks.values()) expect(task.state === 'open').toBe(task.endedAt === null);
}
