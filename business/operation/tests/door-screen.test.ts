import { afterAll, expect, test } from 'vitest';
import { BoardSite } from '#business/dispatch/testing/board-site.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'], webRoot: true });
const screens = await openScreens(server);
const site = await openAlarmSite(server);
const VISITS = 'blade-maintain/dispatchList';
const MINUTE = 60_000;

afterAll(() => site.close());

test('at the door the phone counts ten minutes without the fault, and nothing on it is wider than the phone', async () => {
  const { line, deviceId } = await site.home({ autoRepair: 'ask' });
  await line.say(server.clock.ms(), { temp: 60, flow: 0.2 });
  const made = await site.operator.post('iot/alarm-service/alarm/to-repair', { id: (await site.alarmOf(deviceId)).id });
  await server.work('as_admin', (context) => context.act(repairForm, made.data.repairFormId, 'accept'));
  const [order] = await server.tables<{ id: string }>(
    'update asregistrationform set location = point(121.52, 31.21) where repair_form_id = $1 returning id::text as id',
    [made.data.repairFormId],
  );
  const office = await server.as('as_admin,as_cs,as_dispatcher');
  const admin = await server.as('administrator');
  const board = new BoardSite(server, screens, { cs: office, dispatcher: office, admin });
  const technicianId = await board.hire('door', '孙晓东');
  const { visitId } = await board.sent({ id: order.id, name: '' }, technicianId, 14);
  const technician = await server.as('as_technician', { who: 'door' });
  for (const [verb, body] of [
    ['accept', {}],
    ['arrive', { location: '121.52,31.21' }],
  ] as const) {
    const done = await technician.post(`${VISITS}/${verb}`, { id: visitId, ...body });
    expect(done.status, `${verb} ${done.msg}`).toBe(200);
  }
  const { page, troubles } = await screens.of(technician, { size: PHONE });
  await page.goto('/maintenance/day');
  await page.locator(`.day [data-visit="${visitId}"] .day-open`).click();
  // While the technician works there, the device is reset at the door.
  await line.listen((body) => void line.reply(body.id, 200));
  await page.getByRole('button', { name: '复位故障' }).click();
  await page.locator('.door-reset', { hasText: '成功' }).waitFor();
  expect(line.heard.at(-1)?.tail).toBe('service/resetFault');
  await page.locator('.day-button.big[data-step="form"]').click();
  await page.locator('.door-slots', { hasText: '故障还在' }).waitFor();
  await line.say(server.clock.ms() + 1000, { temp: 20, flow: 1.2 });
  for (let minute = 0; minute < 11; minute += 1) {
    server.clock.pass(MINUTE);
    await line.say(server.clock.ms(), { temp: 20, flow: 1.2 });
  }
  // After a reload the draft is restored, and shows current values.
  await page.reload();
  await page.locator('.door-slots[data-tone="green"]').waitFor();
  const wide = await page
    .locator('.day-block *')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.className),
    );
  expect(wide).toEqual([]);
  expect(troubles).toEqual([]);
}, 120_000);
