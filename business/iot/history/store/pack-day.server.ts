import type { Sql } from '#kernel/server';
import { unmarkRowDays } from './row-days.server.ts';
import { type Message, type Pack, isPackOf, mergeMessages, readPack, writePack } from '../pack/pack.rules.ts';

const dayBounds = (day: string): [from: string, until: string] => [
  `${day} 00:00:00+00`,
  `${new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)} 00:00:00+00`,
];

/** Write packs of a UTC day, replacing existing ones. */
export async function writePacks(
  sql: Sql,
  tenantId: string,
  day: string,
  packs: readonly (readonly [deviceId: string, pack: Pack])[],
): Promise<void> {
  if (packs.length === 0) return;
  await sql.query(
    `insert into iot_telemetry_pack (device_id, day, tenant_id, n, first_ts, last_ts, keys, offs, data)
     select (e->>0)::bigint, $2::date, $1, (e->>1)::integer, to_timestamp((e->>2)::float8 / 1000), to_timestamp((e->>3)::float8 / 1000),
       array(select jsonb_array_elements_text(e->4)), array(select jsonb_array_elements(e->5)::integer), decode(e->>6, 'base64')
     from jsonb_array_elements($3::jsonb) e order by 1
     on conflict (device_id, day) do update set n = excluded.n, first_ts = excluded.first_ts, last_ts = excluded.last_ts,
       keys = excluded.keys, offs = excluded.offs, data = excluded.data`,
    [
      tenantId,
      day,
      JSON.stringify(
        packs.map(([id, { n, firstTs, lastTs, keys, offs, data }]) => [
          id,
          n,
          firstTs,
          lastTs,
          keys,
          offs,
          data.toString('base64'),
        ]),
      ),
    ],
  );
}

/** Return the packs of devices for a UTC day, locked until the commit. */
export async function lockPacks(
  sql: Sql,
  tenantId: string,
  day: string,
  deviceIds: readonly string[],
): Promise<Map<string, Pack>> {
  const rows = await sql.query<Pack & { id: string }>(
    `select device_id::text as id, n, (extract(epoch from first_ts) * 1000)::float8 as "firstTs", (extract(epoch from last_ts) * 1000)::float8 as "lastTs", keys, offs, data
     from iot_telemetry_pack where tenant_id = $1 and day = $2::date and device_id = any($3::bigint[]) order by device_id for update`,
    [tenantId, day, deviceIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Throw if a pack does not decode to its messages: the rows would be lost. The transaction then fails and the day stays
 * unpacked.
 */
function assertSame(deviceId: string, messages: readonly Message[], pack: Pack): void {
  if (!isPackOf(pack, messages)) throw new Error(`the pack of device ${deviceId} reads otherwise than its messages`);
}

/**
 * Move the messages of devices and a UTC day from rows into packs, in one transaction. Late messages are merged into an
 * existing pack. Return the number of moved rows.
 */
export async function packDay(sql: Sql, tenantId: string, day: string, deviceIds: readonly string[]): Promise<number> {
  await unmarkRowDays(sql, tenantId, day, deviceIds);
  const rows = await sql.query<Message & { id: string }>(
    `with taken as (delete from iot_telemetry where tenant_id = $1 and device_id = any($2::bigint[]) and ts >= $3::timestamptz and ts < $4::timestamptz
       returning device_id, ts, data, meta)
     select device_id::text as id, (extract(epoch from ts) * 1000)::float8 as ts, data, meta from taken order by device_id, ts`,
    [tenantId, deviceIds, ...dayBounds(day)],
  );
  if (rows.length === 0) return 0;
  const byDevice = Map.groupBy(rows, ({ id }) => id);
  const present = await lockPacks(sql, tenantId, day, [...byDevice.keys()]);
  const packs = [...byDevice].map(([id, taken]): [string, Pack] => {
    const before = present.get(id);
    const later = taken.map(({ ts, data, meta }) => ({ ts, data, meta }));
    const messages = before ? mergeMessages(readPack(before), later) : later;
    const pack = writePack(messages);
    assertSame(id, messages, pack);
    return [id, pack];
  });
  await writePacks(sql, tenantId, day, packs);
  return rows.length;
}
