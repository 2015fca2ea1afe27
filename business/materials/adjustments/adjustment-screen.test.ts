import { expect, test } from 'vitest';
import { openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { keeper, saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { material } from '../items/material.paper.ts';
import { warehouse } from '../stores/warehouse.paper.ts';
import { stockAdjustment } from './stock-adjustment.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const me = await keeper(server);

test('the lines of an adjustment are edited in its form: changed, added, removed', async () => {
  const warehouseId = (await saved(server, warehouse, { warehouseType: 'main' })).id;
  const [first, second] = [
    await saved(server, material, { itemName: '循环泵垫片' }),
    await saved(server, material, { itemName: '黄铜接头' }),
  ];
  const made = await me.post(`${stockAdjustment.path}/submit`, {
    adjustType: 'open',
    warehouseId,
    postDate: '2026-11-20',
    reason: '期初',
    lines: [{ materialId: first.id, qty: '5' }],
  });
  expect(made.status, made.msg).toBe(200);
  const { page, troubles } = await screens.of(me);
  await page.goto(`${stockAdjustment.menu!.path}?id=${made.data.id}`);
  await page.locator('.detail .detail-group').first().waitFor();
  await pageSettled(page);
  await page.keyboard.press('e');
  const lines = page.locator('.form-lines > li');
  const input = (at: number, name: string) => lines.nth(at).locator(`[data-field="${name}"] input`).first();
  await input(0, 'qty').fill('7');
  await input(0, 'remark').fill('二号货架');
  await page.getByRole('button', { name: '加一行' }).click();
  await input(1, 'qty').fill('3.5');
  await input(1, 'materialId').click({ force: true });
  await page.locator('.ant-select-item-option', { hasText: '黄铜接头' }).click();
  await page.keyboard.press('Control+s');
  await page.locator('.toast', { hasText: '更新成功' }).waitFor();
  const read = async () => (await me.get(`${stockAdjustment.path}/detail`, { id: made.data.id })).data;
  const after = await read();
  expect(after).toMatchObject({ totalQty: '10.500' });
  expect(after.lines.map((one: Record<string, string>) => [one.materialId, one.qty, one.remark]).toSorted()).toEqual(
    [
      [first.id, '7.000', '二号货架'],
      [second.id, '3.500', ''],
    ].toSorted(),
  );
  await pageSettled(page);
  await page.keyboard.press('e');
  await lines.nth(1).waitFor();
  await lines.nth(0).getByRole('button', { name: '删除这一行' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await read()).lines.length).toBe(1);
  expect(troubles).toEqual([]);
}, 60_000);
