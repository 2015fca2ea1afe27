import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandAttributes } from '#business/iot/testing/commands.ts';
import { devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const part = devicesPartOf(server);
const site = await openHomes(server);
const { iot } = site;
const lines: MqttDevice[] = [];
const homes: string[] = [];
const devices: string[] = [];
let rebootId = '';

beforeAll(async () => {
  const modelId = await makeModel(iot, 'run_page', { properties: commandAttributes });
  for (let n = 1; n <= 3; n += 1) {
    homes.push(await site.household({ name: `业主${n}`, roomAddressId: await site.address() }));
    const mac = site.macOf(8200 + n);
    const made = await iot.post('iot/device-thing-instance/add', { mac, deviceName: `热泵${n}`, modelId });
    devices.push(made.data.id);
    expect((await site.bind(homes[n - 1], mac)).status).toBe(200);
    const line = await MqttDevice.open(server, {
      ...{ id: made.data.id, deviceKey: mac, modelCode: 'run_page' },
      secret: made.data.deviceSecret,
    });
    lines.push(line);
    await line.listen((body) => {
      void line.reply(body.id, n === 3 ? 500 : 200, { msg: n === 3 ? '除霜中' : 'ok' });
    });
    await part.settle();
    await line.say(server.clock.ms(), { fan: 2, setTemp: 40 });
  }
  const instruct = async (body: Record<string, unknown>): Promise<string> => {
    const made = await iot.post('iot/instruction-task-config/add', { modelId, ...body });
    expect(made.status, made.msg).toBe(200);
    return made.data.id;
  };
  rebootId = await instruct({
    ...{ instructionName: '重启', instructionCode: 'reboot', instructionType: 'service' },
    content: { service: 'reboot' },
  });
});
afterAll(() => Promise.all(lines.map((line) => line.close())));

test('an engineer makes an instruction of the properties of its model, without writing JSON', async () => {
  const { page, troubles } = await screens.of(iot);
  await openPage(page, '/iot/instruction');
  await page.getByRole('button', { name: /新增/ }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('指令名称').fill('调风量');
  await form.getByLabel('指令编码').fill('fan');
  await form.getByRole('combobox', { name: '物模型' }).click();
  await page.getByRole('option', { name: /run_page/ }).click();
  await form.getByRole('button', { name: 'fan' }).click();
  await form.getByRole('textbox', { name: 'fan' }).fill('4');
  await form.getByRole('checkbox', { name: 'fan' }).check();
  await form.getByLabel('重试次数').fill('0');
  await page.keyboard.press('Control+Enter');
  await page.locator('tr', { hasText: '调风量' }).waitFor();
  const { data } = await iot.get('iot/instruction-task-config/page', { instructionCode: 'fan' });
  const made = await iot.get(`iot/instruction-task-config/${data.records[0].id}`);
  expect(made.data).toMatchObject({ content: { set: { fan: 4 } }, paramForm: ['fan'], maxRetry: 0 });
  expect(troubles).toEqual([]);
});

test('an engineer runs a task over homes, watches its counts, and undoes it', async () => {
  const { page, troubles } = await screens.of(iot);
  await openPage(page, '/iot/instructionTask');
  await page.getByRole('link', { name: '新建任务' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('任务名称').fill('调风量');
  await dialog.getByRole('combobox', { name: '指令', exact: true }).click();
  await page.getByRole('option', { name: /调风量/ }).click();
  await dialog.getByRole('combobox', { name: '家庭' }).click();
  for (const name of ['业主1', '业主2', '业主3']) await page.getByRole('option', { name: new RegExp(name) }).click();
  await page.keyboard.press('Escape');
  // The parameter has the name and the range of the model.
  const fan = dialog.getByRole('textbox', { name: 'fan' });
  expect(await fan.inputValue()).toBe('4');
  await fan.fill('9');
  await dialog.locator('.run-look, [role=alert]', { hasText: '应在 0 至 5 之间' }).waitFor();
  await fan.fill('3');
  await dialog.locator('.run-look', { hasText: '3 台会收到' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.run-head', { hasText: '草稿' }).waitFor();
  await page.getByRole('button', { name: '执行' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /执行|确定/ })
    .click();
  // The counts follow the devices without a reload. The last one is due a second later.
  const count = (state: string) => page.locator(`.run-counts [data-state="${state}"] dd`);
  await expect.poll(() => count('success').allInnerTexts(), { timeout: 15_000 }).toEqual(['2']);
  server.clock.pass(2000);
  await part.commands.settle();
  await expect.poll(() => count('failed').allInnerTexts()).toEqual(['1']);
  expect(lines[0].heard.at(-1)?.body.params).toEqual({ fan: 3 });
  await page.locator('.run-causes, .run-side', { hasText: '除霜中' }).first().waitFor();
  server.clock.pass(1000);
  for (const line of lines.slice(0, 2)) await line.say(server.clock.ms(), { fan: 3 });
  await page.getByRole('button', { name: '还原…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '还原' }).click();
  await page.getByText('还原 2 台').waitFor();
  await expect.poll(() => lines[0].heard.at(-1)?.body.params).toEqual({ fan: 2 });
  expect(troubles.filter((one) => !/40[04]/.test(one))).toEqual([]);
}, 90_000);

test('a task of high risk waits for another person: its author reads why, and the other one approves it', async () => {
  const lead = await server.as('as_iot_lead');
  const made = await lead.post('iot/instruction-task/add', {
    ...{ taskName: '重启两台', configId: rebootId, targetType: 'device' },
    targetQuery: { ids: devices.slice(0, 2) },
  });
  expect(made.data, made.msg).toMatchObject({ taskStatus: 'review' });
  const author = await screens.of(lead);
  await openPage(author.page, `/iot/instructionTask/${made.data.id}`);
  await author.page.locator('.run-head', { hasText: '要由另一人复核' }).waitFor();
  expect(await author.page.getByRole('button', { name: '复核通过' }).count()).toBe(0);
  const second = await screens.of(await server.as('as_iot_lead', { who: 'second' }), { language: 'en', size: PHONE });
  await openPage(second.page, `/iot/instructionTask/${made.data.id}`);
  await second.page.getByRole('button', { name: 'Approve' }).click();
  await second.page
    .getByRole('dialog')
    .getByRole('button', { name: /Approve|OK/ })
    .click();
  await expect.poll(() => lines[0].heard.at(-1)?.tail, { timeout: 15_000 }).toBe('service/reboot');
  await author.page.locator('.run-counts [data-state="success"]', { hasText: '2' }).waitFor();
  expect([...author.troubles, ...second.troubles]).toEqual([]);
}, 60_000);
