import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openPage, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { compareWithSap } from '../night.server.ts';
import { inVan, setParameter } from '../../testing/back-site.ts';
import { ErpServer } from '../../testing/erp-server.ts';
import { beginSap, behave, codeOfItem, sapWorked, storedFlows, withSimulator } from '../../testing/sap-site.ts';
import { dataOf, shipmentPath, StoreSite } from '../../testing/store-site.ts';

const erp = await ErpServer.open();
afterAll(() => erp.close());
const server = await openTestServer(import.meta.url, { webRoot: true, env: { ADAPTER_ERP_URL: erp.address } });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store, manager } = site.people;
const PAGE = '/maintenance/assapwarehouseflow/differences';

test('in a company without SAP the page is one sentence without buttons', async () => {
  const { page, troubles } = await screens.of(store);
  await openPage(page, PAGE);
  await page.getByText('没有接入 SAP').waitFor();
  expect(await page.locator('.sapc button, .sapc a').count()).toBe(0);
  expect(await page.locator('.sapc').textContent()).not.toContain('as.sap.adapter');
  expect(await barriers(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

test('people who may change the setting get a link to it', async () => {
  const { page, troubles } = await screens.of(await server.as('administrator'));
  await openPage(page, PAGE);
  await page.getByRole('link', { name: '去设置 SAP 接口名称' }).click();
  await page.locator('.param-box td', { hasText: 'as.sap.adapter' }).waitFor();
  await expect.poll(() => page.locator('.param-box tbody tr').count()).toBe(1);
  expect(troubles).toEqual([]);
});

const items: string[] = [];
for (let n = 0; n < 6; n++) items.push(await site.item('60'));
const codes = await Promise.all(items.map((id) => codeOfItem(site, id)));
const sorted = items.toSorted((a, b) => (codes[items.indexOf(a)] < codes[items.indexOf(b)] ? -1 : 1));
const codeOf = (id: string): string => codes[items.indexOf(id)];
const [first, second, , , pump, board] = sorted;

const row = (page: Page, materialId: string) => page.locator(`[data-row="W01 ${codeOf(materialId)}"]`);
const drafts = () =>
  server.tables<{ reason: string; lines: number }>(
    "select h.reason, count(*)::int as lines from asstockadjust h join asstockadjustdetails d on d.adjust_id = h.id where h.adjust_status = 'draft' and h.is_deleted = 0 group by h.id, h.reason",
  );

test('two differences are adopted by keys: one draft of a count, and no stock moves', async () => {
  await withSimulator(site);
  await beginSap(site);
  const { page, troubles } = await screens.of(store);
  await openPage(page, PAGE);
  await row(page, first).waitFor();
  expect(await page.locator('[data-figure="different"] dd').textContent()).toBe('3');
  const before = [await site.balance(first, 'main'), await site.balance(second, 'main')];
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => page.locator('.sapc-bar').textContent()).toContain('已选 2 行');
  await page.keyboard.press('ArrowRight');
  await page.locator('.sapc-proof h3').waitFor();
  expect(await page.locator('.sapc-proof').textContent()).toContain('从未一致过');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.locator('.sapc-proof').count()).toBe(0);
  await page.keyboard.press('c');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await drafts()).map((one) => one.lines)).toEqual([2]);
  await page.getByText('库存没有动').waitFor();
  expect([await site.balance(first, 'main'), await site.balance(second, 'main')]).toEqual(before);
  expect(troubles).toEqual([]);
});

test('a shipment that was not pushed is pushed from its row, and its difference disappears', async () => {
  const shipmentId = await inVan(site, pump, '3');
  const { page, troubles } = await screens.of(store);
  await openPage(page, PAGE);
  expect(await row(page, pump).textContent()).toContain('还没推送');
  await row(page, pump).getByRole('button', { name: '推送' }).click();
  await expect.poll(async () => (await site.shipment(shipmentId)).sapStatus).toBe('queued');
  await expect.poll(() => page.locator('[data-figure="levelled"] dd').textContent()).toBe('2');
  await sapWorked(site);
  await page.getByRole('button', { name: '现在再比' }).click();
  await expect.poll(() => page.locator('[data-figure="levelled"] dd').textContent()).toBe('0');
  expect(troubles).toEqual([]);
});

test('a failed row is asked again by R; only the manager skips it, with a reason', async () => {
  const shipmentId = await inVan(site, board, '1');
  await behave(site, codeOf(board), 'locked');
  dataOf(await store.post(`${shipmentPath}/sendOutPush`, { ids: shipmentId }));
  await sapWorked(site);
  const [flow] = await storedFlows(site, shipmentId);
  const { page, troubles } = await screens.of(store);
  await openPage(page, PAGE);
  const failed = page.locator(`[data-flow="${flow.id}"]`);
  await failed.waitFor();
  expect(await failed.textContent()).toContain('Posting period locked');
  expect(await barriers(page, { part: '.sapc' })).toEqual([]);
  expect(await failed.getByRole('button', { name: '跳过' }).count()).toBe(0);
  await page.keyboard.press('r');
  await expect.poll(async () => (await storedFlows(site, shipmentId))[0].state).toBe('queued');
  await sapWorked(site);
  const other = await screens.of(manager);
  await openPage(other.page, PAGE);
  await other.page.locator(`[data-flow="${flow.id}"]`).getByRole('button', { name: '跳过' }).click();
  await other.page.getByRole('dialog').locator('textarea, input').first().fill('已手工过账');
  await other.page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await storedFlows(site, shipmentId))[0].state).toBe('skipped');
  expect([...troubles, ...other.troubles]).toEqual([]);
});

test('on a phone there are cards by warehouse, in English too, and nothing is adopted', async () => {
  const { page, troubles } = await screens.of(store, { size: PHONE, language: 'en' });
  await openPage(page, PAGE);
  await page.locator('.sapc-cards li').first().waitFor();
  expect(await page.locator('.sapc-bar').count()).toBe(0);
  expect(await page.locator('.sapc-cards h2').first().textContent()).toContain('compared');
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(troubles).toEqual([]);
});

test('while SAP does not answer, the figures of the last night are shown with their time', async () => {
  await compareWithSap({ step: (work) => server.work('administrator', work), each: () => Promise.resolve() });
  await setParameter(site, 'as.sap.adapter', 'ERP');
  erp.isAway = true;
  const { page, troubles } = await screens.of(store);
  await openPage(page, PAGE);
  await page.locator('.sapc-away').waitFor();
  await pageSettled(page);
  expect(await page.locator('.sapc-away').textContent()).toMatch(/SAP 没有应答，下面是 .*\d\d:\d\d 的数字/);
  await row(page, first).waitFor();
  expect(await barriers(page, { part: '.sapc' })).toEqual([]);
  erp.isAway = false;
  expect(troubles).toEqual([]);
});
