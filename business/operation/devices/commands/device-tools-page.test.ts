import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const part = devicesPartOf(server);
const site = await openHomes(server);
const { iot } = site;
const mac = site.macOf(7201);
let device: TestDevice;
let line: MqttDevice;

beforeAll(async () => {
  const service = { attrType: 'service', dataType: undefined, unit: undefined, specs: undefined };
  const modelId = await makeModel(iot, 'gw_tools', {
    nodeType: 'gateway',
    properties: ['cpu', { identifier: 'collectLog', name: '采集日志', ...service }],
  });
  device = await registerDevice(iot, modelId, 'gw_tools', mac, { mac });
  line = await MqttDevice.open(server, device);
  // The device sends its log to the address of the command before it replies.
  await line.listen((body) => {
    const { url } = (body.params ?? {}) as { url?: string };
    const sent = url
      ? fetch(`http://127.0.0.1:${part.listeners.portOf('http')}${url}`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/gzip' },
          body: gzipSync('08:00 pump started\n'),
        })
      : Promise.resolve();
    void sent.then(() => line.reply(body.id, 200));
  });
  await part.settle();
});
afterAll(() => line.close());

test('an engineer watches the messages of a device, and collects its log', async () => {
  const { page, troubles } = await screens.of(iot);
  await openPage(page, `/matter/exampleDetail?id=${device.id}`);
  await page.getByRole('button', { name: '追踪', exact: true }).click();
  const trace = page.locator('.trace');
  await trace.getByRole('button', { name: '追踪 15 分' }).click();
  await trace.getByRole('button', { name: '结束' }).waitFor();
  await part.settle();
  await line.say(server.clock.ms(), { cpu: 41.5 });
  await part.settle();
  const heard = trace.locator('li[data-direction=up]').first();
  await heard.locator('.trace-line').click();
  expect(await heard.locator('.trace-content').innerText()).toContain('41.5');
  await trace.getByRole('button', { name: '结束' }).click();
  await trace.getByRole('button', { name: '结束' }).waitFor({ state: 'detached' });
  await trace.getByRole('button', { name: '关闭' }).click();

  await page.getByRole('button', { name: '采集日志' }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+Enter');
  await dialog.locator('.send-result[data-state=success]', { hasText: '点图标下载' }).waitFor({ timeout: 20_000 });
  const [file] = await server.tables<{ file: string }>(
    "select file::text as file from iot_instruction_task_device where device_id = $1 and exec_status = 'success'",
    [device.id],
  );
  expect(file.file).toMatch(/^\d+$/);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  expect(troubles).toEqual([]);
});
