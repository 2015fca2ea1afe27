import { afterAll, expect, test } from 'vitest';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { Worksite } from '#business/mobile/testing/worksite.ts';
import { openAlarmSite } from '#business/operation/testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { webRoot: true, parts: ['devices'] });
const screens = await openScreens(server);
const work = await Worksite.of(server);
await work.setUp();
const site = await openAlarmSite(server);
const MINUTE = 60_000;

afterAll(() => site.close());

test('telemetry is a step of the completion: it progresses by minutes, and an early submission needs a reason', async () => {
  const visit = await work.working(11, '温子衡');
  const { line, deviceId, householdId } = await site.home({
    clearRule: { condition: { all: [{ prop: 'temp', op: 'lt', value: 45 }] } },
  });
  await line.say(server.clock.ms(), { temp: 60, flow: 0.4 });
  const { id } = await site.alarmOf(deviceId);
  await server.tables(
    `update iot_alarm set repair_form_id = (select repair_form_id from asregistrationform where id = $1) where id = $2`,
    [visit.registrationFormId, id],
  );
  await server.tables(
    'update op_household set customer_id = (select customer_id from asregistrationform where id = $1) where id = $2',
    [visit.registrationFormId, householdId],
  );
  const { page, troubles } = await screens.of(work.man, { size: PHONE });
  await page.goto(`/maintenance/day?view=visit&id=${visit.id}`);
  await page.locator('.day-block', { hasText: '设备实况' }).waitFor();
  await page.goto(`/maintenance/day?view=finish&id=${visit.id}`);
  const tab = page.locator('.day-tabs button', { hasText: '遥测' });
  await tab.waitFor();
  await page.locator('.door-headline', { hasText: '故障还在' }).waitFor();
  await page.locator('.door-readings', { hasText: '修前与现在' }).waitFor();

  // The fault has ended: minutes without it are counted, and a submission before enough of them needs a reason.
  await line.say(server.clock.ms() + 1000, { temp: 40, flow: 1.8 });
  for (let minute = 1; minute <= 3; minute += 1) {
    server.clock.pass(MINUTE);
    await line.say(server.clock.ms(), { temp: 40, flow: 1.8 });
  }
  await expect
    .poll(() => page.locator('.door-slots li[data-full="true"]').count(), { timeout: 20_000 })
    .toBeGreaterThan(1);
  await page.getByLabel('没有确认也提交').fill('客户要出门');
  for (let minute = 1; minute <= 9; minute += 1) {
    server.clock.pass(MINUTE);
    await line.say(server.clock.ms(), { temp: 40, flow: 1.8 });
  }
  await page.locator('.door-headline', { hasText: '遥测确认' }).waitFor();
  await expect.poll(() => tab.innerText()).toContain('已确认');
  expect(await page.getByLabel('没有确认也提交').count()).toBe(0);
  expect(troubles).toEqual([]);
}, 120_000);

test('a visit to a home without a reporting device has no such step', async () => {
  const visit = await work.working(15, '罗文静');
  const { page, troubles } = await screens.of(work.man, { size: PHONE });
  await page.goto(`/maintenance/day?view=finish&id=${visit.id}`);
  await page.locator('.day-tabs button', { hasText: '照片' }).waitFor();
  expect(await page.locator('.day-tabs button', { hasText: '遥测' }).count()).toBe(0);
  expect(troubles).toEqual([]);
}, 60_000);
