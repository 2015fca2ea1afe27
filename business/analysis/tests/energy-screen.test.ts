import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openLivedHomes } from '../testing/lived-homes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['history'] });
const screens = await openScreens(server);
const { site, live, homeWith, settle } = await openLivedHomes(server);
const HOUR = 3_600_000;
const counter = (identifier: string) => ({
  identifier,
  unit: 'kWh',
  aggregation: 'counter',
  specs: { min: 0, max: 1e9 },
});
const pump = await makeModel(site.iot, 'hp_screen', {
  category: 'heat_pump',
  reportIntervalSec: 600,
  properties: [counter('totalEnergy'), counter('totalHeat'), { identifier: 'ambientTemp', unit: '℃' }],
});
const meter = await makeModel(site.iot, 'am_screen', {
  category: 'ammeter',
  reportIntervalSec: 600,
  properties: [counter('totalEnergy')],
});
const now = server.clock.ms();
const begin = Math.floor((now + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR - 4 * 24 * HOUR;
const home = await homeWith(pump, 120);
await live(home.id, begin, now, (hours) => ({ totalEnergy: hours * 2, totalHeat: hours * 7, ambientTemp: 9 }));
const { householdId } = home;
const own = await site.device(meter);
await site.bind(householdId, own.mac);
await server.tables("update iot_device set owned_since = now() - interval '2 years' where id = $1", [own.id]);
await live(own.id, begin, now, (hours) => ({ totalEnergy: hours * 3 }));
await settle();

test('the operator finds the home with the highest use, opens its month, steps through days by keys, and opens the year', async () => {
  const { page, troubles } = await screens.of(site.operator, { size: DESK });
  await openPage(page, '/analysis/heat');
  const row = page.locator('.energy-overview tbody tr').first();
  await expect.poll(() => row.innerText()).toContain('沈怡然');
  await row.click();
  await expect.poll(() => page.locator('.energy-fact').first().innerText()).toContain('kWh');
  const bars = page.locator('.energy-chart .bars .bar');
  await expect.poll(() => bars.count()).toBeGreaterThan(1);
  const chosen = () => page.locator('.energy-table tr[aria-selected="true"] td').first().innerText();
  const yesterday = await chosen();
  await page.locator('.energy-chart .bars > div').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(chosen).not.toBe(yesterday);
  await expect.poll(() => page.locator('aside .bars .bar').count()).toBe(24);
  expect(await page.locator('.energy-facts').innerText()).toContain('3.50');
  await page.keyboard.press('3');
  await expect.poll(() => page.locator('.energy-page .segments [aria-checked="true"]').innerText()).toBe('年');
  await expect.poll(() => page.locator('.energy-table tbody tr').count()).toBeGreaterThan(0);
  expect(troubles).toEqual([]);
}, 60_000);

test('the page of a home shows the meters of this month and links to it; nothing is cut off on a phone', async () => {
  const { page, troubles } = await screens.of(site.operator, { size: PHONE });
  await openPage(page, `/operation/home/${householdId}`);
  const month = page.locator('.now-month');
  await expect.poll(() => month.count()).toBe(1);
  await month.getByRole('link', { name: '用电' }).click();
  await expect.poll(() => page.locator('.energy-fact').first().innerText()).toContain('kWh');
  const wide = await page.evaluate(() => {
    const { documentElement: root } = document;
    return root.scrollWidth > root.clientWidth;
  });
  expect([wide, troubles]).toEqual([false, []]);
}, 60_000);
