import { expect, test } from 'vitest';
import type { WallDevice, WallValue } from '../wall/wall.calls.ts';
import { homeFigures, phraseOf, roomClimate, roomCurves } from './home-values.rules.ts';

const now = 10_000_000;
const value = (identifier: string, number: number, unit = '℃', ts: number | null = now - 1000): WallValue => ({
  identifier,
  name: [identifier, identifier],
  text: [String(number), String(number)],
  unit,
  number,
  ts,
});
const device = (id: string, category: string, values: readonly WallValue[]): WallDevice => ({
  id,
  name: id,
  category,
  onlineStatus: 'online',
  alarmLevel: null,
  reportIntervalSec: 60,
  values,
});
const thermostat = (id: string, temperature: number, ts?: number | null) =>
  device(id, 'thermostat', [
    value('roomTemp', temperature, '℃', ts),
    value('humidity', 48, '%RH'),
    value('setTemp', 21),
    value('valveOpen', 35, '%'),
  ]);
const air = device('air', 'air_sensor', [value('pm25', 12, 'μg/m³'), value('co2', 642, 'ppm'), value('temp', 22)]);
const pump = device('pump', 'heat_pump', [value('power', 1840, 'W'), value('ambientTemp', 8.4)]);
const meter = device('meter', 'ammeter', [value('power', 2.31, 'kW')]);

test('a home shows its mean temperature, the weather and its power', () => {
  const rooms = [[thermostat('t1', 20), air], [thermostat('t2', 22)], [pump, meter]];
  const figures = homeFigures(rooms, now);
  expect(figures.indoor).toBe(21);
  expect(figures.places).toBe(2);
  expect(figures.outdoor?.number).toBe(8.4);
  // The meter measures all consumption. Without it, the power of the machines is added up.
  expect(figures.power).toBe(2.31);
  expect(homeFigures([[pump]], now).power).toBe(1.84);
  // An outdated value does not count, and without values the result is null, not 0.
  expect(homeFigures([[thermostat('t1', 20, now - 3_600_000)]], now).indoor).toBeNull();
  expect(homeFigures([[], []], now)).toEqual({ indoor: null, places: 0, outdoor: null, power: null, heard: null });
});

test('a room shows its climate, and its devices their other values', () => {
  const climate = roomClimate([air, thermostat('t1', 20)]);
  expect(climate?.device.id).toBe('t1');
  expect(climate?.setPoint?.number).toBe(21);
  expect(roomClimate([air])?.temperature.number).toBe(22);
  expect(roomClimate([pump])).toBeNull();
  expect(phraseOf(air).map((one) => one.identifier)).toEqual(['pm25', 'co2']);
  expect(phraseOf(thermostat('t1', 20)).map((one) => one.identifier)).toEqual(['valveOpen']);
  expect(roomCurves([air, thermostat('t1', 20)])).toEqual([
    { deviceId: 't1', identifiers: ['roomTemp', 'setTemp'] },
    { deviceId: 'air', identifiers: ['co2'] },
  ]);
});
