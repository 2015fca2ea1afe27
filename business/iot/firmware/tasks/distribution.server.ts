import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { type Reading, http, listedRows, raw, sql } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import { compareVersions } from '../versions/version.rules.ts';
import { MODULES } from '../targets/matching-devices.server.ts';
import type { failureGroups, versionDistribution } from './upgrade-task.calls.ts';

type Versions = CallAnswer<typeof versionDistribution>;

/** The most modules of models in one answer, and versions of each of them. */
const MAX_MODULES = 1000;
const MAX_VERSIONS = 100;

const newestFirst = (one: { version: string | null }, other: { version: string | null }): number =>
  one.version === null || other.version === null
    ? Number(one.version === null) - Number(other.version === null)
    : compareVersions(other.version, one.version);

/**
 * Count the devices by model, module and version; devices that have not reported count for the controller. Each module
 * has its most frequent versions and the number of those left off; the answer states how many modules it leaves off.
 */
export async function distribution(reading: Reading, modelId: string | null): Promise<Versions> {
  if (!('firmwareVersion' in visibleTo(reading.person, device).fields)) throw http.forbidden();
  const of = sql`with counted as (
        select d.model_id, coalesce(v.key, 'mcu') as module, v.value as version, count(*)::int as count,
          count(*) filter (where d.online_status = 'online')::int as online
        from iot_device d left join lateral jsonb_each_text(${raw(MODULES)}) v on true
        where d.tenant_id = ${reading.tenantId} and d.is_deleted = 0 and d.instance_status <> 'retired'
          and (${modelId}::bigint is null or d.model_id = ${modelId}::bigint)
        group by 1, 2, 3),
      ranked as (select *, row_number() over (partition by model_id, module order by count desc, version) as place from counted)
      select r.model_id::text as "modelId", m.model_name as "modelName", r.module as "moduleCode", sum(r.count)::int as total,
        jsonb_agg(jsonb_build_object('version', r.version, 'count', r.count, 'online', r.online)) filter (where r.place <= ${MAX_VERSIONS}) as versions,
        greatest(0, count(*) - ${MAX_VERSIONS})::int as "leftOff"
      from ranked r join iot_thing_model m on m.tenant_id = ${reading.tenantId} and m.id = r.model_id group by r.model_id, m.model_name, r.module`;
  const rows = await listedRows<Versions[number]>(reading.sql, of, {
    order: '"modelName", "modelId", "moduleCode"',
    limit: MAX_MODULES,
  });
  return rows.map((row) => ({ ...row, versions: row.versions.toSorted(newestFirst) }));
}

/** A property that so many failed devices share, and so few of the others, is worth a look (in percent). */
const OF_FAILED = 80;
const OF_SUCCEEDED = 20;
const MAX_SHARED = 50;

/** Return the properties of devices that most failures of a task share: version before, gateway, other modules. */
export async function sharedByFailures(
  { sql: own, tenantId }: Reading,
  taskId: string,
): Promise<CallAnswer<typeof failureGroups>> {
  return own.query(
    `with run as materialized (select r.device_id, r.upgrade_status in ('failed', 'timeout') as is_failed, r.module_code, r.from_version, r.step
         from iot_upgrade_execution r where r.tenant_id = $1 and r.task_id = $2 and r.upgrade_status in ('failed', 'timeout', 'success')),
      ended as (select count(*) filter (where is_failed)::int as failures, count(*) filter (where not is_failed)::int as successes from run),
      fact as (
        select is_failed, 'fromVersion' as property, from_version as value from run where from_version is not null
        union all select is_failed, 'gatewayId', d.parent_id::text from run join iot_device d on d.tenant_id = $1 and d.id = run.device_id where d.parent_id is not null
        union all select is_failed, v.key, v.value from run join iot_device d on d.tenant_id = $1 and d.id = run.device_id
          cross join lateral jsonb_each_text(coalesce(d.module_versions, '{}'::jsonb)) v where v.key <> run.module_code),
      shared as (
        select property, value, count(*) filter (where is_failed)::int as failed, count(*) filter (where not is_failed)::int as succeeded, failures, successes
        from fact cross join ended group by property, value, failures, successes
        having count(*) filter (where is_failed) * 100 >= ${OF_FAILED} * failures and count(*) filter (where not is_failed) * 100 <= ${OF_SUCCEEDED} * successes)
     select property, value, coalesce(g.device_name, value) as name, failed, succeeded, failures as "ofFailed", successes as "ofSucceeded"
     from shared left join iot_device g on g.tenant_id = $1 and property = 'gatewayId' and g.id = case when property = 'gatewayId' then value::bigint end
     where failed > 0 order by failed desc, property, value limit ${MAX_SHARED}`,
    [tenantId, taskId],
  );
}
