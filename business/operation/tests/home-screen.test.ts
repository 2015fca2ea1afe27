import { expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const site = await openHomes(server);

test('an operator opens a home, binds a device that waits, and sees it in its room and in the tree', async () => {
  const gateway = await site.model('gw_screen');
  const id = await site.household({ roomAddressId: await site.address() });
  await site.member(id, { clientRole: 'owner', name: '沈怡然' });
  const mac = 'A4CF1300AA77';
  await server.tables(
    `insert into op_power_on_device (id, tenant_id, mac, model_text, thing_model_id, bind_status, last_seen_time, create_time, update_time) values (next_id($1), '000000', $2, 'GW-7', $3, 'unbound', now(), now(), now())`,
    [server.clock.ms(), mac, gateway],
  );
  const { page, troubles } = await screens.of(site.operator);
  await page.goto(`/operation/home/${id}`);
  await page.locator('.now-room', { hasText: '客厅' }).waitFor();
  expect(await page.locator('.now-facts').textContent()).toContain('0 / 0');
  expect(await page.locator('.now-members').textContent()).toContain('待审核');
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog');
  await dialog.locator('.now-waiting', { hasText: mac }).click();
  await dialog.getByLabel('名称').fill('客厅网关');
  await dialog.getByRole('combobox', { name: '房间' }).click();
  await page.getByRole('option', { name: '客厅' }).click();
  await dialog.getByRole('button', { name: '绑定' }).click();
  await page.locator('.now-room', { hasText: '客厅' }).locator('a', { hasText: '客厅网关' }).waitFor();
  await expect.poll(() => page.locator('.now-facts').textContent()).toContain('0 / 1');
  await page.keyboard.press('v');
  await expect.poll(() => page.locator('.now-tree').textContent()).toContain(mac);

  // Binding a device of another home shows that owner masked, and works with a reason.
  const other = await site.household({ name: '王小明', phone: '13800001234', roomAddressId: await site.address() });
  const far = await site.device(gateway);
  await site.bind(other, far.mac);
  await page.keyboard.press('b');
  await dialog.getByLabel('MAC地址').fill(far.mac);
  await dialog.getByRole('button', { name: '绑定' }).click();
  await dialog.getByRole('alert', { name: '' }).filter({ hasText: '王*, 138****1234' }).waitFor();
  await dialog.getByLabel('改绑原因').fill('搬到新家');
  await dialog.getByRole('button', { name: '绑定' }).click();
  await page.locator('.now-tree', { hasText: far.mac }).waitFor();
  expect(troubles.filter((one) => !one.includes('409'))).toEqual([]);
}, 90_000);
