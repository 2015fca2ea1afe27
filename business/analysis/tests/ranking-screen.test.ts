import { addDays } from '#kernel/language/days.ts';
import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { openFiguredHomes } from '../testing/figured-homes.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const { site, homeWith, writeDay } = await openFiguredHomes(server);
const DAYS = 20;
const yesterday = addDays(new Date(server.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10), -1);
const first = addDays(yesterday, 1 - DAYS);

const counter = (identifier: string) => ({
  identifier,
  unit: 'kWh',
  aggregation: 'counter',
  specs: { min: 0, max: 1e9 },
});
const pump = await makeModel(site.iot, 'hp_list', {
  category: 'heat_pump',
  reportIntervalSec: 600,
  properties: [
    counter('totalEnergy'),
    counter('totalHeat'),
    { identifier: 'ambientTemp', unit: '℃' },
    { identifier: 'setTemp', unit: '℃', accessMode: 'rw' },
  ],
});

async function heated(name: string, cop: (day: number) => number): Promise<string> {
  const { id } = await homeWith(pump, 120, name);
  for (let day = 0; day < DAYS; day += 1)
    await writeDay(id, addDays(first, day), {
      grown: { totalEnergy: 30, totalHeat: 30 * cop(day) },
      means: { ambientTemp: 8 + (day % 5), flow: cop(day) < 2.5 ? 0.6 : 1.3 },
    });
  return id;
}

for (let no = 0; no < 9; no += 1) await heated(`邻居${no}`, () => 3.2 + no / 100);
await heated('钟以宁', (day) => (day < 10 ? 3.2 : 2));
const second = await heated('白若溪', () => 2.6);
await server.app.jobs.run('device.rankNight');

test('the operator finds the worst heat pump and orders a visit in at most six actions', async () => {
  const { page, troubles } = await screens.of(site.operator, { size: DESK });
  let actions = 0;
  const does = async (act: () => Promise<unknown>): Promise<void> => {
    actions += 1;
    await act();
  };
  await openPage(page, '/analysis/heat');
  await does(() => page.locator('.page-head').getByRole('link', { name: '能效榜' }).click());
  const rows = page.locator('.rank-table tbody tr');
  await expect.poll(() => rows.first().innerText()).toContain('钟以宁');
  await expect.poll(() => page.locator('.rank-dots circle[data-bad]').count()).toBe(10);
  await expect.poll(() => page.locator('.rank-side').innerText()).toContain('会建这张报修单');
  await does(() => page.keyboard.press('r'));
  await expect.poll(() => rows.first().innerText()).toContain('BX');
  expect(actions).toBeLessThanOrEqual(6);
  const made = () =>
    server.tables<{ n: number }>("select count(*)::int as n from asrepairform where repair_status = 'submitted'");
  expect(await made()).toEqual([{ n: 1 }]);
  // 撤销 takes the request back.
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => rows.first().innerText()).not.toContain('BX');
  expect(await made()).toEqual([{ n: 0 }]);
  expect(troubles).toEqual([]);
}, 60_000);

test('homes that are worse for a week are on the first page of the operator, the worst first', async () => {
  const { rows } = (await site.operator.get('blade-maintenance/webApi/desk/work')).data.ordered;
  const seen = rows.filter((one: { pile: string }) => one.pile === 'worseHomes');
  expect(seen.map((one: { who: string }) => one.who)).toEqual(['钟以宁', '白若溪']);
  expect(seen[0]).toMatchObject({ section: 'seen', fact: expect.stringContaining('比相似的低') });
});

test('several ticked homes get a request each; an open one is linked, not doubled', async () => {
  const { page, troubles } = await screens.of(site.operator, { size: DESK });
  await openPage(page, '/analysis/efficiency');
  const rows = page.locator('.rank-table tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.nth(1).getByRole('button', { name: '报修' }).click();
  await expect.poll(() => rows.nth(1).innerText()).toContain('BX');
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  expect(await page.locator('.selection-row').innerText()).toContain('已选 2 户');
  await page.keyboard.press('b');
  await expect.poll(() => rows.first().innerText()).toContain('BX');
  const made = await server.tables<{ n: number }>(
    "select count(*)::int as n from asrepairform where repair_status = 'submitted'",
  );
  expect(made).toEqual([{ n: 2 }]);
  await expect.poll(() => page.locator('.rank-views [data-worry]').count()).toBe(0);
  expect(troubles).toEqual([]);
}, 60_000);

test('S sorts by the next figure, C opens the set point, E and D open energy and device', async () => {
  const { page, troubles } = await screens.of(site.operator, { size: DESK });
  await openPage(page, '/analysis/efficiency');
  const head = page.locator('.rank-table thead');
  await expect.poll(() => head.locator('[aria-sort]').innerText()).toContain('差 %');
  await page.keyboard.press('s');
  await expect.poll(() => head.locator('[aria-sort]').innerText()).toContain('比自己去年');
  await page.getByRole('tab', { name: '全部' }).click();
  await expect.poll(() => page.locator('.rank-table tbody tr').count()).toBe(11);
  await page.getByRole('tab', { name: '最差在前' }).click();
  await page.locator('.rank-table tbody tr').filter({ hasText: '白若溪' }).click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.innerText()).toContain('setTemp');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect.poll(() => page.url()).toContain(`/analysis/heat?device=${second}`);
  await page.goBack();
  await expect.poll(() => page.locator('.rank-table tbody tr').count()).toBeGreaterThan(0);
  await page.keyboard.press('d');
  await expect.poll(() => page.url()).toContain('/matter/exampleDetail');
  expect(troubles).toEqual([]);
}, 60_000);

test('on a phone the homes are cards, worst first; one opens its days and request', async () => {
  const { page, troubles } = await screens.of(site.operator, { size: PHONE });
  await openPage(page, '/analysis/efficiency');
  const cards = page.locator('.rank-cards li');
  await expect.poll(() => cards.first().innerText()).toContain('钟以宁');
  await cards.first().locator('.rank-card-name').click();
  await expect.poll(() => page.locator('.rank-side .rank-dots circle').count()).toBe(DAYS);
  await page.locator('.rank-close').click();
  await expect.poll(() => page.locator('.rank-side').isVisible()).toBe(false);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect([isWide, troubles]).toEqual([false, []]);
}, 60_000);
