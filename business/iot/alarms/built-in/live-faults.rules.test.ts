import { expect, test } from 'vitest';
import { builtInCodes } from './built-in-rows.rules.ts';
import { LiveFaults, faultsOfDay } from './live-faults.rules.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = 20_780;
const models = ['hp01', 'fa01', 'ws01', 'ro45', 'am01', 'wm01', 'th01'];
const machines = Array.from({ length: 57 * models.length }, (_, nth) => ({
  home: `home ${nth % 57}`,
  deviceKey: `key ${nth}`,
  modelCode: models[nth % models.length],
}));
const days = Array.from({ length: 60 }, (_, nth) => FIRST_DAY + nth);

test('homes have four to twelve new faults a day, and three to nine at any hour', () => {
  for (const day of days) {
    const count = faultsOfDay(day, machines, builtInCodes).length;
    expect([day, count >= 4, count <= 12]).toEqual([day, true, true]);
  }
  const live = new LiveFaults(machines, builtInCodes, { found: [], startedAt: 0 });
  const open = days.flatMap((day) => [1, 7, 13, 19].map((hour) => live.at(day * DAY_MS + hour * 3_600_000).size));
  expect(Math.min(...open)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...open)).toBeLessThanOrEqual(10);
  expect(open.filter((one) => one >= 3 && one <= 9).length / open.length).toBeGreaterThan(0.9);
});

test('faults are the same whenever they are computed, and none needs a technician at once', () => {
  const some = faultsOfDay(FIRST_DAY, machines, builtInCodes);
  expect(faultsOfDay(FIRST_DAY, machines.toReversed(), builtInCodes)).toEqual(some);
  for (const { code } of some)
    expect(builtInCodes.find((one) => one.code === code)).not.toMatchObject({ repair: 'auto' });
});

test('a fault that is there at the start goes on for hours, and then it is over', () => {
  const startedAt = FIRST_DAY * DAY_MS;
  const live = new LiveFaults([], builtInCodes, { found: [{ home: 'home 3', code: 'F01' }], startedAt });
  expect(live.at(startedAt + 3_600_000).get('home 3')).toMatchObject({ modelCode: 'fa01' });
  expect(live.at(startedAt + 15 * 3_600_000).size).toBe(0);
});

test('without machines there are no faults', () => {
  expect(faultsOfDay(FIRST_DAY, [], builtInCodes)).toEqual([]);
});
