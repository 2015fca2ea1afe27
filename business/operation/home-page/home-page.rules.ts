import type { HomeNowDevice, HomeNowRoom } from '../households/household.calls.ts';

/** Count the devices of a home: online ones, and all. */
export function onlineOf(rooms: readonly HomeNowRoom[]): { readonly online: number; readonly all: number } {
  const devices = rooms.flatMap((room) => room.devices);
  return { online: devices.filter((one) => one.onlineStatus === 'online').length, all: devices.length };
}

/** Return floors from top to bottom, with rooms from largest to smallest. Devices without a room are last. */
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

/** A device with its sub-devices. */
export interface DeviceNode {
  readonly device: HomeNowDevice;
  readonly room: string;
  readonly children: readonly DeviceNode[];
}

/** Return the devices of a home as a tree: those with the most sub-devices first. */
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
