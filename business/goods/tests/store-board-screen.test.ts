import { expect, test } from 'vitest';
import { PHONE, openPage, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { inVan, returnOf, returnPath, returned } from '../testing/back-site.ts';
import { StoreSite, dataOf } from '../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store } = site.people;
const BOARD = '/maintenance/storeBoard';

test('the board is used by keys: a tile, a row, its step; another person’s act appears by itself', async () => {
  const valve = await site.item('9');
  const { id } = await site.submitted([{ materialId: valve, applyQty: '2' }]);
  const { page, troubles } = await screens.of(store);
  await openPage(page, BOARD);
  await page.locator(`[data-tile="examine"] [data-row="${id}"]`).waitFor();
  await site.examined(id);
  await page.locator('.store-foot a', { hasText: '待下发' }).locator('b', { hasText: '1' }).waitFor();
  await site.published(id);
  const [draft] = await site.drafts();
  await page.locator(`[data-tile="handOver"] [data-row="${draft.id}"]`).waitFor();
  await site.approved(draft.id);
  await expect
    .poll(() => page.locator(`[data-tile="handOver"] [data-row="${draft.id}"] .store-act`).textContent())
    .toBe('移交');
  await page.locator('.store-entry[data-state="ready"]').waitFor();
  await page.keyboard.press('2');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('移交');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-line]').first().waitFor();
  expect(troubles).toEqual([]);
});

test('a return is inspected and taken over from its tile by keys', async () => {
  const valve = await site.item('9', { itemName: '球阀' });
  await inVan(site, valve, '2');
  const lines = [{ materialId: valve, returnQty: '2' }];
  const { id } = dataOf(await site.people.worker.post(`${returnPath}/submit`, returned(site, lines)));
  const { page, troubles } = await screens.of(store);
  await openPage(page, BOARD);
  const step = page.locator(`[data-tile="returns"] [data-row="${id}"] .store-act`);
  const focused = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
  await step.waitFor();
  await page.keyboard.press('6');
  await expect.poll(focused).toBe('检验通过');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: '实收数量 球阀' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await returnOf(site, id)).documentStatus).toBe('approved');
  await expect.poll(() => step.textContent()).toBe('接收入库');
  await page.keyboard.press('6');
  await expect.poll(focused).toBe('接收入库');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await returnOf(site, id)).documentStatus).toBe('transmitted');
  expect(troubles).toEqual([]);
});

test('F3 opens the form of a purchase, with its type filled in', async () => {
  const { page, troubles } = await screens.of(store);
  await openPage(page, BOARD);
  await page.locator('.store-tile').first().waitFor();
  await page.keyboard.press('F3');
  await page.locator('[data-field="supplierDoc"] input').waitFor();
  expect(await page.locator('[data-field="adjustType"]').textContent()).toContain('采购入库');
  expect(troubles).toEqual([]);
});

test('on a phone the tiles are one list, in English too', async () => {
  const { page, troubles } = await screens.of(store, { size: PHONE, language: 'en' });
  await openPage(page, BOARD);
  await pageSettled(page);
  expect(await page.locator('.store-day').isVisible()).toBe(false);
  expect(await page.locator('.store-tile h2').allTextContents()).toContain('To pick and hand over');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(390);
  expect(troubles).toEqual([]);
});
