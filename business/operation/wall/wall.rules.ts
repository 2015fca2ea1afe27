import { mustGet } from '#kernel/language/must.ts';
import type { Wall, WallDevice, WallValue } from './wall.calls.ts';

/** Maximal number of values shown for a device. */
export const MAX_VALUES = 8;

/** Changes of one device; absent fields are unchanged. */
export interface DeviceChange {
  readonly id: string;
  readonly onlineStatus?: string;
  readonly alarmLevel?: string | null;
  readonly values?: readonly WallValue[];
}

export type WallNews =
  | { readonly type: 'wall'; readonly wall: Wall }
  | { readonly type: 'changes'; readonly devices: readonly DeviceChange[] };

const devicesIn = (wall: Wall): readonly WallDevice[] => wall.rooms.flatMap((room) => room.devices);

/**
 * Return the structure of a wall as text: rooms, devices, names, and which values. If it changes, the whole wall is
 * sent.
 */
const frameOf = (wall: Wall): string =>
  JSON.stringify([
    wall.householdId,
    wall.householdName,
    wall.fullAddress,
    wall.rooms.map(({ id, name, floor, devices }) => [
      id,
      name,
      floor,
      devices.map((one) => [one.id, one.name, one.values.map((of) => of.identifier)]),
    ]),
  ]);

function changeOf(before: WallDevice, now: WallDevice): DeviceChange | null {
  const values = now.values.filter((one, at) => JSON.stringify(one) !== JSON.stringify(before.values[at]));
  const change = {
    ...(now.onlineStatus !== before.onlineStatus && { onlineStatus: now.onlineStatus }),
    ...(now.alarmLevel !== before.alarmLevel && { alarmLevel: now.alarmLevel }),
    ...(values.length > 0 && { values }),
  };
  return Object.keys(change).length > 0 ? { id: now.id, ...change } : null;
}

/** Return the message by which a wall `before` becomes `now`; null: nothing changed. */
export function wallNews(before: Wall | undefined, now: Wall): WallNews | null {
  if (!before || frameOf(before) !== frameOf(now)) return { type: 'wall', wall: now };
  const known = new Map(devicesIn(before).map((one) => [one.id, one]));
  const devices = devicesIn(now).flatMap((one) => changeOf(mustGet(known, one.id), one) ?? []);
  return devices.length > 0 ? { type: 'changes', devices } : null;
}

function changed(device: WallDevice, { values = [], ...more }: DeviceChange): WallDevice {
  const news = new Map(values.map((one) => [one.identifier, one]));
  return { ...device, ...more, values: device.values.map((one) => news.get(one.identifier) ?? one) };
}

/** Return a wall to which a message is applied. */
export function wallAfter(before: Wall | undefined, news: WallNews): Wall | undefined {
  if (news.type === 'wall') return news.wall;
  if (!before) return before;
  const of = new Map(news.devices.map((one) => [one.id, one]));
  return {
    ...before,
    rooms: before.rooms.map((room) => ({
      ...room,
      devices: room.devices.map((one) => (of.has(one.id) ? changed(one, mustGet(of, one.id)) : one)),
    })),
  };
}
