import type { HomeNowRoom } from '../households/household.calls.ts';
import type { WallDevice, WallValue } from '../wall/wall.calls.ts';
import { roomsByFloor } from './home-page.rules.ts';

/** Values of a whole home; null: no device reports it at present. */
export interface HomeFigures {
  readonly indoor: number | null;
  /** Number of rooms with a current temperature. */ readonly places: number;
  readonly outdoor: WallValue | null;
  /** Electric power, in kilowatts. */ readonly power: number | null;
  /** Moment of the newest message (milliseconds). */ readonly heard: number | null;
}

/** Categories of machines that count as outdoors, whatever room they are assigned to. */
const OUTDOORS = new Set(['heat_pump', 'air_conditioner']);

export const isOutdoors = ({ category }: Pick<WallDevice, 'category'>): boolean => OUTDOORS.has(category);

const find = (device: WallDevice, ...names: readonly string[]): WallValue | undefined =>
  device.values.find((one) => names.includes(one.identifier) && one.ts !== null);

/** Return the room temperature that a device measures; undefined: none. */
export const roomTemperature = (device: WallDevice): WallValue | undefined =>
  find(device, 'roomTemp') ?? (device.category === 'air_sensor' ? find(device, 'temp') : undefined);

/** Is a value recent? It may be three report intervals old, and three minutes in any case. */
const isFresh = (one: WallValue, device: WallDevice, now: number): boolean =>
  one.ts !== null && now - one.ts <= Math.max(3 * device.reportIntervalSec, 180) * 1000;

const kilowatts = ({ number, unit }: WallValue): number | null =>
  number === null ? null : unit === 'W' ? number / 1000 : number;

/**
 * Return the values of a whole home: mean room temperature, outdoor temperature, and power. Power is that of the meter,
 * or else the sum of the machines.
 */
export function homeFigures(rooms: readonly (readonly WallDevice[])[], now: number): HomeFigures {
  const devices = rooms.flat();
  const measured = rooms.flatMap((room) => {
    const [first] = room.flatMap((device) => {
      const one = roomTemperature(device);
      return one && one.number !== null && isFresh(one, device, now) ? [one.number] : [];
    });
    return first === undefined ? [] : [first];
  });
  const powers = devices.flatMap((device) => {
    const one = find(device, 'power');
    const kw = one && isFresh(one, device, now) ? kilowatts(one) : null;
    return kw === null ? [] : [{ kw, isMeter: device.category === 'ammeter' }];
  });
  const meters = powers.filter((one) => one.isMeter);
  const counted = meters.length > 0 ? meters : powers;
  const [outdoor] = devices.filter(isOutdoors).flatMap((device) => {
    const one = find(device, 'ambientTemp', 'outTemp');
    return one && isFresh(one, device, now) ? [one] : [];
  });
  const moments = devices.flatMap((device) => device.values.flatMap(({ ts }) => (ts === null ? [] : [ts])));
  return {
    indoor: measured.length > 0 ? measured.reduce((sum, one) => sum + one, 0) / measured.length : null,
    places: measured.length,
    outdoor: outdoor ?? null,
    power: counted.length > 0 ? counted.reduce((sum, { kw }) => sum + kw, 0) : null,
    heard: moments.length > 0 ? Math.max(...moments) : null,
  };
}

/** Return the climate of a room: temperature, target and humidity. Null: no device measures the temperature. */
export function roomClimate(devices: readonly WallDevice[]): {
  readonly device: WallDevice;
  readonly temperature: WallValue;
  readonly setPoint: WallValue | undefined;
  readonly humidity: WallValue | undefined;
} | null {
  const order = devices.toSorted(
    (a, b) => Number(find(b, 'setTemp') !== undefined) - Number(find(a, 'setTemp') !== undefined),
  );
  for (const device of order) {
    const temperature = roomTemperature(device);
    if (temperature)
      return {
        device,
        temperature,
        setPoint: find(device, 'setTemp'),
        humidity: find(device, 'humidity') ?? order.map((one) => find(one, 'humidity')).find(Boolean),
      };
  }
  return null;
}

/** Values that the climate of the room or the line of a gateway already shows. */
const SAID = new Set(['roomTemp', 'setTemp', 'humidity', 'ambientTemp', 'subOnline', 'powerSwitch']);
const MOST = 2;

/** Return the two most important values of a device that the climate of its room does not show. */
export const phraseOf = (device: WallDevice): readonly WallValue[] =>
  device.values
    .filter(
      (one) =>
        one.ts !== null &&
        !SAID.has(one.identifier) &&
        !(device.category === 'air_sensor' && one.identifier === 'temp'),
    )
    .slice(0, MOST);

/** Categories of devices that have no curve in a room. */
const GATEWAYS = new Set(['gateway', 'screen']);

/** Return the curves to draw for a room, at most two: its climate, and the first measurement of each device. */
export function roomCurves(
  devices: readonly WallDevice[],
): readonly { readonly deviceId: string; readonly identifiers: readonly string[] }[] {
  const climate = roomClimate(devices);
  const others = devices.filter((one) => !GATEWAYS.has(one.category));
  const curves = climate
    ? [
        {
          deviceId: climate.device.id,
          identifiers: [climate.temperature, climate.setPoint].flatMap((one) => (one ? [one.identifier] : [])),
        },
      ]
    : [];
  for (const device of [...others.filter((one) => one !== climate?.device), ...(climate ? [climate.device] : [])]) {
    const first = phraseOf(device).find((one) => one.number !== null && one.unit !== '%');
    if (first) curves.push({ deviceId: device.id, identifiers: [preferred(device) ?? first.identifier] });
  }
  return curves.slice(0, MOST);
}

const preferred = (device: WallDevice): string | undefined => find(device, 'co2', 'power', 'flow')?.identifier;

/** Return the id of the room whose curves are shown first: the largest one with a temperature, or else the first. */
export function firstRoom(rooms: readonly HomeNowRoom[], devices: ReadonlyMap<string, WallDevice>): string {
  const order = roomsByFloor(rooms).flatMap((floor) => floor.rooms);
  const size = (room: HomeNowRoom): number => Number(room.areaSize || 0);
  const warm = order
    .filter((room) => roomClimate(room.devices.flatMap((one) => devices.get(one.id) ?? [])) !== null)
    .toSorted((a, b) => size(b) - size(a));
  return (warm[0] ?? order[0])?.groupId ?? '';
}
