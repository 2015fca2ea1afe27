import { afterAll, beforeAll, expect, test } from 'vitest';
import { devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const part = devicesPartOf(server);
const site = await openHomes(server);
const { iot, operator } = site;
let line: MqttDevice;
let modelId = '';
let deviceId = '';
let householdId = '';
let mac = '';

beforeAll(async () => {
  modelId = await makeModel(iot, 'th_page', {
    category: 'thermostat',
    properties: [
      { identifier: 'roomTemp', name: '室内温度', unit: '℃', screen: true, chart: true },
      ...[
        { identifier: 'setTemp', name: '设定温度', unit: '℃', specs: { min: 5, max: 35, step: 0.5 }, screen: true },
        { identifier: 'bypass', name: '旁通', dataType: 'bool', specs: {}, risk: 'high' },
      ].map((one) => ({ ...one, accessMode: 'rw' })),
      {
        ...{ identifier: 'closeValve', name: '关水阀', attrType: 'service', risk: 'high' },
        ...{ dataType: undefined, unit: undefined, specs: undefined },
      },
    ],
  });
  householdId = await site.household({ roomAddressId: await site.address() });
  mac = site.macOf(8101);
  const made = await iot.post('iot/device-thing-instance/add', { mac, deviceName: '客厅温控', modelId });
  deviceId = made.data.id;
  expect((await site.bind(householdId, mac)).status).toBe(200);
  line = await MqttDevice.open(server, {
    ...{ id: deviceId, deviceKey: mac, modelCode: 'th_page' },
    secret: made.data.deviceSecret,
  });
  await line.listen((body) => void line.reply(body.id, 200));
  await part.settle();
  await line.say(server.clock.ms(), { roomTemp: 20.6, setTemp: 20.5 });
});
afterAll(() => line.close());

const settings = async () => (await operator.get('equipmentSetting/detail', { mac })).data;
const change = async (values: Record<string, unknown>) =>
  operator.post('equipmentSetting/update', { mac, version: (await settings()).version, values });

test('an operator sets a room from the page of its home, and sees what is wanted until it is reported', async () => {
  const { page, troubles } = await screens.of(operator);
  await openPage(page, `/operation/home/${householdId}`);
  const climate = page.locator('.now-climate');
  await expect.poll(() => climate.innerText()).toContain('20.6');
  await climate.getByRole('button', { name: '设置设定温度' }).click();
  const input = page.locator('.popup input');
  await input.fill('60');
  await page.keyboard.press('Enter');
  await page.locator('.popup [role=alert]', { hasText: '应在 5 至 35 之间' }).waitFor();
  await input.fill('22.5');
  await page.keyboard.press('Enter');
  await climate.getByText('期望 22.5').waitFor();
  await expect
    .poll(() => line.heard.at(-1))
    .toMatchObject({ tail: 'property/set', body: { params: { setTemp: 22.5 } } });
  await line.say(server.clock.ms() + 1000, { setTemp: 22.5 });
  await expect.poll(() => climate.innerText(), { timeout: 15_000 }).toMatch(/设\s*22\.5\s*℃\s*$/);
  expect(troubles.filter((one) => !one.includes('400'))).toEqual([]);
});

test('a device page shows wanted beside reported, withdraws what waits, and shows what another person has set', async () => {
  await server.tables("update iot_device set online_status = 'offline' where id = $1", [deviceId]);
  const { page, troubles } = await screens.of(operator, { refused: [409] });
  await openPage(page, `/matter/exampleDetail?id=${deviceId}`);
  const row = page.locator('.setting-line', { hasText: '设定温度' });
  await expect.poll(() => row.innerText()).toContain('22.5');
  expect(await page.locator('.setting-line', { hasText: '旁通' }).innerText()).toContain('高风险');
  expect(await page.locator('.setting-line', { hasText: '旁通' }).locator('button').count()).toBe(0);
  await row.getByRole('button', { name: '设置设定温度' }).click();
  await row.locator('input').fill('24');
  // Meanwhile somebody else sets another value.
  expect((await change({ setTemp: 19 })).status).toBe(200);
  await row.getByRole('button', { name: '设置', exact: true }).click();
  await row.locator('.setting-stands', { hasText: '现在：期望 19，上报 22.5' }).waitFor();
  await row.getByRole('button', { name: '仍要设置' }).click();
  // The wish of the other person waits for the device in the same words, so the answer is the value.
  await expect.poll(async () => (await settings()).desired).toEqual({ setTemp: 24 });
  await row.locator('p', { hasText: '设备不在线，上线后下发' }).waitFor();
  await row.getByRole('button', { name: '撤回' }).click();
  await expect.poll(async () => (await settings()).desired).toEqual({});
  await expect.poll(() => row.locator('p').count()).toBe(0);
  // The command of the first test is a mark below the curves.
  await page.locator('.time-panels .moment[data-tone="green"]').first().waitFor();
  expect(troubles).toEqual([]);
  await server.tables("update iot_device set online_status = 'online' where id = $1", [deviceId]);
});

test('customer service closes a valve from its alarm by a key, with a reason, and sees the answer of the device', async () => {
  const made = await iot.post('iot/instruction-task-config/add', {
    ...{ instructionName: '关水阀', instructionCode: 'close-valve', modelId, instructionType: 'service' },
    content: { service: 'closeValve' },
  });
  const category = await iot.post('iot/alarm-service/trouble-code/category/add', {
    categoryCode: 'leak',
    name: '漏水',
  });
  const code = await iot.post('iot/alarm-service/trouble-code/config/add', {
    ...{ code: 'L01', categoryId: category.data.id, name: '厨房漏水', level: 'critical', safety: true },
    remoteInstructionId: made.data.id,
  });
  expect(code.status, code.msg).toBe(200);
  const { rules } = part.alarms.facts;
  const rule = await iot.post('iot/alarm-service/thing-configuration/add', {
    ...{ ruleName: '漏水', ruleCode: 'leak', deviceId, alarmType: 'threshold', troubleCodeId: code.data.id },
    createRules: [{ level: 'critical', condition: { all: [{ prop: 'roomTemp', op: 'gt', value: 50 }] } }],
  });
  expect(rule.status, rule.msg).toBe(200);
  await expect.poll(() => part.alarms.facts.rules).toBe(rules + 1);
  await line.say(server.clock.ms() + 2000, { roomTemp: 55 });
  const cs = await server.as('as_cs');
  // Customer service sees the homes of its own department.
  await server.tables(
    'update op_household set create_dept = (select dept_id[1] from blade_user where id = $2) where id = $1',
    [householdId, cs.id],
  );
  const { page, troubles } = await screens.of(cs);
  await openPage(page, '/iot/alarmCentre');
  await page.locator('.alarm-lines > li', { hasText: '漏水' }).locator('.alarm-line').click();
  await page.locator('.alarm-acts', { hasText: '关水阀…' }).waitFor();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('家里没人，业主电话同意');
  await dialog.getByRole('button', { name: '关水阀' }).click();
  await page.locator('.alarm-sent', { hasText: '成功' }).waitFor();
  expect(line.heard.at(-1)).toMatchObject({ tail: 'service/closeValve' });
  expect(troubles).toEqual([]);
});
