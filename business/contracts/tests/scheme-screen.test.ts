import { expect, test } from 'vitest';
import { consumable } from '#business/materials/items/consumable.paper.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { saved } from '#kernel/testing/sample.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { at, ContractSite } from '../testing/contract-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await ContractSite.of(server);

test('the page of a contract shows its visits and consumables, activates a draft and suspends it', async () => {
  const home = await site.home();
  const filter = await saved(server, consumable, { suppliesName: 'PP 棉滤芯', lifeDays: 100 });
  const { id: template } = await site.template({ price: '0' });
  const id = await site.draft(home, template, {
    startDate: '2026-08-01',
    supplies: [{ suppliesId: filter.id, qty: '2', installDate: '2026-08-25' }],
  });
  await site.usedBefore(id, 1);
  const { page, troubles } = await screens.of(site.lead);
  await page.goto(`/maintenance/asscheme/view/${id}`);
  await pageSettled(page);
  await page.getByRole('heading', { name: '双季保养' }).waitFor();
  await expect.poll(() => page.locator('.scheme-boxes [data-state=used]').count()).toBe(1);
  expect(await page.locator('.scheme-supplies li').first().innerText()).toContain('剩 10%');
  await page.getByRole('button', { name: '生效' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '生效' }).click();
  await page.getByRole('button', { name: '暂停' }).waitFor();
  const order = good(await site.order(home)).data;
  await page.reload();
  await page.getByText(`占用：${order.registrationNo}`).waitFor();
  await expect.poll(() => page.locator('.scheme-boxes [data-state=locked]').count()).toBe(1);
  expect(await barriers(page, { part: '.scheme-page' })).toEqual([]);
  await page.getByRole('button', { name: '暂停' }).click();
  await page.getByRole('textbox', { name: '暂停原因' }).fill('全家出国');
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click();
  await page.locator('.scheme-band', { hasText: '全家出国' }).waitFor();
  await page.getByRole('button', { name: '恢复' }).waitFor();
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(good(await site.work.cs.get(`${at}/asscheme/detail`, { id })).data.schemeStatus).toBe('suspended');
  expect(troubles).toEqual([]);
});
