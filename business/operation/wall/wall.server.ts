import type { Route, Reading, RoomServer } from '#kernel/server';
import { implement, implementStream } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import type { ModelSchema, SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';
import { type LatestState, momentOfValue } from '#business/iot/values/latest.rules.ts';
import { shownValue } from '#business/iot/values/value-words.rules.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { MOST_DEVICES } from '../binding/unbind.server.ts';
import { household } from '../households/household.paper.ts';
import { type Wall, type WallDevice, wallList, wallStream } from './wall.calls.ts';
import { MOST_VALUES, wallNews } from './wall.rules.ts';

const LIVES = ['active', 'pending', 'disabled'] as const;

/** What a device says on a wall: the properties that its model names for it. */
interface Spoken {
  readonly deviceId: string;
  readonly category: string;
  readonly intervalSec: number;
  readonly attributes: readonly SchemaAttribute[];
  readonly ownedSince: number;
  readonly state: LatestState | undefined;
}

/** Models by the version that each device speaks, and its current state, in one statement: a wall asks once a second. */
async function spokenBy({ sql, tenantId }: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, Spoken>> {
  const rows = await sql.query<{
    deviceId: string;
    category: string;
    intervalSec: number;
    attributes: ModelSchema['attributes'] | null;
    ownedSince: number | null;
    ts: number | null;
    data: LatestState['data'] | null;
    times: LatestState['times'];
  }>(
    `select d.id::text as "deviceId", m.category, m.report_interval_sec as "intervalSec", v.attributes,
       (extract(epoch from d.owned_since) * 1000)::float8 as "ownedSince", (extract(epoch from l.ts) * 1000)::float8 as ts, l.data, l.times
     from iot_device d join iot_thing_model m on m.id = d.model_id and m.tenant_id = d.tenant_id
     left join iot_device_latest l on l.device_id = d.id and l.tenant_id = d.tenant_id
     left join lateral (
       select jsonb_path_query_array(o.schema, '$.attributes[*] ? (@.attrType == "property" && @.screen == true)') as attributes
       from iot_thing_model_version o where o.tenant_id = d.tenant_id and o.model_id = d.model_id and o.is_deleted = 0
       order by (o.version_no = coalesce(d.model_version, 0)) desc, o.version_no desc limit 1) v on true
     where d.tenant_id = $1 and d.id = any($2::bigint[])`,
    [tenantId, ids],
  );
  return new Map(
    rows.map(({ ts, data, times, attributes, ownedSince, ...row }) => [
      row.deviceId,
      {
        ...row,
        attributes: attributes ?? [],
        ownedSince: ownedSince ?? 0,
        state: ts === null || data === null ? undefined : { ts, data, times },
      },
    ]),
  );
}

function valuesOf({ attributes, state, ownedSince }: Spoken): WallDevice['values'] {
  return attributes.slice(0, MOST_VALUES).map((one) => {
    const ts = momentOfValue(state, one.identifier, ownedSince);
    return {
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      ...shownValue(one, ts === null ? null : state?.data[one.identifier]),
      ts,
    };
  });
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Who lives at an address: the household that the asking person sees; one that is there out of his sight makes the whole wall a missing one. */
async function homeAt(reading: Reading, roomAddressId: string) {
  const homes = await reading.find(household, { roomAddressId, householdStatus: [...LIVES] });
  const [home] = homes.toSorted(
    (one, other) => LIVES.indexOf(one.householdStatus as never) - LIVES.indexOf(other.householdStatus as never),
  );
  if (!home) return undefined;
  await reading.assertVisible(household, [home.id], 'view');
  const [seen] = await reading.visible(household, { match: { id: home.id }, limit: 1 });
  return seen;
}

/** Rooms in their order with what runs in them; devices in no room stand last. Nothing of whoever lived there before. */
export async function readWall(reading: Reading, roomAddressId: string): Promise<Wall> {
  const [address] = await reading.assertVisible(roomAddress, [roomAddressId], 'view');
  const home = await homeAt(reading, roomAddressId);
  const rooms = await reading.find(homeRoom, { roomAddressId }, MOST_DEVICES);
  const rows = home
    ? await reading.visible(device, {
        match: { householdId: home.id, roomAddressId },
        order: 't.id',
        limit: MOST_DEVICES,
      })
    : [];
  const spoken = await spokenBy(
    reading,
    rows.map((row) => row.id),
  );
  const devicesIn = (isHere: (roomId: string) => boolean): WallDevice[] =>
    rows
      .filter((row) => isHere(textOf(row.roomId)) && row.instanceStatus !== 'retired')
      .map((row) => {
        const one = spoken.get(row.id);
        return {
          id: row.id,
          name: row.deviceName,
          category: one?.category ?? '',
          onlineStatus: textOf(row.onlineStatus) || 'unknown',
          alarmLevel: textOf(row.alarmLevel) || null,
          reportIntervalSec: one?.intervalSec ?? 60,
          values: one ? valuesOf(one) : [],
        };
      });
  const known = new Set(rooms.map((room) => room.id));
  const rest = devicesIn((roomId) => !known.has(roomId));
  return {
    roomAddressId,
    fullAddress: textOf(address.fullAddress),
    householdId: home?.id ?? '',
    householdName: textOf(home?.name),
    rooms: [
      ...rooms.map((room) => ({
        id: room.id,
        name: room.name,
        floor: textOf(room.floor),
        devices: devicesIn((roomId) => roomId === room.id),
      })),
      ...(rest.length ? [{ id: '', name: '', floor: '', devices: rest }] : []),
    ],
  };
}

export const wallCall = implement(wallList, { read: ({ roomAddressId }, reading) => readWall(reading, roomAddressId) });

export const wallStreamRoute = (sessions: Parameters<NonNullable<RoomServer['routes']>>[1]): Route =>
  implementStream(wallStream, sessions, {
    read: ({ roomAddressId }, reading) => readWall(reading, roomAddressId),
    changes: wallNews,
  });
