import type { Context } from '#kernel/server';
import { RETRIABLE } from '../engine/run-states.rules.ts';
import { refuse } from '../refusals.ts';
import { upgradeKey } from '../targets/busy-devices.server.ts';
import { upgradeRun } from './upgrade-run.paper.ts';
import { upgradeTask } from './upgrade-task.paper.ts';

/**
 * Try ended upgrades of running tasks again. A completed task runs again. Upgrades of other tasks, and devices that are
 * being upgraded otherwise, are left out; if none remains, refuse.
 */
export async function retry(context: Context, ids: readonly string[]): Promise<number> {
  const wanted = await context.visible(upgradeRun).all(ids);
  const taskIds = [...new Set(wanted.map(({ taskId }) => String(taskId)))].toSorted();
  const tasks = await context.lockRows(upgradeTask, taskIds);
  const alive = new Set(
    tasks
      .filter(({ taskStatus }) => ['running', 'paused', 'completed'].includes(String(taskStatus)))
      .map(({ id }) => id),
  );
  const runs = (await context.lockRows(upgradeRun, ids)).filter(
    ({ taskId, upgradeStatus }) => alive.has(String(taskId)) && RETRIABLE.includes(String(upgradeStatus)),
  );
  const free = await freeOf(context, runs);
  if (free.length === 0) throw refuse.retryNothing();
  await context.touch(
    upgradeRun,
    free.map(({ id, deviceId, moduleCode }) => ({
      id,
      upgradeStatus: 'pending' as const,
      attempt: 0,
      percent: 0,
      step: null,
      failReason: null,
      endTime: null,
      dueTime: context.now(),
      openKey: upgradeKey(String(deviceId), String(moduleCode)),
    })),
  );
  await context.moveAll(
    upgradeTask,
    tasks.filter(({ taskStatus }) => taskStatus === 'completed').map(({ id }) => id),
    'running',
    'retry',
    { endTime: null },
  );
  return free.length;
}

type Keyed = { readonly id: string; readonly deviceId?: string | null; readonly moduleCode?: string | null };

/** Return the upgrades whose devices are free, one a device and module. */
async function freeOf<R extends Keyed>(context: Context, runs: readonly R[]): Promise<R[]> {
  const keyOf = (run: R): string => upgradeKey(String(run.deviceId), String(run.moduleCode));
  const byKey = new Map(runs.map((run) => [keyOf(run), run]));
  const busy = await context.sql.query<{ key: string }>(
    'select open_key as key from iot_upgrade_execution where tenant_id = $1 and open_key = any($2::text[])',
    [context.tenantId, [...byKey.keys()]],
  );
  for (const { key } of busy) byKey.delete(key);
  return [...byKey.values()];
}
