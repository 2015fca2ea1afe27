import { mustGet } from '#kernel/language/must.ts';
import type { Wall, WallDevice, WallValue } from './wall.calls.ts';

/** A wall shows no more values of a device than can be read from afar. */
export const MOST_VALUES = 8;

/** What changed of one device: what is not there stays as it was. */
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

/** Everything but states and values: rooms, devices, names, and which values there are. */
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

/** What a wall must hear to show `now`; null: nothing. */
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

/** A wall after what it heard. */
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
