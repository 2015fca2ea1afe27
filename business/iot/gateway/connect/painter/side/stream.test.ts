import { afterAll, expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FramePort, summed } from '../../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const ports = new FramePort(server, iot);
afterAll(() => ports.closeAll());
const CONFIG = 'blade-system/device/connect/config';
const soon = { timeout: 20_000 };

const fieldsOf = (scale: string) => [
  { deviceConnectConfigFieldType: 'header', startBit: 0, endBit: 1, dataType: 'hex', constValue: 'AA55', sort: 1 },
  { deviceConnectConfigFieldType: 'length', startBit: 2, endBit: 2, sort: 2 },
  { deviceConnectConfigFieldType: 'deviceId', startBit: 3, endBit: 4, dataType: 'hex', sort: 3 },
  { deviceConnectConfigFieldType: 'property', iotFieldName: 'temp', startBit: 5, endBit: 6, scale, sort: 4 },
  { deviceConnectConfigFieldType: 'checksum', startBit: -1, endBit: -1, algorithm: 'sum8', sort: 5 },
];
const modelId = await makeModel(iot, 'streamed', { properties: ['temp'] });
const device = await registerDevice(iot, modelId, 'streamed', '5A01', { authType: 'none' });
const config = await ports.make(
  { name: '连续流', port: 9740, framing: { kind: 'lengthField', startMarker: 'AA55', lenOffset: 2, lenBytes: 1 } },
  fieldsOf('0.01'),
);
await devicesPartOf(server).settle();
const frame = (temp: string): string => summed(`AA55085A01${temp}`).toString('hex').toUpperCase();
const temps = () =>
  server.tables<{ temp: number }>(
    "select (data->>'temp')::float8 as temp from iot_telemetry where device_id = $1 order by ts",
    [device.id],
  );

test(
  'kept frames are replayed from the painter: first what would change, then the run',
  { timeout: 60_000 },
  async () => {
    const socket = await ports.dial(config);
    socket.write(Buffer.from(`${frame('01B2')}${frame('01C2')}`, 'hex'));
    await expect.poll(async () => (await ports.frames(config)).length).toBe(2);
    await drained(devicesPartOf(server));
    const published = await iot.post(`${CONFIG}/publish`, { keyId: config.id, fields: fieldsOf('0.1') });
    expect(published.status, published.msg).toBe(200);
    const { page, troubles } = await screens.of(iot, { size: DESK });
    await openPage(page, `/iot/connectConfig/${config.id}`);
    await page.locator('.paint-head').waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.innerText(), soon).toMatch(/帧\s+2\s+设备\s+1\s+要改的值\s+[12]/);
    expect((await temps()).every(({ temp }) => temp < 10)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.innerText(), soon).toContain('重放完了');
    expect((await temps()).every(({ temp }) => temp > 40)).toBe(true);
    await page.getByRole('button', { name: '关闭' }).last().click();
    await page.keyboard.press('r');
    await expect.poll(() => dialog.innerText(), soon).toContain('没有要改的值');
    await page.keyboard.press('Escape');
    expect(troubles).toEqual([]);
  },
);

test('a pasted stream is cut into frames, junk is marked, and a frame becomes the painted one', async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  await openPage(page, `/iot/connectConfig/${config.id}`);
  await page.locator('.paint-head').waitFor();
  await page.keyboard.press('s');
  const stream = page.locator('.paint-stream');
  await stream.locator('textarea').fill(`00FF${frame('01B2')}AA55085A010000FF${frame('0258')}AA55`);
  await expect.poll(() => stream.locator('[data-kind=frame]').count()).toBe(2);
  expect(await stream.innerText()).toMatch(/2 帧\s+坏帧 1\s+垃圾 10 字节\s+末尾 2 字节未成帧/);
  expect(await stream.locator('[data-kind=junk]').allInnerTexts()).toEqual(['00FF', 'AA55085A010000FF']);
  await stream.locator('[data-kind=frame]').last().click();
  await expect.poll(() => page.locator('.paint-table').innerText()).toContain('60');
  await page.keyboard.press('[');
  await expect.poll(() => page.locator('.paint-table').innerText()).toContain('43.4');
  await stream.getByRole('button', { name: '字节 10' }).click();
  await expect.poll(() => page.locator('.paint-part').first().innerText()).toMatch(/校验|和/);
  await stream.locator('[data-kind=frame]').first().click();
  await page.getByRole('button', { name: '存为样例' }).click();
  await expect.poll(() => page.locator('.paint-samples ol > li').count()).toBe(1);
  expect(troubles).toEqual([]);
});

test('a phone cuts a stream too', async () => {
  const { page, troubles } = await screens.of(iot, { size: PHONE, language: 'en' });
  await openPage(page, `/iot/connectConfig/${config.id}`);
  await page.getByText('Stream', { exact: true }).click();
  await page.locator('.paint-stream textarea').fill(`${frame('01B2')}00`);
  await page.locator('.stream-parts [data-kind=frame]').click();
  await expect.poll(() => page.locator('.paint-table').innerText()).toContain('43.4');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
});
