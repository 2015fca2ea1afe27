import { expect, test } from 'vitest';
import { picture } from '#business/mobile/testing/worksite.ts';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf } from '../../testing/store-site.ts';
import { applied, newTool, toolApplyOf, toolApplyPath } from '../../testing/tool-site.ts';
import { toolApply } from '../tool-apply.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await StoreSite.of(server);
const { worker, leader, store } = site.people;

const photosOf = async (id: string): Promise<number[]> => {
  const [line] = (await toolApplyOf(site, id)).lines;
  return [line.outPhoto?.length ?? 0, line.returnPhoto?.length ?? 0];
};

test('the desk adds a photo at hand-out and at return; whoever judges damage sees both beside the tool', async () => {
  const toolId = await newTool(site, { toolName: '冲击钻' });
  const { id } = dataOf(await worker.post(`${toolApplyPath}/submit`, applied(site, [{ toolId }])));
  dataOf(await leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
  const { page, troubles } = await screens.of(store);
  await page.goto(`${toolApply.menu!.path}?id=${id}`);
  await pageSettled(page);
  const detail = page.locator('.detail');
  await detail.getByRole('button', { name: /^发放/ }).first().click();
  const dialog = page.locator('.asked-lines');
  await dialog.locator('input[data-when="out"]').setInputFiles(await picture('sharp'));
  await dialog.locator('img').waitFor();
  expect(await barriers(page, { part: '.dialog' })).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await toolApplyOf(site, id)).toolApplyStatus).toBe('handedOut');
  expect(await photosOf(id)).toEqual([1, 0]);

  await detail.getByRole('button', { name: /^归还/ }).first().click();
  await dialog.locator('input[data-when="return"]').setInputFiles(await picture('sharp'));
  await dialog.locator('img').nth(1).waitFor();
  await page.getByRole('textbox', { name: '累计损坏 冲击钻' }).fill('1');
  await page.getByRole('textbox', { name: '累计归还 冲击钻' }).fill('0');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await toolApplyOf(site, id)).toolApplyStatus).toBe('closed');
  expect(await photosOf(id)).toEqual([1, 1]);

  const judge = await screens.of(leader);
  await judge.page.goto(`${toolApply.menu!.path}?id=${id}`);
  const photos = judge.page.locator('[data-line="冲击钻"]');
  await photos.waitFor();
  await photos.locator('img').nth(1).waitFor();
  expect(await photos.locator('input').count()).toBe(0);
  expect([...troubles, ...judge.troubles]).toEqual([]);
}, 120_000);
