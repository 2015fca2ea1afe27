import type { Sql } from '#kernel/server';
import type { SpanMark } from './message-marks.rules.ts';
import { type MessageSpan, utcDay, withinUtcDay } from './message-span.rules.ts';

/**
 * Insert records (marks) of days that have messages as rows. A batch inserts or locks a mark before it stores messages;
 * packing deletes the mark before it moves them. Whichever comes second waits for the commit of the first, so no stored
 * message lacks its mark.
 */
export async function markRowDays(sql: Sql, tenantId: string, days: readonly SpanMark[]): Promise<void> {
  if (days.length === 0) return;
  await sql.query(
    `insert into iot_row_day as d (device_id, day, tenant_id)
     select (e->>0)::bigint, (e->>1)::date, $2 from jsonb_array_elements($1::jsonb) e order by 1, 2
     on conflict (device_id, day) do update set tenant_id = d.tenant_id where false`,
    [JSON.stringify(days.map(([deviceId, begin]) => [deviceId, utcDay(begin)])), tenantId],
  );
}

/** Remove devices from the table of days with rows, for a UTC day whose rows are removed next. */
export async function unmarkRowDays(
  sql: Sql,
  tenantId: string,
  day: string,
  deviceIds: readonly string[],
): Promise<void> {
  await sql.query(
    `with held as (select device_id from iot_row_day where tenant_id = $1 and day = $2::date and device_id = any($3::bigint[]) order by device_id for update)
     delete from iot_row_day d using held where d.tenant_id = $1 and d.day = $2::date and d.device_id = held.device_id`,
    [tenantId, day, deviceIds],
  );
}

/** Return the UTC days up to a day that have messages as rows, oldest first, with their devices. */
export const markedDays = (
  sql: Sql,
  tenantId: string,
  last: string,
): Promise<{ readonly day: string; readonly ids: string[] }[]> =>
  sql.query(
    `select to_char(day, 'YYYY-MM-DD') as day, array_agg(device_id::text order by device_id) as ids
     from iot_row_day where tenant_id = $1 and day <= $2::date group by day order by day`,
    [tenantId, last],
  );

/**
 * Return the part of a span that may have messages as rows, so that no other partition is read. Null: all is packed.
 */
export async function rowSpan(sql: Sql, span: MessageSpan): Promise<MessageSpan | null> {
  const [{ first, last }] = await sql.query<{ first: string | null; last: string | null }>(
    `select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last
     from iot_row_day where tenant_id = $1 and device_id = $2 and day >= $3::date and day <= $4::date`,
    [span.tenantId, span.deviceId, utcDay(span.from), utcDay(span.until)],
  );
  return first && last
    ? { ...span, from: withinUtcDay(span, first).from, until: withinUtcDay(span, last).until }
    : null;
}
