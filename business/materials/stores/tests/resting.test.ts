import { expect, test } from 'vitest';
import { openScreens, pageSettled } from '#kernel/testing/screens/browser.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { warehouse } from '../warehouse.paper.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const store = await server.as('as_store');

test('an unused store is disabled in its row, remains in references, cannot be chosen, and can be enabled again', async () => {
  const old = await saved(server, warehouse, { warehouseName: '老仓库', warehouseType: 'area' });
  const { page, troubles } = await screens.of(store);
  await page.goto('/maintenance/aswarehouse');
  await pageSettled(page);
  const row = page.locator(`tr[data-id="${old.id}"]`);
  const choose = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('停用');
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '停用' }).click();
  await row.getByText('已停用').waitFor();
  const picked = async (): Promise<string[]> =>
    (await store.get('blade-core/options', { paper: 'warehouse', q: '老仓库' })).data.map(
      (one: { id: string }) => one.id,
    );
  expect(await picked()).toEqual([]);
  await choose('启用');
  await row.getByText('已停用').waitFor({ state: 'detached' });
  expect(await picked()).toEqual([old.id]);
  expect(troubles).toEqual([]);
  await page.context().close();
});
