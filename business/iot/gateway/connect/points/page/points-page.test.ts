import { afterAll, expect, test } from 'vitest';
import { openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { ModbusUnits } from '../../../../testing/modbus-unit.ts';

const server = await openTestServer(import.meta.url, {
  webRoot: true,
  parts: ['devices'],
  env: { OUTBOUND_HOSTS: '127.0.0.1' },
});
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const service = 'iot/connection-service';
const units = new ModbusUnits({
  3: { registers: new Map(Object.entries({ '4:0': 431, '4:1': 0xff38, '4:7': 10 })) },
});
afterAll(() => units.close());

async function made(path: string, body: object): Promise<string> {
  const { status, msg, data } = await iot.post(path, body);
  expect(status, msg).toBe(200);
  return data.id as string;
}

const port = await units.listen();
const model = await made(`${service}/connection-model/add`, {
  ...{ modelCode: 'page_pump', modelName: '岚能热泵 Modbus', protocol: 'modbus_tcp', dataFormat: 'hex' },
  ...{ pollIntervalSec: 1, timeoutMs: 200 },
});
const point = (pointCode: string, pointName: string, address: string, over: object = {}): Promise<string> =>
  made(`${service}/connection-attribute/add`, {
    ...{ connectionModelId: model, pointCode, pointName, address, dataType: 'int', rw: 'r', ...over },
  });
await point('temp', '出水温度', '4:0:1', { scale: '0.1', unit: '℃', sort: 1 });
await point('mode', '模式', '4:7:1', { sort: 2, rw: 'rw' }).then(async (pointId) => {
  const modelId = await makeModel(iot, 'page_pump', { properties: ['temp', 'mode'], connectionModelId: model });
  const attributes = (await iot.get('iot/device-model-attribute/page', { modelId, size: 50 })).data.records;
  const attributeId = attributes.find((one: { identifier: string }) => one.identifier === 'mode').id;
  await made('iot/model-dmd-config/add', {
    ...{ modelId, attributeId, connectionModelId: model, pointId, direction: 'both', valueMap: { 10: 1, 20: 2 } },
  });
  const busId = await made(`${service}/connection/add`, {
    ...{ name: '一号楼总线', connectionModelId: model, params: { host: '127.0.0.1', port } },
  });
  await registerDevice(iot, modelId, 'page_pump', 'page3', { busId, extConfig: { unit: 3 } });
  await registerDevice(iot, modelId, 'page_pump', 'page9');
  await part.settle();
  expect((await iot.post(`${service}/connection/start`, { id: busId })).data.channelState).toBe('running');
});
await point('missing', '没有的寄存器', '4:30:1', { sort: 3 });
await part.settle();

test('an engineer reads the last words of points, adds one and tries a mapping by keyboard', async () => {
  const { page, troubles } = await screens.of(iot);
  await page.goto(`/ljgl/ljmxDetail?id=${model}`);
  const row = (code: string) => page.locator('.points-table tr[data-id]', { hasText: code });
  await row('temp').filter({ hasText: '01AF' }).waitFor();
  expect(await row('temp').textContent()).toContain('40001');
  expect(await row('temp').textContent()).toContain('43.1');
  await row('missing').filter({ hasText: '异常 2' }).waitFor();
  expect(await page.locator('.points-devices').textContent()).toContain('单元 3');

  await page.keyboard.press('n');
  await page.keyboard.type('outdoor');
  await page.keyboard.press('Tab');
  await page.keyboard.type('室外温度');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('4:1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: '区:寄存器:个数' }).waitFor();
  // The refused save.
  expect(troubles.splice(0).every((one) => one.includes('400'))).toBe(true);
  await page.keyboard.type(':1');
  await page.keyboard.press('Enter');
  await row('outdoor').filter({ hasText: 'FF38' }).waitFor();
  expect(await row('outdoor').textContent()).toContain('65336');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.locator('.points-table tr[aria-selected=true]', { hasText: 'mode' }).waitFor();
  await page.keyboard.press('t');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  const tried = page.locator('.points-try [role=status]');
  await tried.waitFor();
  expect(await tried.textContent()).toBe('值映射2结果2');
  await page.keyboard.press('Escape');

  await row('temp').focus();
  await page.keyboard.press(']');
  await page.locator('.points-devices [aria-pressed=true]', { hasText: 'page9' }).waitFor();
  await row('temp').filter({ hasText: '—' }).waitFor();
  expect(troubles).toEqual([]);
}, 90_000);

test('an engineer edits the mapping of a point, and adds one, beside the table by keyboard', async () => {
  const { page, troubles } = await screens.of(iot);
  await page.goto(`/ljgl/ljmxDetail?id=${model}`);
  const row = (code: string) => page.locator('.points-table tr[data-id]', { hasText: code });
  await row('mode').focus();
  await page.keyboard.press('m');
  const form = page.locator('.points-mapping');
  await form.waitFor();
  await form.getByLabel('偏移').focus();
  await page.keyboard.type('-10');
  await form.getByLabel('表达式').focus();
  await page.keyboard.type('x * 2');
  await page.keyboard.press('Enter');
  // A mapping for commands has no expression.
  await form.getByRole('alert').waitFor();
  expect(troubles.splice(0).filter((one) => !one.includes('400'))).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await page.keyboard.press('t');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await page.locator('.points-try [role=status]', { hasText: '倍率与偏移20' }).waitFor();

  await row('temp').focus();
  await page.keyboard.press('m');
  await form.waitFor();
  await form.getByLabel('物模型功能').click();
  await page.keyboard.type('temp');
  await page.getByRole('option', { name: /temp/ }).click();
  await form.getByLabel('偏移').focus();
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await row('temp').filter({ hasText: 'temp' }).waitFor();
  await page.locator('.points-aside', { hasText: '上行' }).waitFor();
  const mappings = (await iot.get('iot/model-dmd-config/page', { connectionModelId: model, size: 10 })).data.records;
  expect(mappings).toHaveLength(2);
  expect(troubles).toEqual([]);
}, 90_000);
