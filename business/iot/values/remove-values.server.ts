import type { Context } from '#kernel/server';
import { device } from '../devices/device.paper.ts';
import { readSpan } from './span.server.ts';

const WITHIN =
  'tenant_id = $1 and device_id = $2 and ts >= to_timestamp($3::float8 / 1000) and ts <= to_timestamp($4::float8 / 1000)';

/** Milliseconds, so that a moment read as a number of seconds is the same as one that is kept. */
const ms = (moment: string): string => `round((${moment}) * 1000)`;

/** Each property of the current state that was taken away falls back to its newest value that is left; the rest stays. */
const FALL_BACK = `with l as (select device_id, ts, data, times from iot_device_latest where tenant_id = $1 and device_id = $2 for update),
  known as (select k, coalesce((l.times->>k)::numeric, extract(epoch from l.ts)) as at, l.data->k as value from l, jsonb_object_keys(l.data) k),
  kept as (
    select k, at, value from known where ${ms('at')} not between round($3::numeric) and round($4::numeric)
    union all
    select known.k, extract(epoch from h.ts), h.data->known.k from known
      join lateral (select ts, data from iot_telemetry where tenant_id = $1 and device_id = $2 and data ? known.k order by ts desc limit 1) h on true
      where ${ms('known.at')} between round($3::numeric) and round($4::numeric)),
  now as (select max(at) as at, jsonb_object_agg(k, value) as data, jsonb_object_agg(k, at) as times, count(distinct at) as moments from kept),
  gone as (delete from iot_device_latest d using l, now where d.device_id = l.device_id and now.at is null)
  update iot_device_latest d set ts = to_timestamp(now.at), data = now.data, times = case when now.moments > 1 then now.times end
  from l, now where d.device_id = l.device_id and now.at is not null`;

/** Takes the values of a span away, with who did it and why; the current state falls back to what is left. Answers how many messages went. */
export async function removeValues(
  context: Context,
  { deviceId, reason, ...asked }: { deviceId: string; start: string; end: string; reason: string },
): Promise<{ deleted: number }> {
  const [row] = await context.assertVisible(device, [deviceId], 'work_condition_delete');
  const span = await readSpan(context, row, asked);
  const values = [context.tenantId, row.id, span.from, span.until];
  context.takesLong();
  const [{ n }] = await context.sql.query<{ n: number }>(
    `with d as (delete from iot_telemetry where ${WITHIN} returning 1) select count(*)::int as n from d`,
    values,
  );
  await context.sql.query(
    `with d as (delete from iot_raw_frame where ${WITHIN} returning 1) select count(*) from d`,
    values,
  );
  await context.sql.query(FALL_BACK, values);
  await context.note(device, row.id, 'deleteValues', [
    `删除工况 ${asked.start} 至 ${asked.end}，${n} 条：${reason}`,
    `Deleted ${n} messages from ${asked.start} to ${asked.end}: ${reason}`,
  ]);
  return { deleted: n };
}
