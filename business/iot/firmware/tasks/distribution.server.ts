import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { type Reading, http } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { compareVersions } from '../versions/version.rules.ts';
import { MODULES } from './matching-devices.server.ts';
import type { failureGroups, versionDistribution } from './upgrade-task.calls.ts';

interface VersionRow {
  readonly modelId: string;
  readonly modelName: string;
  readonly moduleCode: string | null;
  readonly version: string | null;
  readonly count: number;
  readonly online: number;
}

const newestFirst = (one: { version: string | null }, other: { version: string | null }): number =>
  one.version === null || other.version === null
    ? Number(one.version === null) - Number(other.version === null)
    : compareVersions(other.version, one.version);

/** Count the devices by model, module and version; devices that have not reported count for the controller. */
export async function distribution(
  { sql, tenantId, person }: Reading,
  modelId: string | null,
): Promise<CallAnswer<typeof versionDistribution>> {
  if (!('firmwareVersion' in visibleTo(person, device).fields)) throw http.forbidden();
  const rows = await sql.query<VersionRow>(
    `select d.model_id::text as "modelId", m.model_name as "modelName", v.key as "moduleCode", v.value as version, count(*)::int as count,
       count(*) filter (where d.online_status = 'online')::int as online
     from iot_device d join iot_thing_model m on m.tenant_id = d.tenant_id and m.id = d.model_id
     left join lateral jsonb_each_text(${MODULES}) v on true
     where d.tenant_id = $1 and d.is_deleted = 0 and d.instance_status <> 'retired' and ($2::bigint is null or d.model_id = $2)
     group by 1, 2, 3, 4 order by 2, 1, 3 nulls last, 5 desc limit 5000`,
    [tenantId, modelId],
  );
  const groups = Map.groupBy(rows, (row) => `${row.modelId} ${row.moduleCode ?? 'mcu'}`);
  return [...groups.values()].map((some) => ({
    modelId: some[0].modelId,
    modelName: some[0].modelName,
    moduleCode: some[0].moduleCode ?? 'mcu',
    total: some.reduce((sum, { count }) => sum + count, 0),
    versions: some.map(({ version, count, online }) => ({ version, count, online })).toSorted(newestFirst),
  }));
}

/** A property that so many failed devices share, and so few of the others, is worth a look (in percent). */
const OF_FAILED = 80;
const OF_SUCCEEDED = 20;

/** Return the properties of devices that most failures of a task share: version before, gateway, other modules. */
export async function sharedByFailures(
  { sql, tenantId }: Reading,
  taskId: string,
): Promise<CallAnswer<typeof failureGroups>> {
  const rows = await sql.query<{
    property: string;
    value: string;
    failed: number;
    succeeded: number;
    failures: number;
    successes: number;
  }>(
    `with run as materialized (select r.device_id, r.upgrade_status in ('failed', 'timeout') as is_failed, r.module_code, r.from_version, r.step
         from iot_upgrade_execution r where r.tenant_id = $1 and r.task_id = $2 and r.upgrade_status in ('failed', 'timeout', 'success')),
      fact as (
        select is_failed, 'fromVersion' as property, from_version as value from run where from_version is not null
        union all select is_failed, 'gatewayId', d.parent_id::text from run join iot_device d on d.tenant_id = $1 and d.id = run.device_id where d.parent_id is not null
        union all select is_failed, v.key, v.value from run join iot_device d on d.tenant_id = $1 and d.id = run.device_id
          cross join lateral jsonb_each_text(coalesce(d.module_versions, '{}'::jsonb)) v where v.key <> run.module_code)
     select property, value, count(*) filter (where is_failed)::int as failed, count(*) filter (where not is_failed)::int as succeeded,
       (select count(*)::int from run where is_failed) as failures, (select count(*)::int from run where not is_failed) as successes
     from fact group by 1, 2 order by 3 desc, 1, 2 limit 500`,
    [tenantId, taskId],
  );
  return rows
    .filter(
      ({ failed, succeeded, failures, successes }) =>
        failed * 100 >= OF_FAILED * failures && succeeded * 100 <= OF_SUCCEEDED * successes,
    )
    .map(({ property, value, failed, succeeded, failures, successes }) => ({
      property,
      value,
      failed,
      succeeded,
      ofFailed: failures,
      ofSucceeded: successes,
    }));
}
