import { expect, test } from 'vitest';
import { electricityMeter } from '../../models/built-in/air-water.rules.ts';
import { heatPump } from '../../models/built-in/heating.rules.ts';
import { machineOf } from '../../simulator/machine.rules.ts';
import { Random, seedOf } from '../../simulator/random.rules.ts';
import { readFigureBytes } from '../figures/figure-bytes.rules.ts';
import { figureProperties } from '../figures/figure-properties.rules.ts';
import { readPack } from '../pack/pack.rules.ts';
import { pastOf } from './past-days.server.ts';

const until = Date.UTC(2026, 10, 21, 3, 20);
const homeOf = (nth: number) => ({
  name: `home-${nth}`,
  until,
  devices: [heatPump, electricityMeter].map(({ modelCode, attributes }) => ({
    id: modelCode,
    deviceKey: nth === 1 ? `key-${modelCode}` : `key-${nth}-${modelCode}`,
    modelCode,
    parentKey: null,
    properties: figureProperties(attributes),
  })),
});
const home = homeOf(1);

test('a home gets thirty days of messages and a year of energy, and its counters continue', () => {
  const [pump, meter] = pastOf(home, 'Asia/Shanghai');
  const now = machineOf('hp01', new Random(seedOf('key-hp01')), 0)!.values();
  const messages = pump.packs.flatMap(([, pack]) => readPack(pack));
  expect(messages.length).toBeGreaterThan(30 * 144);
  expect(messages.at(-1)!.data.totalEnergy).toBeCloseTo(Number(now.totalEnergy), 1);
  expect(pump.figures[0][0]).toBe('2025-10-17');
  expect(pump.figures.at(-1)![0]).toBe('2026-11-20');
  const days = pump.figures.map(
    ([day, , whole]) => [day, readFigureBytes(whole).columns.get('totalEnergy')!.figures[0]!] as const,
  );
  const use = days.map(([, figure]) => figure.delta);
  expect(use.every((kwh) => kwh >= 0 && kwh < 200)).toBe(true);
  // More energy in winter than in spring, in both years.
  const mean = (month: string): number => {
    const some = days.filter(([day]) => day.startsWith(month)).map(([, { delta }]) => delta);
    return some.reduce((sum, kwh) => sum + kwh, 0) / some.length;
  };
  expect(mean('2026-01')).toBeGreaterThan(mean('2026-05') * 1.5);
  expect(mean('2026-11') / mean('2025-11')).toBeGreaterThan(0.5);
  expect(mean('2026-11') / mean('2025-11')).toBeLessThan(2);
  expect(readFigureBytes(meter.figures.at(-1)![2]).columns.get('peakEnergy')!.figures[0]!.delta).toBeGreaterThan(0);
});

test('the energy of homes is within a tenth of last year, of some more and of some less', () => {
  const changes = Array.from({ length: 8 }, (_, nth) => {
    const [, meter] = pastOf(homeOf(nth + 1), 'Asia/Shanghai');
    const used = (from: string, to: string): number =>
      meter.figures
        .filter(([day]) => day >= from && day <= to)
        .reduce((sum, [, , whole]) => sum + readFigureBytes(whole).columns.get('totalEnergy')!.figures[0]!.delta, 0);
    return Math.round((used('2026-11-01', '2026-11-20') / used('2025-11-01', '2025-11-20') - 1) * 1000) / 10;
  });
  expect(changes.filter((one) => Math.abs(one) > 10)).toEqual([]);
  expect([changes.some((one) => one > 1), changes.some((one) => one < -1)]).toEqual([true, true]);
});
