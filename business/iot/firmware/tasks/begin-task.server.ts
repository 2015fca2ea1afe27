import type { Row } from '#kernel/language/paper.ts';
import { type Context, inZone } from '#kernel/server';
import { firmware } from '../library/firmware.paper.ts';
import { refuse } from '../refusals.ts';
import { isDowngrade } from '../versions/qualification.rules.ts';
import { addRuns, lockUpgrades } from './add-runs.server.ts';
import { type UpgradeTarget, matchingDevices } from '../targets/matching-devices.server.ts';
import { upgradeTask } from './upgrade-task.paper.ts';

type Task = Row<typeof upgradeTask>;
type Firmware = Row<typeof firmware>;

/** Return the moment so many minutes from now, in the zone of the company. */
export const inMinutes = (context: Context, minutes: number): string =>
  inZone(context.instant() + minutes * 60_000, context.zone);

/** Refuse firmware that is not released; a trial may use what is being verified. */
function assertUsable({ firmwareStatus }: Firmware, { isTrial }: Pick<Task, 'isTrial'>): void {
  const isUsable = isTrial
    ? firmwareStatus !== 'revoked' && firmwareStatus !== 'released'
    : firmwareStatus === 'released';
  if (!isUsable) throw refuse.firmwareNotReleased();
}

/** Only one dynamic task of a model and module may run: otherwise two would take each new device. */
async function assertOnlyDynamic(context: Context, task: Task): Promise<void> {
  if (task.upgradeMode !== 'dynamic') return;
  const [other] = await context.find(
    upgradeTask,
    { modelId: task.modelId, moduleCode: task.moduleCode, upgradeMode: 'dynamic', taskStatus: ['running', 'paused'] },
    { first: 1 },
  );
  if (other && other.id !== task.id) throw refuse.upgradeDynamicTaken();
}

/** Refuse to put an older version onto devices, unless the caller may force it. */
function assertDirection(context: Context, task: Task, of: Firmware, targets: readonly UpgradeTarget[]): void {
  if (task.force && targets.some(({ modules }) => isDowngrade(modules, of)))
    context.need('iot_upgrade_task_downgrade', refuse.upgradeDowngrade());
}

/** Return the values of a task that begins now, and add the upgrades of its devices. */
export async function beginTask(context: Context, task: Task): Promise<Partial<Task>> {
  const of = await context.get(firmware, task.firmwareId);
  assertUsable(of, task);
  await lockUpgrades(context, of);
  await assertOnlyDynamic(context, task);
  const targets = await matchingDevices(context, task);
  if (targets.length === 0 && task.upgradeMode !== 'dynamic') throw refuse.upgradeNoTarget();
  assertDirection(context, task, of, targets);
  await addRuns(context, { task, of }, targets);
  return {
    wave: 1,
    waveSince: context.now(),
    startTime: context.now(),
    targetCount: targets.length,
    successCount: 0,
    failedCount: 0,
    progress: 0,
  };
}
