import type { Route, Reading, RoomServer } from '#kernel/server';
import { implement, implementStream } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { homeRoom } from '../addresses/home-room.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { MOST_DEVICES } from '../binding/unbind.server.ts';
import { household } from '../households/household.paper.ts';
import { type Wall, type WallDevice, wallList, wallStream } from './wall.calls.ts';
import { spokenBy, wallValues } from './spoken.server.ts';
import { MOST_VALUES, wallNews } from './wall.rules.ts';

const LIVES = ['active', 'pending', 'disabled'] as const;

const orderOf = (status: string | null): number => LIVES.findIndex((one) => one === status);

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Who lives at an address: the household that the asking person sees; one that is there out of his sight makes the whole wall a missing one. */
async function homeAt(reading: Reading, roomAddressId: string) {
  const homes = await reading.find(household, { roomAddressId, householdStatus: [...LIVES] });
  const [home] = homes.toSorted((one, other) => orderOf(one.householdStatus) - orderOf(other.householdStatus));
  if (!home) return undefined;
  await reading.visible(household).all([home.id]);
  const [seen] = await reading.visible(household, { match: { id: home.id } }).rows({ first: 1 });
  return seen;
}

/** Rooms in their order with what runs in them; devices in no room stand last. Nothing of whoever lived there before. */
export async function readWall(reading: Reading, roomAddressId: string): Promise<Wall> {
  const [address] = await reading.visible(roomAddress).all([roomAddressId]);
  const home = await homeAt(reading, roomAddressId);
  const rooms = await reading.find(homeRoom, { roomAddressId }, { limit: MOST_DEVICES });
  const rows = home
    ? await reading
        .visible(device, { match: { householdId: home.id, roomAddressId } })
        .rows({ order: 't.id', limit: MOST_DEVICES })
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
          values: one ? wallValues(one).slice(0, MOST_VALUES) : [],
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
