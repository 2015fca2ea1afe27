import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { firmware } from '../library/firmware.paper.ts';
import { disqualified } from '../versions/qualification.rules.ts';
import { BUSY, busyDevices, upgradeKey } from '../targets/busy-devices.server.ts';
import { type UpgradeTarget, placeInTask } from '../targets/matching-devices.server.ts';
import { waveOf, wavesOf } from './membership.rules.ts';
import { upgradeRun } from './upgrade-run.paper.ts';
import type { upgradeTask } from './upgrade-task.paper.ts';

const AT_ONCE = 2000;

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
