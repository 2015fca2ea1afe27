import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { firmware } from '../library/firmware.paper.ts';
import { refuse } from '../refusals.ts';
import { lockUpgrades } from './add-runs.server.ts';
import type { wayBack } from './upgrade-task.calls.ts';
import { MAX_NAMED, upgradeTask } from './upgrade-task.paper.ts';

type Task = Row<typeof upgradeTask>;

/** Return the devices that got the firmware of a task, by their version before it. */
async function devicesByVersion(context: Context, task: Task): Promise<ReadonlyMap<string | null, string[]>> {
  const rows = await context.sql.query<{ version: string | null; deviceId: string }>(
    `select from_version as version, device_id::text as "deviceId" from iot_upgrade_execution
     where tenant_id = $1 and task_id = $2 and upgrade_status = 'success' order by device_id limit ${MAX_NAMED}`,
    [context.tenantId, task.id],
  );
  const found = new Map<string | null, string[]>();
  for (const { version, deviceId } of rows) found.set(version, [...(found.get(version) ?? []), deviceId]);
  return found;
}

/**
 * Prepare tasks that bring exactly those devices back that got the firmware of a task, one task for each version before
 * it. They are drafts, so that somebody reads them before they run.
 */
export async function prepareWayBack(context: Context, task: Task): Promise<CallAnswer<typeof wayBack>> {
  const byVersion = await devicesByVersion(context, task);
  const versions = [...byVersion.keys()].filter((version) => version !== null);
  const released = await context.find(
    firmware,
    {
      modelId: task.modelId,
      moduleCode: task.moduleCode,
      firmwareVersion: versions,
      firmwareStatus: 'released',
    },
    { limit: 1000 },
  );
  const missing = versions.filter((version) => !released.some((one) => one.firmwareVersion === version));
  if (released.length === 0) throw refuse.wayBackNone({ versions: missing });
  const tasks: { id: string; taskNo: string; version: string; devices: number }[] = [];
  for (const { id: firmwareId, firmwareVersion: version } of released) {
    const deviceIds = byVersion.get(version) ?? [];
    const made = await context.create(upgradeTask, {
      taskName: `${task.taskNo} → ${version}`.slice(0, 60),
      firmwareId,
      scopeType: 'device',
      deviceIds,
      force: true,
      rolloutPerMin: task.rolloutPerMin,
      noOpenAlarm: false,
      backOfId: task.id,
    });
    tasks.push({ id: made.id, taskNo: String(made.taskNo), version, devices: deviceIds.length });
  }
  return { tasks, missing, unknown: byVersion.get(null)?.length ?? 0 };
}

/**
 * End a task, and run the tasks that bring its devices back. So no further device gets the version that they leave. A
 * device that is still downloading may finish; it is not among them.
 */
export async function returnDevices(context: Context, id: string): Promise<CallAnswer<typeof wayBack>> {
  const { firmwareId, isTrial } = await context.get(upgradeTask, id);
  if (isTrial) await context.lockRows(firmware, [firmwareId]);
  await context.lockRows(upgradeTask, [id]);
  const before = await context.get(upgradeTask, id);
  const made = await prepareWayBack(context, before);
  await lockUpgrades(context, await context.get(firmware, firmwareId));
  if (['scheduled', 'running', 'paused'].includes(String(before.taskStatus)))
    await context.act(upgradeTask, id, 'cancel');
  for (const task of made.tasks) await context.act(upgradeTask, task.id, 'run');
  return made;
}
