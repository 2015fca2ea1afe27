import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { material } from '#business/materials/items/material.paper.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf } from '../../testing/store-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store } = site.people;
const PAGE = '/maintenance/asstockadjust/scan';

const codeOf = async (id: string): Promise<string> =>
  dataOf(await store.get(`${material.path}/detail`, { id })).itemCode;
const [valve, seal, hose] = [await site.item('5'), await site.item('7'), await site.item('9')];
const [valveCode, sealCode, hoseCode] = [await codeOf(valve), await codeOf(seal), await codeOf(hose)];
await server.tables("update asstock set bin_code = case material_id when $1 then 'B-01' else 'A-01' end", [hose]);

/** Type as a scanner does, wherever the focus is. */
async function scanned(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

const verdict = (page: Page) => page.locator('.scan-verdict b');
const line = (page: Page, code: string) => page.locator(`[data-item="${code}"]`);
const drafts = () =>
  server.tables<{ reason: string; lines: string[] }>(
    "select h.reason, array_agg(d.count_qty::float8 || '/' || d.book_qty::float8 order by d.count_qty) as lines from asstockadjust h join asstockadjustdetails d on d.adjust_id = h.id and d.is_deleted = 0 where h.is_deleted = 0 group by h.id order by h.id",
  );

test('an area is counted blind and without a network; one press writes one draft with exactly these lines', async () => {
  const { page } = await screens.of(store);
  await openPage(page, PAGE);
  await page.getByRole('button', { name: '开始盘点' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await openPage(page, `${PAGE}?store=${site.main}&area=A`);
  await page.locator(`[data-open="${sealCode}"]`).waitFor();
  await page.context().setOffline(true);
  for (let n = 0; n < 4; n += 1) await scanned(page, valveCode);
  await expect.poll(() => line(page, valveCode).textContent()).toContain('数着');
  await scanned(page, hoseCode);
  await expect.poll(() => verdict(page).textContent()).toBe('已计数，账上在 B-01');
  await expect.poll(() => line(page, valveCode).textContent()).toContain('−1');
  await page.keyboard.press('F7');
  await scanned(page, '9');
  await page.keyboard.press('F8');
  await expect.poll(() => line(page, hoseCode).textContent()).toContain('一致');
  await scanned(page, 'FOREIGN');
  await expect.poll(() => verdict(page).textContent()).toContain('没有网络');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('F9');
  await expect.poll(() => verdict(page).textContent()).toContain('草稿在等');
  expect(await drafts()).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(drafts).toEqual([{ reason: '扫码盘点：A', lines: ['4/5', '9/9'] }]);
  await page.getByRole('button', { name: '开始盘点' }).waitFor();
});

test('counts outlive a reload; what was not scanned becomes 0 by a press, and goods that moved are counted again', async () => {
  const { page } = await screens.of(store, { refused: [409] });
  await openPage(page, `${PAGE}?store=${site.main}&area=A`);
  await page.locator(`[data-open="${sealCode}"]`).waitFor();
  await scanned(page, valveCode);
  await line(page, valveCode).waitFor();
  await page.reload();
  await line(page, valveCode).waitFor();
  await page.getByRole('button', { name: /没扫到的 1 种记 0/ }).click();
  await expect.poll(() => line(page, sealCode).textContent()).toContain('−7');
  await site.move(valve, '1', { technicianId: site.technicianId });
  await page.keyboard.press('F9');
  await expect.poll(() => verdict(page).textContent()).toBe('草稿没有写');
  await page.getByRole('button', { name: '重读账面' }).click();
  await expect.poll(() => verdict(page).textContent()).toContain('重数这几种');
  await expect.poll(() => line(page, valveCode).count()).toBe(0);
  await scanned(page, valveCode);
  await page.keyboard.press('F9');
  await expect.poll(async () => (await drafts()).at(-1)?.lines).toEqual(['0/7', '1/4']);
});

test('on a phone the same page counts, in English', async () => {
  const { page, troubles } = await screens.of(store, { size: PHONE, language: 'en' });
  await openPage(page, `${PAGE}?store=${site.main}`);
  await page.locator('.scan-field input').fill(hoseCode);
  await page.keyboard.press('Enter');
  await expect.poll(() => line(page, hoseCode).textContent()).toContain('Counting');
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(troubles).toEqual([]);
});
