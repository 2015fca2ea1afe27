import { expect, test } from 'vitest';
import { liveFigures } from './home-live.rules.ts';

const device = (id: string, values: Readonly<Record<string, number | null>>) => ({
  id,
  name: id,
  category: 'heat_pump',
  onlineStatus: 'online',
  alarmLevel: null,
  reportIntervalSec: 60,
  values: Object.entries(values).map(([identifier, number]) => ({
    identifier,
    name: [identifier, identifier] as const,
    text: [String(number), String(number)] as const,
    unit: '',
    number,
    ts: number === null ? null : 1,
  })),
});
const shown = (devices: readonly ReturnType<typeof device>[]) =>
  liveFigures(devices).map(({ device: { id }, name, values }) => [id, name[0], values.length]);

test('a home shows at most four figures, flow and return together, each from one device', () => {
  expect(
    shown([
      device('air', { co2: 640, pm25: 12 }),
      device('pump', { outletTemp: 42.1, inletTemp: 36.9, power: 1840 }),
      device('softener', { hardnessOut: 38 }),
      device('meter', { power: 2 }),
    ]),
  ).toEqual([
    ['pump', '供 / 回水', 2],
    ['air', 'co2', 1],
    ['softener', 'hardnessOut', 1],
    ['pump', 'power', 1],
  ]);
});

test('a value that was never reported is no figure, and other values take its place', () => {
  expect(shown([device('pump', { outletTemp: null, inletTemp: 30 }), device('room', { roomTemp: 21 })])).toEqual([
    ['room', 'roomTemp', 1],
  ]);
  expect(shown([])).toEqual([]);
});
