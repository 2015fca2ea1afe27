import { expect, test } from 'vitest';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { registerDevice, devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { WeakNetwork } from '#business/mobile/testing/weak-network.ts';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const site = await openHomes(server);
const { iot, operator } = site;
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'view01', {
  properties: [{ identifier: 'temp', name: '室温', nameEn: 'Room', unit: '℃', screen: true }],
});
const roomAddressId = await site.address();
const homeId = await site.household({ roomAddressId });
const [room] = (await operator.get('blade-operation/room-manage/selectList', { roomAddressId })).data;
const mac = site.macOf(800);
const credentials = await registerDevice(iot, modelId, 'view01', mac, {
  mac,
  deviceName: '温控器',
});
await site.bind(homeId, mac, { roomId: room.id });
await part.settle();
const client = new DeviceClient({
  host: '127.0.0.1',
  port: part.listeners.portOf('mqtt')!,
  ...credentials,
  now: () => server.clock.ms(),
});
client.connect();

test('the wall updates live, shows since when it is disconnected, and reconnects by itself', async () => {
  await client.publish('props', { ts: Date.now(), params: { temp: 20.5 } });
  const network = new WeakNetwork(server.base);
  await network.on();
  const { page } = await screens.of(operator);
  await page.goto(`${network.base}/operation/wall?id=${roomAddressId}`);
  const figure = page.locator('.wall-value b');
  await expect.poll(() => figure.textContent()).toBe('20.5℃');
  await page.locator('.wall-line[data-tone="live"]').waitFor();
  expect(await page.locator('.wall-room h2').textContent()).toBe('客厅');
  await client.publish('props', { ts: Date.now(), params: { temp: 21.5 } });
  await expect.poll(() => figure.textContent(), { timeout: 5000 }).toBe('21.5℃');
  await network.off();
  await page.locator('.wall-line[data-tone="away"]', { hasText: /断开 \d+ 秒，\d\d:\d\d:\d\d 起/ }).waitFor();
  await client.publish('props', { ts: Date.now(), params: { temp: 22.5 } });
  expect(await figure.textContent()).toBe('21.5℃');
  await network.on();
  await expect.poll(() => figure.textContent(), { timeout: 15_000 }).toBe('22.5℃');
  await page.locator('.wall-line[data-tone="live"]').waitFor();
  await network.off();
});

test('address and home link to the wall; a home out of scope shows a message', async () => {
  const { page, troubles } = await screens.of(operator);
  for (const [list, record] of [
    ['/operation/roomAddress', roomAddressId],
    ['/operation/household', homeId],
  ]) {
    await page.goto(`${list}?id=${record}`);
    await page.getByRole('link', { name: '大屏' }).first().waitFor();
  }
  expect(troubles).toEqual([]);
  const stranger = await screens.of(await server.as('as_leader', { who: 'far', teams: ['west'] }), { refused: [404] });
  await stranger.page.goto(`/operation/wall?id=${roomAddressId}`);
  await stranger.page.locator('.wall-none', { hasText: '您看不到那里的家庭' }).waitFor();
});
