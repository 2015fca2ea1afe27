import { afterAll, expect, test } from 'vitest';
import { BoardSite } from '#business/dispatch/testing/board-site.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { makeModel } from '#business/iot/testing/devices.ts';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'], webRoot: true });
const screens = await openScreens(server);
const site = await openAlarmSite(server);
const { operator } = site;
const VISITS = 'blade-maintain/dispatchList';
const meter = await makeModel(site.iot, 'am_places', {
  category: 'ammeter',
  properties: [{ identifier: 'totalEnergy', unit: 'kWh', aggregation: 'counter', specs: { min: 0, max: 1e9 } }],
});
const changesOf = async (deviceId: string) =>
  (await operator.get('iot/meter-change/page', { deviceId })).data.records as Record<string, string>[];

afterAll(() => site.close());

test('设备页、绑定 a meter is changed on the page of its device, and where a device is bound in place of it', async () => {
  const householdId = await site.household({ roomAddressId: await site.address() });
  const device = await site.device(meter, { deviceName: '总电表' });
  expect((await site.bind(householdId, device.mac)).status).toBe(200);
  const { page, troubles } = await screens.of(operator, { size: DESK });
  await openPage(page, `/matter/exampleDetail?id=${device.id}`);
  await page.getByRole('button', { name: '换表' }).click();
  const form = page.getByRole('dialog', { name: '新增换表记录' });
  await expect.poll(() => form.innerText()).toContain('总电表');
  await form.locator('[data-field="oldEnd"] input').fill('812.5');
  await form.getByRole('button', { name: /^保存(?!并)/ }).click();
  await expect.poll(async () => (await changesOf(device.id)).map(({ oldEnd }) => oldEnd)).toEqual(['812.500']);
  const next = await site.device(meter);
  await openPage(page, `/operation/home/${householdId}`);
  await page.getByRole('button', { name: '绑定设备' }).first().click();
  const dialog = page.getByRole('dialog', { name: '绑定设备' });
  await dialog.getByLabel('MAC地址').fill(next.mac);
  await dialog.locator('#bind-replaces').click();
  await page.getByRole('option', { name: /总电表/ }).click();
  await dialog.getByLabel('旧表止码').fill('900');
  await dialog.getByLabel('新表起码').fill('3');
  await dialog.getByRole('button', { name: '绑定', exact: false }).last().click();
  await expect.poll(async () => (await changesOf(next.id)).map(({ newStart }) => newStart)).toEqual(['3.000']);
  expect(troubles).toEqual([]);
}, 60_000);

test('完工 a technician records the exchange of a meter in the completion, on a phone', async () => {
  const { line, deviceId, householdId } = await site.home({ autoRepair: 'ask' });
  const device = await site.device(meter, { deviceName: '门口电表' });
  expect((await site.bind(householdId, device.mac)).status).toBe(200);
  await line.say(server.clock.ms(), { temp: 60, flow: 0.2 });
  const made = await operator.post('iot/alarm-service/alarm/to-repair', { id: (await site.alarmOf(deviceId)).id });
  await server.work('as_admin', (context) => context.act(repairForm, made.data.repairFormId, 'accept'));
  const [order] = await server.tables<{ id: string }>(
    'update asregistrationform set location = point(121.52, 31.21) where repair_form_id = $1 returning id::text as id',
    [made.data.repairFormId],
  );
  const office = await server.as('as_admin,as_cs,as_dispatcher');
  const admin = await server.as('administrator');
  const board = new BoardSite(server, screens, { cs: office, dispatcher: office, admin });
  const technicianId = await board.hire('meters', '孙晓东');
  const { visitId } = await board.sent({ id: order.id, name: '' }, technicianId, 14);
  const technician = await server.as('as_technician', { who: 'meters' });
  for (const [verb, body] of [
    ['accept', {}],
    ['arrive', { location: '121.52,31.21' }],
  ] as const)
    expect((await technician.post(`${VISITS}/${verb}`, { id: visitId, ...body })).status).toBe(200);
  const { page, troubles } = await screens.of(technician, { size: PHONE });
  await page.goto('/maintenance/day');
  await page.locator(`.day [data-visit="${visitId}"]`).click();
  await page.locator('.day-button.big[data-step="form"]').click();
  const row = page.locator('.door-meters li', { hasText: '门口电表' });
  await row.getByRole('button', { name: '换表' }).click();
  const form = page.getByRole('dialog', { name: '新增换表记录' });
  await form.locator('[data-field="oldEnd"] input').fill('45');
  await form.getByRole('button', { name: /^保存(?!并)/ }).click();
  await expect.poll(async () => (await changesOf(device.id)).map(({ oldEnd }) => oldEnd)).toEqual(['45.000']);
  const wide = await page
    .locator('.door-meters *')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length);
  expect(wide).toBe(0);
  expect(troubles).toEqual([]);
}, 120_000);
