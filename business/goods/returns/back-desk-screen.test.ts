import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { materialReturn } from './material-return.paper.ts';
import { inVan, placesOf, returnOf, returnPath, returned } from '../testing/back-site.ts';
import { StoreSite, dataOf } from '../testing/store-site.ts';
import { applied, handedOut, newTool, toolApplyOf, toolApplyPath } from '../testing/tool-site.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { store, worker, leader } = site.people;

/** Open a record, and press its button by keys. */
async function pressed(page: Page, address: string, name: RegExp): Promise<void> {
  await page.goto(address);
  await pageSettled(page);
  const button = page.locator('.detail').getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a storekeeper inspects a return by keys and a scanner, and takes it over', async () => {
  const valve = await site.item('9', { itemName: '球阀' });
  const pump = await site.item('2', { itemName: '循环泵' }, ['R-1', 'R-2']);
  await inVan(site, valve, '3');
  await inVan(site, pump, '2', 'R-1,R-2');
  const lines = [
    { materialId: valve, returnQty: '3' },
    { materialId: pump, returnQty: '2', serialNos: 'R-1,R-2' },
  ];
  const { id } = dataOf(await worker.post(`${returnPath}/submit`, returned(site, lines)));
  const { page, troubles } = await screens.of(store, { refused: [400] });
  await pressed(page, `${materialReturn.menu!.path}?id=${id}`, /^检验通过/);
  await box(page, '实收数量 球阀').waitFor();
  expect([
    await box(page, '实收数量 球阀').inputValue(),
    await box(page, '实收序列号 循环泵').inputValue(),
    await page.getByRole('combobox', { name: '检验状态 球阀' }).textContent(),
  ]).toEqual(['3', 'R-1,R-2', '良品']);
  expect(await box(page, '实收序列号 球阀').count()).toBe(0);
  expect(await barriers(page, { part: '[role=dialog]' })).toEqual([]);
  // The condition changes by arrows; Enter moves down the column.
  await page.getByRole('combobox', { name: '检验状态 球阀' }).focus();
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('combobox', { name: '检验状态 球阀' }).textContent()).toBe('不良');
  await box(page, '实收数量 球阀').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1');
  expect(await box(page, '差异原因 循环泵').getAttribute('aria-invalid')).toBe('true');
  // A scanner ends each serial number in Enter.
  await box(page, '实收序列号 循环泵').fill('');
  for (const code of ['R-2', 'R-1']) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
  expect(await box(page, '实收序列号 循环泵').inputValue()).toBe('R-2,R-1,');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').filter({ hasText: '循环泵' }).waitFor();
  await box(page, '差异原因 循环泵').fill('少一台');
  await box(page, '实收序列号 循环泵').fill('R-2');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await returnOf(site, id)).documentStatus).toBe('approved');
  expect((await returnOf(site, id)).lines).toMatchObject([
    { acceptQty: '3.000', checkedStatus: 'defective' },
    { acceptQty: '1.000', remark: '少一台' },
  ]);
  await pressed(page, `${materialReturn.menu!.path}?id=${id}`, /^接收入库/);
  await expect.poll(async () => (await returnOf(site, id)).documentStatus).toBe('transmitted');
  expect(await placesOf(site, pump)).toEqual({ 'main good': 1, 'person good': 1 });
  expect(troubles).toEqual([]);
});

test('tools are handed out, and taken back with what is lost, by keys', async () => {
  const [drill, ladder] = [await newTool(site, { toolName: '电锤' }), await newTool(site, { toolName: '人字梯' })];
  const body = applied(site, [
    { toolId: drill, applyQty: '3' },
    { toolId: ladder, applyQty: '1' },
  ]);
  const { id } = dataOf(await worker.post(`${toolApplyPath}/submit`, body));
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
  const { page, troubles } = await screens.of(store);
  const at = `${toolApply.menu!.path}?id=${id}`;
  await pressed(page, at, /^发放/);
  await box(page, '发放数量 电锤').fill('2');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await toolApplyOf(site, id)).toolApplyStatus).toBe('handedOut');
  await pressed(page, at, /^归还/);
  await box(page, '累计归还 电锤').waitFor();
  expect([await box(page, '累计归还 电锤').inputValue(), await box(page, '累计归还 人字梯').inputValue()]).toEqual([
    '2',
    '1',
  ]);
  expect(await barriers(page, { part: '[role=dialog]' })).toEqual([]);
  await box(page, '累计归还 电锤').fill('1');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await toolApplyOf(site, id)).toolApplyStatus).toBe('partReturned');
  await pressed(page, at, /^报丢失/);
  await box(page, '累计丢失 电锤').fill('1');
  await box(page, '本次赔偿 电锤').fill('500');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await toolApplyOf(site, id)).toolApplyStatus).toBe('closed');
  expect((await toolApplyOf(site, id)).lines).toMatchObject([
    { outQty: '2.000', returnQty: '1.000', lostQty: '1.000', compensateAmount: '500.00' },
    { returnQty: '1.000', toolLineStatus: 'back' },
  ]);
  expect(troubles).toEqual([]);
});

test('everything is taken back on a phone, in English, without typing', async () => {
  const drill = await newTool(site, { toolName: '开孔器' });
  const of = await handedOut(site, [{ toolId: drill, applyQty: '2' }]);
  const { page, troubles } = await screens.of(store, { size: PHONE, language: 'en' });
  await page.goto(`${toolApply.menu!.path}?id=${of.id}`);
  await pageSettled(page);
  await page.locator('.detail').getByRole('button', { name: 'Take back' }).first().click();
  await box(page, 'Returned in all 开孔器').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Take back/ })
    .click();
  await expect.poll(async () => (await toolApplyOf(site, of.id)).toolApplyStatus).toBe('closed');
  expect(troubles).toEqual([]);
});
