import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Reading, sql } from '#kernel/server';
import { device } from '../../../../devices/device.paper.ts';
import { type UnitSource, unitOn } from '../../meters/bus-unit.rules.ts';
import type { StoredRead } from '../../modbus/point-last.server.ts';
import { connectionModel } from '../connection-model.paper.ts';
import type { pointReads } from './point-reads.calls.ts';

const MAX_DEVICES = 200;
/** Devices without a unit come last. */
const LAST = Number.MAX_SAFE_INTEGER;

interface Polled extends UnitSource {
  readonly id: string;
  readonly name: string;
  readonly busId: string | null;
  readonly bus: string | null;
  readonly onlineStatus: string | null;
}

/** Return the visible devices of a connection model: those of its thing models, those on a bus first. */
async function polledOf(reading: Reading, modelId: string): Promise<Polled[]> {
  return reading.sql.query<Polled>(
    sql`select t.id::text as id, t.device_name as name, t.ext_config as extensions, t.serial_number as serial, b.id::text as "busId", b.name as bus, t.online_status as "onlineStatus"
       from iot_device t join iot_thing_model m on m.tenant_id = t.tenant_id and m.id = t.model_id
       left join iot_device_connection b on b.tenant_id = t.tenant_id and b.id = t.bus_id and b.is_deleted = 0
       where ${await reading.visible(device).sql()} and t.is_deleted = 0
         and (m.connection_model_id = ${modelId}::bigint or (m.connection_model_id is null and b.connection_model_id = ${modelId}::bigint))
       order by b.name nulls last, t.device_name, t.id limit ${MAX_DEVICES}`,
  );
}

async function readsOf({ sql: db, tenantId }: Reading, deviceId: string): Promise<Record<string, StoredRead>> {
  const [row] = await db.query<{ data: Record<string, StoredRead> }>(
    'select data from iot_point_last where tenant_id = $1 and device_id = $2',
    [tenantId, deviceId],
  );
  return row?.data ?? {};
}

/** Return the devices of a connection model, and the last reads of one of them. */
export async function lastReads(
  { id, deviceId }: CallInputOf<typeof pointReads>,
  reading: Reading,
): Promise<CallAnswer<typeof pointReads>> {
  const [{ protocol }] = await reading.visible(connectionModel).all([id]);
  const polled = await polledOf(reading, id);
  const devices = polled
    .map(({ extensions, serial, ...one }) => ({ ...one, unit: unitOn(protocol, { extensions, serial }) }))
    .toSorted((a, b) => Number(!a.bus) - Number(!b.bus) || Number(a.unit ?? LAST) - Number(b.unit ?? LAST));
  const chosen = devices.find((one) => one.id === deviceId) ?? devices[0];
  const reads = chosen ? await readsOf(reading, chosen.id) : {};
  return {
    at: reading.instant(),
    deviceId: chosen?.id ?? '',
    devices,
    reads: Object.entries(reads).map(([code, one]) => ({ code, ...one })),
  };
}
