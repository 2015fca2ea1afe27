import type { Sql } from '#kernel/server';
import type { BatchRows } from '../../ingest/entry.rules.ts';
import type { MessageMarks } from './message-marks.rules.ts';
import { markRowDays } from './row-days.server.ts';

/**
 * SQL: an object with the moment of each value (seconds), for a current state that stores a single moment for all its
 * values.
 */
const timesOf = (row: 'l' | 'excluded'): string =>
  `(select jsonb_object_agg(k, extract(epoch from ${row}.ts)) from jsonb_object_keys(${row}.data) k)`;

/**
 * SQL: write a batch in one statement: its messages, its current states, and the hours whose figures must be
 * recomputed. Each list is one JSON parameter. A repeated message changes nothing; an older one only fills gaps of the
 * current state.
 */
export const WRITE_VALUES = `with x as materialized (
    select (e->>0)::bigint as device_id, to_timestamp((e->>1)::float8) as ts, e->2 as data, (e->>3)::integer as meta from jsonb_array_elements($1::jsonb) e),
  h as (
    insert into iot_telemetry as m (device_id, ts, tenant_id, data, meta) select device_id, ts, $3, data, meta from x order by device_id, ts
    on conflict (device_id, ts) do update set data = m.data || excluded.data, meta = m.meta | excluded.meta where not m.data @> excluded.data),
  d as (
    insert into iot_dirty_hour (device_id, hour, tenant_id)
    select (e->>0)::bigint, to_timestamp((e->>1)::float8 / 1000), $3 from jsonb_array_elements($4::jsonb) e order by 1, 2 on conflict do nothing)
  insert into iot_device_latest as l (device_id, tenant_id, ts, data, times)
  select (e->>0)::bigint, $3, to_timestamp((e->>1)::float8), e->2, nullif(e->3, 'null'::jsonb) from jsonb_array_elements($2::jsonb) e order by 1
  on conflict (device_id) do update set
    ts = greatest(l.ts, excluded.ts),
    data = case when l.ts <= excluded.ts then l.data || excluded.data else excluded.data || l.data end,
    times = case when l.ts <= excluded.ts
      then case when excluded.times is not null then coalesce(l.times, ${timesOf('l')}) || excluded.times end
      else coalesce(excluded.times, ${timesOf('excluded')}) || coalesce(l.times, ${timesOf('l')}) end
  where not (l.ts >= excluded.ts and l.data @> excluded.data)`;

/** Write a batch of one company, with the hours to recompute and the days that have rows. */
export async function writeValues(
  sql: Sql,
  tenantId: string,
  rows: BatchRows,
  { hours, days }: MessageMarks,
): Promise<void> {
  await markRowDays(sql, tenantId, days);
  await sql.query(WRITE_VALUES, [
    JSON.stringify(rows.history),
    JSON.stringify(rows.latest),
    tenantId,
    JSON.stringify(hours),
  ]);
}
