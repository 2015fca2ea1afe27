import { afterAll, expect, test } from 'vitest';
import { barriers } from '#kernel/testing/screens/axe.ts';
import { PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const iot = await server.as('as_iot');
const MINUTE = 60_000;
const MODEL = 'hp_rule';
const modelId = await makeModel(iot, MODEL, {
  properties: [
    {
      identifier: 'pressLow',
      name: '低压',
      nameEn: 'Low pressure',
      unit: 'MPa',
      chart: true,
      specs: { min: 0, max: 4 },
    },
  ],
});
const device = await registerDevice(iot, modelId, MODEL, 'rule-1', { deviceName: '热泵' });
await devicesPartOf(server).settle();
const line = await MqttDevice.open(server, { ...device, modelCode: MODEL });
afterAll(() => line.close());
const begin = server.clock.ms();
for (const [at, pressLow] of [0.4, 0.28, 0.27, 0.27, 0.26, 0.4, 0.4].entries())
  await line.say(begin + at * MINUTE, { pressLow });
server.clock.pass(10 * MINUTE);

const added = await iot.post(`iot/alarm/v1/models/${modelId}/configuration`, {
  ruleName: '低压偏低',
  ruleNameEn: 'Low pressure',
  ruleCode: 'low',
  alarmType: 'threshold',
  createRules: [
    { level: 'major', mode: 'duration', holdSec: 60, condition: { all: [{ prop: 'pressLow', op: 'lt', value: 0.1 }] } },
  ],
  clearRule: { condition: { all: [{ prop: 'pressLow', op: 'gt', value: 0.38 }] }, holdSec: 60 },
});
const ruleId = added.data.id as string;

test('the rule page shows the sentence, the dry run and the faults of a change, and saves it', async () => {
  expect(added.status, added.msg).toBe(200);
  const { page, troubles } = await screens.of(iot);
  await openPage(page, `/iot/alarmRule/${ruleId}`);
  const sentence = page.locator('.rule-sentence');
  await expect.poll(() => sentence.innerText()).toContain('低压小于 0.1 MPa 满 1 分钟就报重要');
  await page.locator('.dry-figure').first().getByText('0', { exact: true }).first().waitFor();
  const save = page.getByRole('button', { name: /保存并生效/ });
  expect(await save.isDisabled()).toBe(true);

  // A clear value within the raising range is marked in its row, and prevents saving.
  const value = page.locator('.rule-level[data-level="major"] .rule-row .rule-number');
  await value.fill('0.39');
  await page.locator('.rule-row[data-wrong="true"]', { hasText: '会反复报' }).waitFor();
  expect(await save.isDisabled()).toBe(true);

  await value.fill('0.3');
  await expect.poll(() => value.getAttribute('data-changed')).toBe('true');
  await expect.poll(() => page.locator('.dry-figure').first().innerText()).toMatch(/1\s*次\s*1/);
  await page.locator('.dry-firings li', { hasText: '重要' }).waitFor();
  await page.locator('.dry-how', { hasText: '天的数据' }).waitFor();
  await expect.poll(() => page.locator('.dry-result').getAttribute('data-old')).toBe('false');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await page.getByText('已生效').waitFor();
  const stored = (await iot.get(`iot/alarm/v1/models/${modelId}/configuration/${ruleId}`)).data;
  expect(stored.createRules[0].condition.all[0].value).toBe(0.3);
  await expect.poll(() => page.locator('.page-head .pill').innerText()).toBe('运行中');
  expect(troubles).toEqual([]);
}, 90_000);

test('the form of a rule has rows and no JSON; on a phone it is read-only', async () => {
  const { page, troubles } = await screens.of(iot);
  await openPage(page, `/iot/alarmRule?id=${ruleId}`);
  await page.locator('.rule-sentence').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('dialog').locator('.rule-level[data-level="major"] .rule-row').waitFor();
  expect(await page.getByRole('dialog').locator('input').count()).toBeGreaterThan(3);
  expect(await page.getByRole('dialog').locator('textarea').count()).toBe(0);

  const wide = await screens.of(iot, { language: 'en' });
  await openPage(wide.page, `/iot/alarmRule/${ruleId}`);
  await wide.page.getByRole('button', { name: /Put in force/ }).waitFor();
  const phone = await screens.of(iot, { size: PHONE, language: 'en' });
  await openPage(phone.page, `/iot/alarmRule/${ruleId}`);
  await expect
    .poll(() => phone.page.locator('.rule-sentence').innerText())
    .toContain('Major when Low pressure is below');
  expect(await phone.page.getByRole('button', { name: /Put in force/ }).count()).toBe(0);
  expect(await phone.page.locator('.rule-row .rule-number').first().isDisabled()).toBe(true);
  expect([...troubles, ...wide.troubles, ...phone.troubles]).toEqual([]);
}, 90_000);
