import { expect, test } from 'vitest';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { customer } from './customer.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const manager = await server.as('as_manager,as_cs');
const at = 'blade-maintenance/webApi/ascustomer';
const remarks = async (id: string): Promise<string[]> =>
  (await manager.get(`${at}/history`, { id })).data.map(({ remark }: { remark: string | null }) => remark ?? '');

test('a change of a phone or name asks for an optional reason, which the history shows', async () => {
  const one = await saved(server, customer, { customerName: '沈怡然', phone: '13800000001' });
  const { page, troubles } = await screens.of(manager);
  await openPage(page, `/maintenance/ascustomer?id=${one.id}`);
  await page.locator('.panel', { hasText: '沈怡然' }).waitFor();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: '编辑客户' });
  const why = form.getByLabel('为什么改');
  await form.getByLabel('客户姓名').waitFor();
  expect(await why.count()).toBe(0);
  await form.getByLabel('客户姓名').fill('沈怡冉');
  await why.fill('客户来电更正');
  await page.keyboard.press('Control+s');
  await expect.poll(() => remarks(one.id)).toContain('客户来电更正');
  await expect.poll(() => form.count()).toBe(0);
  await page.getByRole('tab', { name: '历史' }).click();
  await page.locator('.history-entry', { hasText: '客户来电更正' }).waitFor();
  expect(troubles).toEqual([]);
});

test('a reason is optional, comes by the API too, and is not asked for another field', async () => {
  const one = await saved(server, customer, { customerName: '白若溪', phone: '13800000002' });
  const change = (values: object) => manager.post(`${at}/submit`, { id: one.id, ...values });
  expect((await change({ phone: '13800000003' })).status).toBe(200);
  expect((await change({ phone: '13800000004', reason: '换了号码' })).status).toBe(200);
  expect(await remarks(one.id)).toEqual(['换了号码', '', '']);
  const { page, troubles } = await screens.of(manager);
  await openPage(page, `/maintenance/ascustomer?id=${one.id}`);
  await page.locator('.panel', { hasText: '白若溪' }).waitFor();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: '编辑客户' });
  await form.getByLabel('备注').fill('喜欢上午');
  expect(await form.getByLabel('为什么改').count()).toBe(0);
  expect(troubles).toEqual([]);
});
