import { afterAll, expect, test } from 'vitest';
import { counting } from '#kernel/testing/screens/counting.ts';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel } from '../../../testing/devices.ts';
import { FramePort } from '../../../testing/frame-port.ts';
import { bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import { checksumOf } from '../codec/values/checksum.rules.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const ports = new FramePort(server, iot);
afterAll(() => ports.closeAll());
await makeModel(iot, 'painted', { properties: ['temp'] });

const soon = { timeout: 20_000 };
const LIST = 'blade-system/device/connect/config';

/** A frame of a heat pump: AA55, length, MAC, two unknown bytes, temperature × 10, CRC-16 of Modbus, 0D0A. */
function frameOf(temperature: number): string {
  const body = bytesOf(`AA550012A4CF1291B07E0188${(temperature & 0xffff).toString(16).padStart(4, '0')}`);
  const crc = checksumOf('crc16modbus', body);
  return `${hexOfBytes(body)}${hexOfBytes(Uint8Array.of(crc & 255, crc >> 8))}0D0A`;
}

/** The cell of a byte in the strip. */
const byte = (at: number): string => `.paint-bytes button:has(small:text-is("${at}"))`;

test(
  'a strange frame becomes a device with live values in at most 60 keys and clicks',
  { timeout: 120_000 },
  async () => {
    const { page, troubles } = await screens.of(iot, { size: DESK });
    const paste = async (text: string): Promise<void> => {
      await page.evaluate((frame) => {
        const data = new DataTransfer();
        data.setData('text', frame);
        const to = document.activeElement ?? document.body;
        const isTaken = !to.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
        if (!isTaken && to.matches('textarea')) document.execCommand('insertText', false, frame);
      }, text);
    };
    const person = counting(page);
    let pastes = 0;
    const pasted = (text: string): Promise<void> => {
      pastes += 1;
      return paste(text);
    };
    await openPage(page, '/system/device/connect');
    await person.click('button:has-text("从报文新建")');
    await page.locator('.paint-new textarea').waitFor();
    await pasted(frameOf(434));
    await person.press('Tab');
    await person.type('LN');
    await person.press('Enter');
    await page.locator('.paint-strip').waitFor();
    await expect.poll(() => page.locator('.paint-bytes button').count(), soon).toBe(18);
    await person.press('f');
    await expect.poll(() => page.locator('.paint-table tbody tr').count()).toBe(4);
    await person.click(byte(4));
    await page.keyboard.down('Shift');
    await person.click(byte(9));
    await page.keyboard.up('Shift');
    await person.press('d');
    await person.press('l');
    await pasted(frameOf(450));
    await page.getByLabel('前值').waitFor();
    await person.type('43.4');
    await person.press('Tab');
    await person.type('45');
    await page.locator('.paint-learn li').first().waitFor();
    expect(await page.locator('.paint-learn li').first().innerText()).toContain('字节 12–13');
    await person.press('Enter');
    await page.getByLabel('物模型属性').waitFor();
    await person.type('temp');
    await person.press('Enter');
    await person.press('Control+s');
    await page.getByText('生效中').waitFor();
    const [row] = (await iot.get(`${LIST}/list`, { name: 'LN' })).data.records;
    expect((await iot.get(`${LIST}/list/son`, { keyId: row.id })).data).toHaveLength(6);
    const [first, second] = (await iot.get(`${LIST}/list/sample`, { keyId: row.id })).data;
    expect([first.expect.props, second.expect.props]).toEqual([{ temp: 43.4 }, { temp: 45 }]);
    await devicesPartOf(server).settle();
    const [{ id: connectionId }] = (
      await iot.get('iot/connection-service/connection/page', { connectConfigId: row.id })
    ).data.records;
    await expect.poll(() => devicesPartOf(server).channels.portOf(connectionId), soon).toBeDefined();
    const socket = await ports.dial({ id: row.id, connectionId });
    socket.write(Buffer.from(frameOf(434), 'hex'));
    await person.click('.paint-live a');
    await page.locator('.mon-strangers li', { hasText: 'A4CF1291B07E' }).waitFor(soon);
    await person.click('.mon-strangers li:has-text("A4CF1291B07E") button');
    await page.getByRole('combobox', { name: /物模型/ }).waitFor();
    await person.click('[role=combobox][id$=modelId], [data-field=modelId] [role=combobox]');
    await person.type('painted');
    await page.locator('.ant-select-item-option-active', { hasText: 'painted' }).waitFor();
    await person.press('Enter');
    await person.press('Control+s');
    await page.waitForURL(/exampleDetail/, soon);
    await devicesPartOf(server).settle();
    socket.write(Buffer.from(frameOf(471), 'hex'));
    await expect.poll(() => page.locator('main, .device-page').first().innerText(), soon).toContain('47.1');
    expect(person.count() + pastes).toBeLessThanOrEqual(60);
    console.log(`陌生报文到实时值 a strange frame to live values: ${person.count() + pastes} keys and clicks`);
    expect(troubles).toEqual([]);
  },
);

test('a sample that breaks stops the publication, and the proposed change mends it', { timeout: 60_000 }, async () => {
  const { page, troubles } = await screens.of(iot, { size: DESK });
  const made = await iot.post(`${LIST}/saveOrUpdate`, {
    name: '坏样例',
    ip: '0.0.0.0',
    port: 9731,
    deviceConnectType: 'tcp_server',
    deviceConnectMethod: 'long',
    deviceConnectFormat: 'hex',
    deviceIdRule: 'field',
  });
  const keyId = made.data.id as string;
  const published = await iot.post(`${LIST}/publish`, {
    keyId,
    fields: [
      { deviceConnectConfigFieldType: 'deviceId', startBit: 4, endBit: 9, dataType: 'hex', sort: 1 },
      {
        deviceConnectConfigFieldType: 'property',
        iotFieldName: 'temp',
        startBit: 12,
        endBit: 13,
        scale: '0.1',
        sort: 2,
      },
    ],
    samples: [
      { name: '零上', frame: frameOf(434) },
      { name: '零下', frame: frameOf(-30) },
    ],
  });
  expect(published.status, published.msg).toBe(200);
  await openPage(page, `/iot/connectConfig/${keyId}`);
  await page.keyboard.press(']');
  const wanted = page.getByLabel('temp 应为');
  await expect.poll(() => wanted.inputValue()).toBe('6,550.6');
  await wanted.fill('-3');
  await wanted.press('Enter');
  const head = page.locator('.paint-head');
  await expect.poll(() => head.innerText(), soon).toContain('差 1 条样例');
  await expect.poll(() => page.locator('.paint-samples ol > li[data-wrong]').count()).toBe(1);
  await page.getByRole('button', { name: /改为 int，重跑 2 条/ }).click();
  await expect.poll(() => head.innerText()).toContain('保存并生效');
  await page.keyboard.press('Control+s');
  await page.getByText('生效中').waitFor();
  const rows = (await iot.get(`${LIST}/list/son`, { keyId })).data as { dataType: string }[];
  expect(rows[1].dataType).toBe('int');
  expect(troubles).toEqual([]);
});

test('a phone reads the frame and its values, and nothing is cut off', async () => {
  const { page, troubles } = await screens.of(iot, { size: PHONE, language: 'en' });
  const [row] = (await iot.get(`${LIST}/list`, { name: '坏样例' })).data.records;
  await openPage(page, `/iot/connectConfig/${row.id}`);
  await expect.poll(() => page.locator('.paint-bytes button').count(), soon).toBe(18);
  expect(await page.locator('.paint-table').innerText()).toContain('43.4');
  expect(await page.getByRole('button', { name: /Publish/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(troubles).toEqual([]);
});
