import { afterAll, expect, test } from 'vitest';
import { Worksite, good } from '#business/mobile/testing/worksite.ts';
import { openAlarmSite } from '#business/operation/testing/alarm-site.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const work = await Worksite.of(server);
const { operator, alarmOf } = site;
const MAINTENANCE = 'blade-maintenance/webApi';
const VISITS = 'blade-maintain/dispatchList';
const MINUTE = 60_000;

afterAll(() => site.close());

const say = (line: { say(ts: number, values: object): Promise<unknown> }, temp: number) =>
  line.say(server.clock.ms(), { temp, flow: 1 });
const detail = async (id: string) => (await operator.get(`iot/alarm-service/alarm/${id}`)).data;

test('一次上门：到场起不报警，没确认也能提交，走后仍在的才报 a visit from the alarm to the completion', async () => {
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [work.cs.id],
  );
  await site.setParameter('as.intake.deptId', dept);
  await server.tables(
    `insert into asbasematerial (id, tenant_id, create_time, update_time, item_code, item_name) values (next_id($1), '000000', now(), now(), 'PUMP-9', '循环泵')`,
    [server.clock.ms()],
  );
  const category = await site.iot.post('iot/alarm-service/trouble-code/category/add', {
    categoryCode: 'visit',
    name: '上门',
  });
  const code = await site.iot.post('iot/alarm-service/trouble-code/config/add', {
    code: 'E88',
    categoryId: category.data.id,
    name: '水泵',
    level: 'critical',
    spareParts: [{ materialCode: 'PUMP-9', qty: 1 }],
  });
  const { line, deviceId } = await site.home({ troubleCodeId: code.data.id });
  await say(line, 60);
  const first = await alarmOf(deviceId);
  const made = await operator.post('iot/alarm-service/alarm/to-repair', { id: first.id });
  const form = good(
    await work.cs.post(`${MAINTENANCE}/asrepairform/submit`, { id: made.data.repairFormId, then: 'accept' }),
  ).data;
  const disp = good(
    await work.dispatcher.post(`${MAINTENANCE}/asdispatchform/save`, {
      header: {
        registrationFormId: form.registrationFormId,
        planStart: '2026-11-23 10:00:00',
        planEnd: '2026-11-23 11:00:00',
      },
      technicianId: work.technicianId,
      dispatch: true,
      force: true,
      forceReason: '顺路',
    }),
  ).data;
  const [sent] = await server.tables<{ hint: { qty: number; reason: string }[] }>(
    'select material_hint as hint from asdispatchform where id = $1',
    [disp.id],
  );
  expect(sent.hint).toMatchObject([{ qty: 1, reason: 'E88' }]);
  const visits = good(await work.man.get(`${VISITS}/onlyList`, { size: 100 })).data.records;
  const { id } = visits.find((one: { dispId: string }) => one.dispId === disp.id);
  good(await work.man.post(`${VISITS}/accept`, { id }));
  // The technician sees the alarm of the order, and whether its fault still holds by the latest values.
  const before = good(await work.man.get('iot/alarm/verdict', { visitId: id })).data;
  expect(before).toMatchObject([{ alarmId: first.id, isHolding: true, isConfirmed: false }]);
  good(await work.man.post(`${VISITS}/arrive`, { id, location: '121.5201,31.2101', reason: '定位漂移' }));
  const silence = async (): Promise<number> =>
    (
      await server.tables<{ n: number }>(
        "select count(*)::int as n from iot_alarm_suppression where suppress_type = 'maintenance' and enabled and end_time is null",
      )
    )[0].n;
  await expect.poll(silence).toBe(1);
  // The work on the device makes it send fault values; their alarms are suppressed during the visit.
  const silenced = async (pause: number): Promise<string> => {
    server.clock.pass(MINUTE);
    await say(line, 20);
    server.clock.pass(pause);
    await say(line, 70);
    const { id: alarmId } = await alarmOf(deviceId);
    expect(await detail(alarmId)).toMatchObject({ status: 'suppressed', suppressedBy: 'maintenance' });
    return alarmId;
  };
  // A fault that returns within five minutes continues the same alarm; a later one is a new alarm.
  expect(await silenced(MINUTE)).toBe(first.id);
  expect(await silenced(10 * MINUTE)).not.toBe(first.id);
  const arrived = good(await work.man.get(`${VISITS}/detail`, { id })).data;
  // A completion without the reason is accepted although the fault is unconfirmed, since a phone without a network
  // cannot know that. The leader is notified instead.
  const done = await work.completed(arrived, {}, { faultCategory: 'code', mileageExplain: '绕行' });
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ code: 200 });
  const [completion] = await server.tables(
    'select telemetry_state as state, telemetry_reason as reason from ascompletionregistration where dispatch_list_id = $1',
    [id],
  );
  expect(completion).toEqual({ state: 'unconfirmed', reason: null });
  // The visit ends the suppression, so an alarm whose fault still holds becomes active.
  await expect.poll(silence).toBe(0);
  await expect.poll(async () => (await alarmOf(deviceId)).status).toBe('active');
}, 60_000);

test('遥测确认十分钟后提交不用写原因 ten minutes without the fault need no reason', async () => {
  const { line, deviceId } = await site.home();
  await say(line, 60);
  const { id: alarmId } = await alarmOf(deviceId);
  const made = await operator.post('iot/alarm-service/alarm/to-repair', { id: alarmId });
  for (let minute = 0; minute < 12; minute += 1) {
    server.clock.pass(MINUTE);
    await say(line, 20);
  }
  const [verdict] = good(await operator.get('iot/alarm/verdict', { alarmId })).data;
  expect(verdict).toMatchObject({ isConfirmed: true, isHolding: false });
  expect(made.data.repairFormId).toBeTruthy();
}, 60_000);
