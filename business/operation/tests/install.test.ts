import { expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { registerDevice, devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { WeakNetwork } from '#business/mobile/testing/weak-network.ts';
import { saved } from '#kernel/testing/sample.ts';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const site = await openHomes(server);
const { iot, operator } = site;
const part = devicesPartOf(server);
const technician = await server.as('as_technician', { who: 'door' });
const modelId = await makeModel(iot, 'door01', {
  properties: [{ identifier: 'temp', name: '出水温度', unit: '℃' }],
  modelText: 'HP-12',
});
const buyer = await saved(server, customer, {});
const roomAddressId = await site.address();
const homeId = await site.household({ roomAddressId, customerId: buyer.id });
await site.household({ roomAddressId: await site.address(), name: '罗文静' });
await site.order(technician, buyer.id);

async function device(no: number) {
  const mac = site.macOf(no);
  const { id, ...credentials } = await registerDevice(iot, modelId, 'door01', `door-${no}`, { mac });
  await part.settle();
  const client = new DeviceClient({
    host: '127.0.0.1',
    port: part.listeners.portOf('mqtt')!,
    ...credentials,
    now: () => server.clock.ms(),
  });
  const announce = async (): Promise<void> => {
    client.connect();
    await client.publish('hello', { ts: server.clock.ms(), sn: `SN-${no}`, mac, fw: { mcu: '2.3.1' }, boot: 'power' });
  };
  return { id, mac, client, announce };
}

const code = (page: import('playwright-core').Page) => page.getByRole('textbox', { name: 'MAC 或序列号' });

test('a technician names a device, sees its announcement, binds it to the order’s room, and sees its values', async () => {
  const { id, mac, client, announce } = await device(700);
  const { page, troubles } = await screens.of(technician, { size: PHONE });
  await page.goto('/operation/install');
  await code(page).fill('sn-700');
  await page.locator('.install-state', { hasText: '等它上电' }).waitFor();
  const bind = page.getByRole('button', { name: '绑定到这个家庭' });
  expect(await bind.isDisabled()).toBe(true);
  await page.locator('.install-foot', { hasText: '等设备上电后才能绑定' }).waitFor();
  await announce();
  await page.locator('.install-state[data-tone="green"]', { hasText: mac }).waitFor();
  // The technician is offered only the homes of orders assigned to that technician.
  await expect
    .poll(() => page.locator('.install-homes button').allTextContents())
    .toEqual([expect.stringContaining('沈怡然')]);
  await page.getByRole('radio', { name: '客厅' }).click();
  await bind.click();
  await page.locator('.install-state', { hasText: '等第一条读数' }).waitFor();
  await part.settle();
  await client.publish('props', { ts: server.clock.ms() + 1000, params: { temp: 43.5 } });
  await page.locator('.install-values', { hasText: '出水温度' }).waitFor();
  expect(await page.locator('.install-values dd').textContent()).toBe('43.5℃');
  const [room] = (await operator.get('blade-operation/room-manage/selectList', { roomAddressId })).data;
  expect(await site.deviceRow(id)).toMatchObject({ householdId: homeId, roomId: room.id, instanceStatus: 'active' });
  await page.getByRole('button', { name: '装下一台' }).click();
  await expect.poll(() => code(page).inputValue()).toBe('');
  expect(troubles).toEqual([]);
});

test('without a network the page shows it and retains the input over a restart; a device of another home is refused', async () => {
  const { mac, announce } = await device(701);
  await announce();
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(technician, { size: PHONE, refused: [409] });
  await page.goto(`${network.base}/operation/install`);
  // The device is chosen from the list of announced ones.
  await page.locator('.install-nearby button', { hasText: mac }).click();
  await page.getByRole('radio', { name: '主卧' }).click();
  await page.getByRole('textbox', { name: '设备名称，可不填' }).fill('地暖主机');
  await network.off();
  await page.locator('.install-offline', { hasText: '离线' }).waitFor();
  await page.locator('.install-foot', { hasText: '没有网络' }).waitFor();
  expect(await page.getByRole('button', { name: '绑定到这个家庭' }).isDisabled()).toBe(true);
  await network.on();
  await page.reload();
  await page.locator('.install-state[data-tone="green"]').waitFor();
  expect([
    await code(page).inputValue(),
    await page.getByRole('textbox', { name: '设备名称，可不填' }).inputValue(),
  ]).toEqual([mac, '地暖主机']);
  await expect.poll(() => page.getByRole('radio', { name: '主卧' }).getAttribute('aria-checked')).toBe('true');
  // Bind the device to another home, while the page still shows it as free.
  const seen = await technician.get('blade-operation/household-manage/powerOnDeviceList', { keyword: mac });
  await page.route('**/powerOnDeviceList*', (route) => route.fulfill({ json: seen.body }));
  const other = await site.household({ roomAddressId: await site.address(), name: '王立' });
  expect((await site.bind(other, mac)).status).toBe(200);
  await page.getByRole('button', { name: '绑定到这个家庭' }).click();
  await page.locator('.install-refused', { hasText: '该设备已绑定其他家庭（王*' }).waitFor();
  expect(await code(page).inputValue()).toBe(mac);
  await network.off();
});
