import type { Context } from '#kernel/server';
import { type Label, storedText } from '#kernel/language/label.ts';
import { RECALLABLE } from '../engine/run-states.rules.ts';
import { upgradeRun } from './upgrade-run.paper.ts';
import { upgradeTask } from './upgrade-task.paper.ts';

const AT_ONCE = 2000;

/**
 * End the upgrades of a task that no device has begun. Devices that download may finish: stopping them would leave them
 * with half a file.
 */
export async function recallRuns(context: Context, taskId: string, why: Label): Promise<void> {
  for (;;) {
    const found = await context.sql.query<{ id: string }>(
      `select id::text as id from iot_upgrade_execution where tenant_id = $1 and task_id = $2 and upgrade_status = any($3::text[]) order by id limit ${AT_ONCE}`,
      [context.tenantId, taskId, RECALLABLE],
    );
    const locked = await context.lockRows(
      upgradeRun,
      found.map(({ id }) => id),
    );
    const open = locked.filter(({ upgradeStatus }) =>
      (RECALLABLE as readonly string[]).includes(String(upgradeStatus)),
    );
    await context.touch(
      upgradeRun,
      open.map(({ id }) => ({
        id,
        upgradeStatus: 'canceled' as const,
        failReason: storedText(why, 90),
        endTime: context.now(),
        dueTime: null,
        openKey: null,
      })),
    );
    if (found.length < AT_ONCE) return;
  }
}

/** Abort all tasks of a firmware that is revoked. */
export async function recallOfFirmware(context: Context, firmwareId: string): Promise<void> {
  const tasks = await context.find(
    upgradeTask,
    { firmwareId, taskStatus: ['scheduled', 'running', 'paused'] },
    { limit: 1000 },
  );
  const ids = tasks.map(({ id }) => id).toSorted();
  await context.moveAll(upgradeTask, ids, 'aborted', 'revoked', {
    pauseReason: storedText(['固件已撤回', 'The firmware was revoked'], 140),
    endTime: context.now(),
  });
  for (const id of ids) await recallRuns(context, id, ['固件已撤回', 'The firmware was revoked']);
}
