import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { MOST_DEVICES } from '../binding/unbind.server.ts';
import type { appDevices, homeDevices } from './household.calls.ts';
import { household } from './household.paper.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';

type Groups = CallAnswer<typeof homeDevices>;

interface Model {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly category: string;
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const orNull = (value: unknown): string | null => text(value) || null;

/** The devices of a home as whoever asks may see them, by rooms in their order; those in no room stand last. */
export async function devicesByRoom(reading: Reading, householdId: string): Promise<Groups> {
  const [home] = await reading.visible(household).all([householdId]);
  const rows = await reading.visible(device, { match: { householdId } }).rows({ order: 't.id', limit: MOST_DEVICES });
  const rooms = await reading
    .visible(homeRoom, { match: { roomAddressId: home.roomAddressId } })
    .rows({ order: 't.sort, t.id', limit: MOST_DEVICES });
  const models = await modelsOf(reading, [...new Set(rows.map((row) => row.modelId))]);
  const macs = new Map(rows.map((row) => [row.id, text(row.mac)]));
  const told = rows.map((row) => ({
    roomId: text(row.roomId),
    device: {
      id: row.id,
      mac: text(row.mac),
      deviceName: row.deviceName,
      deviceKey: row.deviceKey,
      modelId: row.modelId,
      modelName: models.get(row.modelId)?.name ?? '',
      modelCode: models.get(row.modelId)?.code ?? '',
      category: models.get(row.modelId)?.category ?? '',
      mainMac: orNull(macs.get(text(row.parentId))),
      parentId: orNull(row.parentId),
      nodeType: text(row.nodeType),
      onlineStatus: text(row.onlineStatus),
      lastOnlineTime: text(row.lastOnlineTime),
      firmwareVersion: text(row.firmwareVersion),
      alarmLevel: orNull(row.alarmLevel),
      instanceStatus: text(row.instanceStatus),
    },
  }));
  const groups = rooms.map((room) => ({
    groupId: room.id,
    roomName: text(room.name),
    roomType: text(room.roomType),
    floor: text(room.floor),
    areaSize: text(room.areaSize),
    devices: told.filter((one) => one.roomId === room.id).map((one) => one.device),
  }));
  const placed = new Set(rooms.map((room) => room.id));
  const rest = told.filter((one) => !placed.has(one.roomId)).map((one) => one.device);
  return rest.length
    ? [...groups, { groupId: '', roomName: '', roomType: '', floor: '', areaSize: '', devices: rest }]
    : groups;
}

async function modelsOf(reading: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, Model>> {
  if (!ids.length) return new Map();
  const rows = await reading.sql.query<Model>(
    `select id::text as id, model_code as code, ${reading.language === 'en' ? "coalesce(nullif(model_name_en, ''), model_name)" : 'model_name'} as name, category
     from ${thingModelFacts} where tenant_id = $1 and id = any($2::bigint[])`,
    [reading.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same without what only staff needs; rooms without devices are left out. */
export const appView = (groups: Groups): CallAnswer<typeof appDevices> =>
  groups
    .filter((group) => group.devices.length > 0)
    .map(({ groupId, roomName, devices }) => ({
      groupId,
      roomName,
      devices: devices.map(({ id, mac, deviceName, category, onlineStatus, nodeType }) => ({
        id,
        mac,
        deviceName,
        category,
        onlineStatus,
        nodeType,
      })),
    }));
