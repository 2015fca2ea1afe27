import { asText } from '#kernel/language/values.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { MAX_DEVICES } from '../binding/unbind.server.ts';
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

const orNull = (value: unknown): string | null => asText(value) || null;

/**
 * Return the devices of a home that the caller may see, by room in the order of rooms. Devices without a room are last.
 */
export async function devicesByRoom(reading: Reading, householdId: string): Promise<Groups> {
  const [home] = await reading.visible(household).all([householdId]);
  const rows = await reading.visible(device, { match: { householdId } }).rows({ order: 't.id', limit: MAX_DEVICES });
  const rooms = await reading
    .visible(homeRoom, { match: { roomAddressId: home.roomAddressId } })
    .rows({ order: 't.sort, t.id', limit: MAX_DEVICES });
  const models = await modelsOf(reading, [...new Set(rows.map((row) => row.modelId))]);
  const macs = new Map(rows.map((row) => [row.id, asText(row.mac)]));
  const devices = rows.map((row) => ({
    roomId: asText(row.roomId),
    device: {
      id: row.id,
      mac: asText(row.mac),
      deviceName: row.deviceName,
      deviceKey: row.deviceKey,
      modelId: row.modelId,
      modelName: models.get(row.modelId)?.name ?? '',
      modelCode: models.get(row.modelId)?.code ?? '',
      category: models.get(row.modelId)?.category ?? '',
      mainMac: orNull(macs.get(asText(row.parentId))),
      parentId: orNull(row.parentId),
      nodeType: asText(row.nodeType),
      onlineStatus: asText(row.onlineStatus),
      lastOnlineTime: asText(row.lastOnlineTime),
      firmwareVersion: asText(row.firmwareVersion),
      alarmLevel: orNull(row.alarmLevel),
      instanceStatus: asText(row.instanceStatus),
    },
  }));
  const groups = rooms.map((room) => ({
    groupId: room.id,
    roomName: asText(room.name),
    roomType: asText(room.roomType),
    floor: asText(room.floor),
    areaSize: asText(room.areaSize),
    devices: devices.filter((one) => one.roomId === room.id).map((one) => one.device),
  }));
  const placed = new Set(rooms.map((room) => room.id));
  const rest = devices.filter((one) => !placed.has(one.roomId)).map((one) => one.device);
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

/** Return the devices for the app of residents, with fewer fields and without empty rooms. */
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
