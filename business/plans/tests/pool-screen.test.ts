import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { PlanSite } from '../testing/plan-site.ts';
import { ReminderSite } from '../testing/reminder-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const plans = await PlanSite.of(server);
const { contracts } = plans;
const site = new ReminderSite(plans);
const [ending, lapsed] = [await contracts.home(), await contracts.home()];
await site.warranty(ending, '2027-01-10');
await site.warranty(lapsed, '2026-06-01');
await site.night();
const [warranty] = await site.of(ending);
const [surrender] = await site.of(lapsed);

test('a pool lists reminders of its type alone, and one is taken in for the next run', async () => {
  const { page, troubles } = await screens.of(contracts.work.cs, { size: DESK });
  await openPage(page, '/maintenance/asremind/warranty');
  const row = page.locator(`tr[data-id="${warranty.id}"]`, { hasText: '2027-01-10' });
  await row.waitFor();
  await page.locator('.page-head h1', { hasText: '在保提醒' }).waitFor();
  expect(await page.locator(`tr[data-id="${surrender.id}"]`).count()).toBe(0);
  expect(await row.innerText()).toContain('待推入');
  await page.getByRole('tab', { name: '待跟进', exact: true }).click();
  await page.getByRole('tab', { name: '待跟进', exact: true, selected: true }).waitFor();
  await row.waitFor();
  expect(await page.locator(`tr[data-id="${surrender.id}"]`).count()).toBe(0);
  await row.locator('input[data-act="pick"]').click();
  await page.locator('.selection-row').getByRole('button', { name: '推入' }).click();
  await page.locator(`tr[data-id="${warranty.id}"]`, { hasText: '已推入' }).waitFor();
  expect((await site.of(ending)).map(({ remindStatus }) => remindStatus)).toEqual(['in']);
  expect((await site.of(lapsed)).map(({ remindStatus }) => remindStatus)).toEqual(['waiting']);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('on a phone a pool shows cards that are not wider than the screen', async () => {
  const { page, troubles } = await screens.of(contracts.work.cs, { size: PHONE });
  await openPage(page, '/maintenance/asremind/surrender');
  await page.locator(`.card[data-id="${surrender.id}"]`, { hasText: '2026-06-01' }).waitFor();
  expect(await page.locator(`.card[data-id="${warranty.id}"]`).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});
