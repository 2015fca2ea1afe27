import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openBench } from '#business/workbench/testing/bench-site.ts';
import { openLivedHomes } from '../testing/lived-homes.ts';

const server = await openTestServer(import.meta.url, { parts: ['history'] });
const { site, live, homeWith, settle } = await openLivedHomes(server);
const { operator, iot } = site;
const bench = openBench(server);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NIGHTS = 4;
const today = Math.floor((server.clock.ms() + 8 * HOUR) / DAY) * DAY - 8 * HOUR;
const meter = await makeModel(iot, 'wm_night', {
  category: 'water_meter',
  reportIntervalSec: 600,
  properties: [{ identifier: 'totalWater', unit: 'm³', aggregation: 'counter', specs: { min: 0, max: 1e9 } }],
});

/** Add a home whose meter counts 10 L each hour of the day, and `leak` L each hour of the night from a day on. */
async function homeOf(leak: number, since: number): Promise<string> {
  const home = await homeWith(meter, 100);
  const inHour = (hour: number): number => (hour % 24 >= 5 ? 10 : Math.floor(hour / 24) >= since ? leak : 0);
  const litresUntil = (hours: number): number => {
    let sum = 0;
    for (let hour = 0; hour < hours; hour += 1) sum += inHour(hour) * Math.min(1, hours - hour);
    return sum;
  };
  await live(home.id, today - NIGHTS * DAY, server.clock.ms(), (hours) => ({
    totalWater: Math.round(10_000 + 10 * litresUntil(hours)) / 10_000,
  }));
  await server.tables('update op_household set name = $2 where id = $1', [home.householdId, `漏 ${leak} ${since}`]);
  return home.id;
}

test('homes where water ran in three nights in a row are on the first page of the operator', async () => {
  const leaking = await homeOf(6, 0);
  await homeOf(6, 2);
  await homeOf(2, 0);
  await settle();
  await server.app.jobs.run('device.nightWater');
  const rows = async (who = operator) => (await bench.list(who)).rows.filter((row) => row.pile === 'nightWater');
  expect(await rows()).toMatchObject([
    { id: leaking, who: '漏 6 0', section: 'seen', note: [`${NIGHTS} 晚`, `${NIGHTS} nights`] },
  ]);
  expect((await rows())[0].fact).toContain('夜里 0–5 点每晚 30 L');
  // A second run gives the same rows; the nights of an earlier family are not shown.
  await server.app.jobs.run('device.nightWater');
  expect(await rows()).toHaveLength(1);
  await server.tables("update iot_device set owned_since = now() - interval '1 day' where id = $1", [leaking]);
  expect(await rows()).toEqual([]);
  const other = await server.as('as_operator', { tenantId: '100888' });
  expect(await rows(other)).toEqual([]);
});
