import { type Context, type Sql, inZone } from '#kernel/server';
import type { LaneEntry } from '../entry.rules.ts';
import { QUALITY } from '../property-check.rules.ts';

/** An event as it is stored. `key`: events of one device, name, second and message id are equal. */
export interface EventRow {
  readonly deviceId: string;
  readonly identifier: string;
  readonly level: string | null;
  readonly eventTime: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly messageId: string | null;
  readonly late: boolean;
  readonly key: string;
}

/** A stored event with the key of its row. */
interface StoredEvent {
  readonly key: string;
  readonly id: string;
  readonly params: unknown;
  readonly late: boolean | null;
}

/** Lock of a company that lanes share: who rewrites events holds it alone. */
export const EVENTS_LOCK = 'device events';

/** Return the events of some entries in their order. */
export function eventRows(entries: readonly LaneEntry[], zone: string): EventRow[] {
  return entries.flatMap(({ deviceId, ts, quality, events = [] }) =>
    events.map(({ identifier, level, params, messageId }): EventRow => {
      const eventTime = inZone(ts, zone);
      const key = `${deviceId} ${identifier} ${eventTime} ${messageId ?? ''}`;
      return { deviceId, identifier, level, eventTime, params, messageId, late: (quality & QUALITY.late) !== 0, key };
    }),
  );
}

/** Return the row to write of an event. */
export function withoutKey(event: EventRow): Omit<EventRow, 'key'> {
  const { deviceId, identifier, level, eventTime, params, messageId, late } = event;
  return { deviceId, identifier, level, eventTime, params, messageId, late };
}

/** Wait until nobody rewrites the events of a company. */
export const shareEvents = (sql: Sql, tenantId: string): Promise<unknown> =>
  sql.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [`${tenantId} ${EVENTS_LOCK}`]);

/** Return the stored rows of events by their keys. */
export async function storedEvents(
  { sql, tenantId }: Pick<Context, 'sql' | 'tenantId'>,
  events: readonly EventRow[],
): Promise<Map<string, StoredEvent>> {
  const rows = await sql.query<StoredEvent>(
    `select device_id || ' ' || identifier || ' ' || to_char(event_time, 'YYYY-MM-DD HH24:MI:SS') || ' ' || coalesce(message_id, '') as key,
       id::text as id, params, late
     from iot_event where tenant_id = $1 and device_id = any($2::bigint[]) and event_time = any($3::timestamptz[])`,
    [tenantId, [...new Set(events.map((one) => one.deviceId))], [...new Set(events.map((one) => one.eventTime))]],
  );
  return new Map(rows.map((one) => [one.key, one]));
}
