import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { DeviceClient } from '../simulator/mqtt-client.server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../testing/devices.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'hp_page', {
  properties: [
    { identifier: 'temp', name: '出水温度', nameEn: 'Outlet temperature', unit: '℃', chart: true },
    { identifier: 'power', name: '功率', nameEn: 'Power', unit: 'W', chart: true },
    {
      identifier: 'energy',
      name: '累计用电',
      nameEn: 'Electricity used',
      unit: 'kWh',
      chart: false,
      aggregation: 'counter',
    },
    { identifier: 'wish', name: '设定水温', nameEn: 'Set point', unit: '℃', chart: false, reportMode: 'change' },
    { identifier: 'never', name: '水箱温度', nameEn: 'Tank temperature', unit: '℃' },
  ],
});
const device = await registerDevice(iot, modelId, 'hp_page', 'page-1', { deviceName: '热泵主机' });
await part.settle();
const client = new DeviceClient({
  host: '127.0.0.1',
  port: part.listeners.portOf('mqtt')!,
  ...device,
  now: () => server.clock.ms(),
});
client.connect();
const begin = server.clock.ms();
const send = (back: number, params: object): Promise<boolean> => client.publish('props', { ts: begin - back, params });
for (let minute = 30; minute > 0; minute -= 1)
  await send(minute * 60_000, {
    ...{ temp: 40 + (minute % 5), power: 900 + minute, energy: 20_776.09 },
    ...(minute % 13 === 0 && { wish: 40 + minute }),
  });

test('an address without an id leads to the list', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  for (const [path, list] of [
    ['/matter/exampleDetail', '/matter/example'],
    ['/matter/modelDetail', '/matter/model'],
  ]) {
    await openPage(page, path);
    await page.locator('.table-empty').getByRole('link').click();
    await page.waitForURL(`**${list}`);
  }
  expect(troubles).toEqual([]);
});

test('the device page shows present values and the next message live', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, `/matter/exampleDetail?id=${device.id}`);
  const tile = (name: string) => page.locator('.device-tile', { hasText: name });
  await expect.poll(() => tile('出水温度').innerText()).toContain('41');
  expect(await tile('水箱温度').innerText()).toContain('从未上报');
  await expect.poll(() => page.locator('.time-panels polyline.curve').count()).toBe(2);
  // The device has data for half an hour only, so the page chooses one hour instead of a day.
  expect(await page.locator('.device-ranges [aria-pressed="true"]').innerText()).toBe('1 时');
  expect(await page.locator('.curve-end').first().innerText()).toMatch(/[1-9]\d* W/);
  expect(await page.locator('.page-head').innerText()).toContain('没有绑定家庭');
  // A value that comes on change is one line between reports that are 13 minutes apart, and holds until now.
  await page.locator('.device-add button', { hasText: '设定水温' }).click();
  const held = page.locator('.time-panels polyline.curve[data-at="2"], .time-panels polyline.curve[data-at="1"]');
  await expect.poll(async () => (await held.first().getAttribute('points'))?.trim().split(' ').length).toBe(3);
  await page.locator('.time-panels text.name', { hasText: '在线 100.0%' }).waitFor();
  await page.getByRole('button', { name: '去掉 设定水温' }).click();
  // The value arrives over the live stream, without a reload.
  await send(0, { temp: 47.3, power: 1200 });
  await expect.poll(() => tile('出水温度').innerText(), { timeout: 15_000 }).toContain('47.3');
  await page.keyboard.press('2');
  await expect.poll(() => page.locator('.device-ranges [aria-pressed="true"]').innerText()).toBe('24 时');
  await page.getByRole('button', { name: '表', exact: true }).click();
  await expect.poll(() => page.locator('.device-table tbody tr').count()).toBeGreaterThan(20);
  expect(troubles).toEqual([]);
});

test('the device list shows live values', async () => {
  await registerDevice(iot, modelId, 'hp_page', 'page-2', { deviceName: '没响过的' });
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, '/matter/example');
  const line = (name: string) => page.locator('tr', { hasText: name });
  await expect.poll(() => line('热泵主机').locator('.device-now').innerText()).toMatch(/\d\s*W/);
  expect(await line('没响过的').innerText()).toContain('从未上报');
  const before = await line('热泵主机').boundingBox();
  await send(-1000, { temp: 48.1, power: 1310 });
  await expect.poll(() => line('热泵主机').locator('.device-now').innerText(), { timeout: 15_000 }).toContain('1,310');
  expect(await line('热泵主机').boundingBox()).toEqual(before);
  // One call returns the values of all rows, restricted to devices that the caller may see.
  const answer = await iot.get(`iot/device-thing-instance/now?ids=${device.id}`);
  expect(answer.data[0].leading.map((one: { value: number }) => one.value)).toContain(1310);
  const technician = await server.as('as_technician');
  expect((await technician.get(`iot/device-thing-instance/now?ids=${device.id}`)).data).toEqual([]);
  expect(troubles).toEqual([]);
});

test('the page works in English on a phone, and an invisible device has none', async () => {
  const { page, troubles } = await screens.of(iot, { language: 'en', size: PHONE });
  await openPage(page, `/matter/exampleDetail?id=${device.id}`);
  await expect
    .poll(() => page.locator('.device-tile', { hasText: 'Tank temperature' }).innerText())
    .toContain('Never reported');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // No value is cut off, and the buttons of the head do not overlap the content.
  const figures = page.locator('.device-tile b');
  await expect.poll(() => figures.count()).toBe(4);
  expect(await figures.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  expect(await page.locator('.device-tile', { hasText: 'Electricity used' }).innerText()).toContain('20,776');
  const bottom = await page.locator('.device-buttons').evaluate((one) => one.getBoundingClientRect().bottom);
  expect(
    await page.locator('.device-columns').evaluate((one) => one.getBoundingClientRect().top),
  ).toBeGreaterThanOrEqual(bottom);
  expect(troubles).toEqual([]);
  const technician = await server.as('as_technician');
  const theirs = await screens.of(technician, { refused: [404, 403] });
  await openPage(theirs.page, `/matter/exampleDetail?id=${device.id}`);
  await expect.poll(() => theirs.page.locator('#page').innerText()).toContain('没有这台设备');
});

test('the ingest page shows the intake of messages', async () => {
  const { page, troubles } = await screens.of(iot);
  await openPage(page, '/iot/ingest');
  await expect.poll(() => page.locator('.ingest-figures').innerText()).toContain('收到的报文');
  // A sparkline is not filled.
  const spark = page.locator('.ingest-figures polyline').first();
  expect(await spark.evaluate((one) => getComputedStyle(one).fill)).toBe('none');
  expect(troubles).toEqual([]);
});
