import { afterAll, expect, test } from 'vitest';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { openHomes } from '#business/operation/testing/home-site.ts';
import { PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const site = await openHomes(server);
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

test('the card of a home with devices has its present values, open alarms and no chart of a meter that it lacks', async () => {
  const modelId = await makeModel(site.iot, 'hp_card', {
    category: 'heat_pump',
    properties: [
      { identifier: 'outletTemp', name: '出水温度', nameEn: 'Outlet', unit: '℃', screen: true },
      { identifier: 'inletTemp', name: '进水温度', nameEn: 'Inlet', unit: '℃', screen: true },
      { identifier: 'power', name: '功率', nameEn: 'Power', unit: 'W', screen: true },
    ],
  });
  const owner = await saved(server, customer, {});
  const file = await saved(server, serviceFile, { customerId: owner.id });
  const householdId = await site.household({ roomAddressId: await site.address(), customerId: owner.id });
  const mac = site.macOf(8301);
  const made = await site.iot.post('iot/device-thing-instance/add', { mac, deviceName: '热泵', modelId });
  expect((await site.bind(householdId, mac)).status).toBe(200);
  const part = devicesPartOf(server);
  await part.settle();
  const line = await MqttDevice.open(server, {
    ...{ id: made.data.id, deviceKey: mac, modelCode: 'hp_card' },
    secret: made.data.deviceSecret,
  });
  lines.push(line);
  await line.say(server.clock.ms(), { outletTemp: 42.1, inletTemp: 36.9, power: 1840 });
  const { page, troubles } = await screens.of(site.operator);
  await openPage(page, `/maintenance/home/${file.id}`);
  const figures = page.locator('.home-figure');
  await expect.poll(() => figures.allInnerTexts()).toHaveLength(2);
  expect(await figures.nth(0).innerText()).toMatch(/供 \/ 回水\s*42\.1\s*\/ 36\.9 ℃/);
  expect(await figures.nth(1).innerText()).toMatch(/功率\s*1,840\s*W/);
  await page.locator('.now-alarms', { hasText: '现在没有告警' }).waitFor();
  expect(await page.locator('.home-energy').count()).toBe(0);
  const manager = await screens.of(await server.as('as_manager'), { size: PHONE });
  await openPage(manager.page, `/maintenance/home/${file.id}`);
  await manager.page.locator('.home-figure').first().waitFor();
  const wide = await manager.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  expect(troubles).toEqual([]);
});
