import { expect, test } from 'vitest';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);

test('an address outside the menu names its page and its place instead of an empty list', async () => {
  const { page, troubles } = await screens.of(await server.as('as_cs'));
  await openPage(page, '/system/user');
  await page.locator('.page-message', { hasText: '“用户”不在你的菜单里' }).waitFor();
  expect(await page.locator('.page-message p').innerText()).toContain('系统管理 › 用户');
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/wel/);
  expect(troubles.filter((one) => !one.includes('403'))).toEqual([]);
});
