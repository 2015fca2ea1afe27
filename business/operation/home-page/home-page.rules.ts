import type { HomeNowDevice, HomeNowRoom } from '../households/household.calls.ts';

/** Devices of a home that are online, of all. */
export function onlineOf(rooms: readonly HomeNowRoom[]): { readonly online: number; readonly all: number } {
  const devices = rooms.flatMap((room) => room.devices);
  return { online: devices.filter((one) => one.onlineStatus === 'online').length, all: devices.length };
}

/** Floors from the top down, their rooms from the largest to the smallest; what stands in no room comes last. */
export function roomsByFloor(
  rooms: readonly HomeNowRoom[],
): readonly { readonly floor: string; readonly rooms: readonly HomeNowRoom[] }[] {
  const floors = new Map<string, HomeNowRoom[]>();
  for (const room of rooms) {
    const floor = room.groupId ? room.floor : '-';
    floors.set(floor, [...(floors.get(floor) ?? []), room]);
  }
  return [...floors]
    .map(([floor, those]) => ({
      floor,
      rooms: those.toSorted((a, b) => Number(b.areaSize || 0) - Number(a.areaSize || 0)),
    }))
    .toSorted((a, b) =>
      a.floor === '-' ? 1 : b.floor === '-' ? -1 : b.floor.localeCompare(a.floor, 'zh', { numeric: true }),
    );
}

/** A device with those that hang on it. */
export interface DeviceNode {
  readonly device: HomeNowDevice;
  readonly room: string;
  readonly children: readonly DeviceNode[];
}

/** The devices of a home as they hang on each other: gateways first, and what hangs on nothing. */
export function deviceTree(rooms: readonly HomeNowRoom[]): readonly DeviceNode[] {
  const all = rooms.flatMap((room) => room.devices.map((device) => ({ device, room: room.roomName })));
  const known = new Set(all.map((one) => one.device.id));
  const below = (parentId: string): DeviceNode[] =>
    all.filter((one) => one.device.parentId === parentId).map((one) => ({ ...one, children: below(one.device.id) }));
  return all
    .filter((one) => !one.device.parentId || !known.has(one.device.parentId))
    .map((one) => ({ ...one, children: below(one.device.id) }))
    .toSorted((a, b) => b.children.length - a.children.length);
}
