import { crc32 } from 'node:zlib';
import type { Row } from '#kernel/language/paper.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import type { ModuleVersions } from '../versions/version.rules.ts';
import { homesOfArea } from '../tasks/homes-of-area.service.ts';
import { isReached, rolloutPlace } from '../tasks/membership.rules.ts';
import type { upgradeTask } from '../tasks/upgrade-task.paper.ts';

type Task = Row<typeof upgradeTask>;

/** A device that a task may upgrade. */
export interface UpgradeTarget {
  readonly id: string;
  readonly modules: ModuleVersions;
}

/** The most devices of one task. */
export const MAX_RUNS = 100_000;

/** Return the place of a device in the batches of a task. */
export const placeInTask = (taskId: string, deviceId: string): number => rolloutPlace(crc32(`${taskId}:${deviceId}`));

/** Return the condition of the scope of a task, over devices `d`. */
async function scopeOf(context: Reading, task: Task): Promise<Fragment> {
  switch (task.scopeType) {
    case 'device':
      return sql`d.id = any(${task.deviceIds ?? []}::bigint[])`;
    case 'tag':
      return sql`${task.tag?.trim() ?? ''} = any(regexp_split_to_array(coalesce(d.tags, ''), '[,，;；\\s]+'))`;
    case 'household':
      return sql`d.household_id = any(${task.householdIds ?? []}::bigint[])`;
    case 'area':
      return sql`d.household_id = any(${await context.ask(homesOfArea, { code: task.areaCode ?? '' })}::bigint[])`;
    default:
      return raw('true');
  }
}

/** The versions of the modules of a device; a device of an earlier release has only that of its controller. */
export const MODULES =
  "coalesce(d.module_versions, case when d.firmware_version is null then '{}'::jsonb else jsonb_build_object('mcu', d.firmware_version) end)";

/**
 * Return the devices of the scope of a task: of its model, in use, and without an upgrade by this task. `isNew`: only
 * those without an entry in the task yet.
 */
export async function matchingDevices(context: Reading, task: Task): Promise<UpgradeTarget[]> {
  const devices = await context.sql.query<UpgradeTarget>(
    sql`select d.id::text as id, ${raw(MODULES)} as modules from iot_device d
      where d.tenant_id = ${context.tenantId} and d.is_deleted = 0 and d.instance_status in ('inactive', 'active')
        and d.model_id = ${task.modelId} and ${await scopeOf(context, task)}
        and not exists (select 1 from iot_upgrade_execution r where r.tenant_id = d.tenant_id and r.task_id = ${task.id} and r.device_id = d.id)
      order by d.id limit ${MAX_RUNS}`,
  );
  const { scopeType, percent } = task;
  return scopeType === 'percent'
    ? devices.filter(({ id }) => isReached(placeInTask(task.id, id), percent ?? 100))
    : devices;
}
