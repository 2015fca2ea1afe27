import { bilingual } from '#kernel/language/label.ts';
import { type OwnCall, type Reading, implement } from '#kernel/server';
import { QUALITY } from '../ingest/property-check.rules.ts';
import { deviceEvent } from '../records/device-event.paper.ts';
import { deviceOnline } from '../records/device-online.paper.ts';
import { readNewest } from '../history/store/read-messages.server.ts';
import { readCurrent, seenDevice } from './current.server.ts';
import { readValueHistory } from './history.server.ts';
import { readNow } from './now.server.ts';
import { removeValues } from './remove-values.server.ts';
import { ownedSinceOf, readSpan } from './span.server.ts';
import {
  currentValues,
  deleteValues,
  deleteValuesByDelete,
  deviceEvents,
  devicesNow,
  historyRows,
  historyValues,
  lastMessages,
  onlineLog,
} from './values.calls.ts';

const qualitiesOf = (meta: number): ('late' | 'clock' | 'range')[] =>
  (['late', 'clock', 'range'] as const).filter((one) => (meta & QUALITY[one]) !== 0);

async function readRows(
  reading: Reading,
  {
    deviceId,
    current,
    size,
    ...asked
  }: { deviceId: string; start: string; end: string; current: number; size: number },
) {
  const row = await seenDevice(reading, deviceId);
  const span = await readSpan(reading, row, asked);
  const { messages, total } = await readNewest(
    reading.sql,
    { tenantId: reading.tenantId, deviceId: row.id, ...span },
    { limit: size, offset: (current - 1) * size },
  );
  return {
    records: messages.map(({ ts, data, meta }) => ({ ts, data, quality: qualitiesOf(meta) })),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

const MAX_MESSAGES = 20;

async function readLast(reading: Reading, deviceId: string) {
  const row = await seenDevice(reading, deviceId);
  const { sql, tenantId } = reading;
  const since = (await ownedSinceOf(reading, row)) ?? '1970-01-01 00:00:00';
  const rows = await sql.query<{ ts: number; kind: 'values' | 'event' | 'log'; words: string; count: number }>(
    `(select (extract(epoch from ts) * 1000)::float8 as ts, 'values' as kind, '' as words, (select count(*) from jsonb_object_keys(data))::int as count
        from iot_telemetry where tenant_id = $1 and device_id = $2 and ts >= $3::timestamptz order by ts desc limit ${MAX_MESSAGES})
     union all (select (extract(epoch from event_time) * 1000)::float8, 'event', identifier, 0 from iot_event
        where tenant_id = $1 and device_id = $2 and event_time >= $3::timestamptz order by event_time desc limit ${MAX_MESSAGES})
     union all (select (extract(epoch from log_time) * 1000)::float8, 'log', content, 0 from op_device_log
        where tenant_id = $1 and device_id = $2 and log_time >= $3::timestamptz and log_type = 'power_on' order by log_time desc limit ${MAX_MESSAGES})
     order by 1 desc limit ${MAX_MESSAGES}`,
    [tenantId, row.id, since],
  );
  return rows.map(({ ts, kind, words, count }) => ({
    ts,
    kind,
    count,
    words:
      kind === 'values'
        ? ([`${count} 个属性`, `${count} properties`] as const)
        : kind === 'log'
          ? bilingual(words)
          : ([words, words] as const),
  }));
}

/** Calls on the values of a device. Each checks first that the caller may see the device. */
export const valueCalls: readonly OwnCall[] = [
  implement(devicesNow, { read: ({ ids }, reading) => readNow(reading, ids) }),
  implement(currentValues, { read: ({ deviceId }, reading) => readCurrent(reading, deviceId) }),
  implement(historyValues, { read: (asked, reading) => readValueHistory(reading, asked) }),
  implement(historyRows, { read: (asked, reading) => readRows(reading, asked) }),
  implement(deleteValues, { write: (asked, context) => removeValues(context, asked) }),
  implement(deleteValuesByDelete, { write: (asked, context) => removeValues(context, asked) }),
  implement(lastMessages, { read: ({ deviceId }, reading) => readLast(reading, deviceId) }),
  implement(deviceEvents, {
    read: async ({ deviceId, current, size }, reading) => {
      await seenDevice(reading, deviceId);
      return reading.visible(deviceEvent).page({ deviceId, current: String(current), size: String(size) });
    },
  }),
  implement(onlineLog, {
    read: async ({ deviceId, current, size }, reading) => {
      await seenDevice(reading, deviceId);
      return reading.visible(deviceOnline).page({ deviceId, current: String(current), size: String(size) });
    },
  }),
];
