import type { Sql } from '#kernel/server';
import { readPack, writePack } from '../pack/pack.rules.ts';
import { type MessageSpan, utcDay } from './message-span.rules.ts';
import { lockPacks, writePacks } from './pack-day.server.ts';

const WITHIN =
  'tenant_id = $1 and device_id = $2 and ts >= to_timestamp($3::float8 / 1000) and ts <= to_timestamp($4::float8 / 1000)';

/** Delete the messages of a span, from rows and packs, with their raw bytes. Return the number of messages. */
export async function removeMessages(sql: Sql, span: MessageSpan): Promise<number> {
  const { tenantId, deviceId, from, until } = span;
  const values = [tenantId, deviceId, from, until];
  const [{ n: hot }] = await sql.query<{ n: number }>(
    `with d as (delete from iot_telemetry where ${WITHIN} returning 1) select count(*)::int as n from d`,
    values,
  );
  await sql.query(`with d as (delete from iot_raw_frame where ${WITHIN} returning 1) select count(*) from d`, values);
  const [{ n: whole }] = await sql.query<{ n: number }>(
    `with d as (delete from iot_telemetry_pack where tenant_id = $1 and device_id = $2 and day >= $5::date and day <= $6::date
       and first_ts >= to_timestamp($3::float8 / 1000) and last_ts <= to_timestamp($4::float8 / 1000) returning n) select coalesce(sum(n), 0)::int as n from d`,
    [...values, utcDay(from), utcDay(until)],
  );
  let cut = 0;
  // Packs wholly in the span are deleted above; those of its first and last day may be partly in it.
  for (const day of new Set([utcDay(from), utcDay(until)])) {
    const pack = (await lockPacks(sql, tenantId, day, [deviceId])).get(deviceId);
    if (!pack) continue;
    const messages = readPack(pack);
    const left = messages.filter(({ ts }) => ts < from || ts > until);
    if (left.length === messages.length) continue;
    await writePacks(sql, tenantId, day, [[deviceId, writePack(left)]]);
    cut += messages.length - left.length;
  }
  return hot + whole + cut;
}
