import { asText } from '#kernel/language/values.ts';
import type { Route, Reading, RoomServer } from '#kernel/server';
import { implement, implementStream } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { MAX_DEVICES } from '../binding/unbind.server.ts';
import { household } from '../households/household.paper.ts';
import { type Wall, type WallDevice, wallList, wallStream } from './wall.calls.ts';
import { spokenBy, wallValues } from './spoken.server.ts';
import { MAX_VALUES, wallNews } from './wall.rules.ts';

const LIVES = ['active', 'pending', 'disabled'] as const;

const orderOf = (status: string | null): number => LIVES.findIndex((one) => one === status);

/**
 * Return the household at an address; undefined: none. If the caller may not see it, refuse the whole wall as missing.
 */
async function homeAt(reading: Reading, roomAddressId: string) {
  const homes = await reading.find(household, { roomAddressId, householdStatus: [...LIVES] });
  const [home] = homes.toSorted((one, other) => orderOf(one.householdStatus) - orderOf(other.householdStatus));
  if (!home) return undefined;
  await reading.visible(household).all([home.id]);
  const [seen] = await reading.visible(household, { match: { id: home.id } }).rows({ first: 1 });
  return seen;
}

/**
 * Return rooms in order with their devices and values; devices without a room are last. Values from before the home got
 * the device are omitted.
 */
export async function readWall(reading: Reading, roomAddressId: string): Promise<Wall> {
  const [address] = await reading.visible(roomAddress).all([roomAddressId]);
  const home = await homeAt(reading, roomAddressId);
  const rooms = await reading.find(homeRoom, { roomAddressId }, { limit: MAX_DEVICES });
  const rows = home
    ? await reading
        .visible(device, { match: { householdId: home.id, roomAddressId } })
        .rows({ order: 't.id', limit: MAX_DEVICES })
    : [];
  const spoken = await spokenBy(
    reading,
    rows.map((row) => row.id),
  );
  const devicesIn = (isHere: (roomId: string) => boolean): WallDevice[] =>
    rows
      .filter((row) => isHere(asText(row.roomId)) && row.instanceStatus !== 'retired')
      .map((row) => {
        const one = spoken.get(row.id);
        return {
          id: row.id,
          name: row.deviceName,
          category: one?.category ?? '',
          onlineStatus: asText(row.onlineStatus) || 'unknown',
          alarmLevel: asText(row.alarmLevel) || null,
          reportIntervalSec: one?.intervalSec ?? 60,
          values: one ? wallValues(one).slice(0, MAX_VALUES) : [],
        };
      });
  const known = new Set(rooms.map((room) => room.id));
  const rest = devicesIn((roomId) => !known.has(roomId));
  return {
    roomAddressId,
    fullAddress: asText(address.fullAddress),
    householdId: home?.id ?? '',
    householdName: asText(home?.name),
    rooms: [
      ...rooms.map((room) => ({
        id: room.id,
        name: room.name,
        floor: asText(room.floor),
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
