import { type Label, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { firmware } from '../library/firmware.paper.ts';
import { disqualified } from '../versions/qualification.rules.ts';
import { type UpgradeTarget, placeInTask } from './matching-devices.server.ts';
import { waveOf, wavesOf } from './membership.rules.ts';
import { upgradeRun } from './upgrade-run.paper.ts';
import type { upgradeTask } from './upgrade-task.paper.ts';

const AT_ONCE = 2000;

/** Key of an open upgrade: a device has one of each module at a time. */
export const upgradeKey = (deviceId: string, module: string): string => `${deviceId} ${module}`;

const BUSY: Label = ['正在执行另一个升级', 'Another upgrade of it is under way'];

/** Return those devices that are being upgraded in this module. */
async function busyDevices(
  context: Context,
  module: string,
  targets: readonly UpgradeTarget[],
): Promise<ReadonlySet<string>> {
  const rows = await context.sql.query<{ id: string }>(
    'select device_id::text as id from iot_upgrade_execution where tenant_id = $1 and open_key = any($2::text[])',
    [context.tenantId, targets.map(({ id }) => upgradeKey(id, module))],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Add an upgrade of each device to a task. A device that does not qualify, or is busy, is skipped with the reason.
 * Return the number that will be upgraded. The caller holds the lock of the model and module.
 */
export async function addRuns(
  context: Context,
  {
    task,
    of,
    wave,
  }: { readonly task: Row<typeof upgradeTask>; readonly of: Row<typeof firmware>; readonly wave?: number },
  targets: readonly UpgradeTarget[],
): Promise<number> {
  const batches = wavesOf(task.batches);
  let count = 0;
  for (let at = 0; at < targets.length; at += AT_ONCE) {
    const some = targets.slice(at, at + AT_ONCE);
    const busy = await busyDevices(context, of.moduleCode, some);
    const rows = some.map(({ id, modules }) => {
      const why = busy.has(id) ? BUSY : disqualified(modules, of, task);
      return {
        taskId: task.id,
        firmwareId: of.id,
        deviceId: id,
        moduleCode: of.moduleCode,
        wave: wave ?? waveOf(placeInTask(task.id, id), batches),
        fromVersion: modules[of.moduleCode] ?? null,
        toVersion: of.firmwareVersion,
        attempt: 0,
        startTime: context.now(),
        percent: 0,
        ...(why
          ? { upgradeStatus: 'skipped' as const, failReason: storedText(why, 90), endTime: context.now() }
          : { upgradeStatus: 'pending' as const, openKey: upgradeKey(id, of.moduleCode), dueTime: context.now() }),
      };
    });
    count += rows.filter((row) => row.upgradeStatus === 'pending').length;
    await context.append(upgradeRun, rows);
  }
  return count;
}

/** Lock the upgrades of a model and module, so that two tasks cannot take one device. */
export const lockUpgrades = (context: Context, { modelId, moduleCode }: Row<typeof firmware>): Promise<void> =>
  context.lock(`iot upgrade ${context.tenantId} ${modelId} ${moduleCode}`);
