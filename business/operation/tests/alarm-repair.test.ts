import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { operator, home, alarmOf, detailOf, run, finish, setParameter } = site;
const manager = await server.as('as_manager');

beforeAll(() => setParameter('iot.alarm.verifyMinutes', '20'));
afterAll(() => site.close());

const form = async (id: string) => (await manager.get('blade-maintenance/webApi/asrepairform/detail', { id })).data;

test('an alarm becomes one repair request with customer, curve and cause, a minute after it was raised', async () => {
  const { line, customerId } = await home({ autoRepair: 'auto' });
  const now = server.clock.ms();
  await line.say(now, { temp: 40, flow: 1 });
  await line.say(now + 1000, { temp: 60, flow: 0.1 });
  await run('alarmRepairs');
  expect((await alarmOf(line.of.id)).repairFormId).toBeFalsy();
  server.clock.pass(61_000);
  await run('alarmRepairs');
  await run('alarmRepairs');
  const found = await alarmOf(line.of.id);
  const repair = await form(found.repairFormId);
  expect(repair).toMatchObject({
    customerId,
    source: 'iot',
    repairType: 'heatPump',
    urgency: 'critical',
    alarmId: found.id,
  });
  expect(repair.diagnosis).toMatchObject({ alarmNo: found.alarmNo, values: { temp: 60, flow: 0.1 } });
  expect(repair.description).toContain('高温');
  // A second alarm of the same device and fault joins the open repair request.
  await line.say(server.clock.ms(), { temp: 20 });
  server.clock.pass(400_000);
  await line.say(server.clock.ms(), { temp: 70 });
  const again = await operator.post('iot/alarm-service/alarm/to-repair', { id: (await alarmOf(line.of.id)).id });
  expect(again.data, again.msg).toMatchObject({ repairFormId: found.repairFormId, isJoined: true });
});

test('a rule that asks first makes no request by itself; by hand it is made once', async () => {
  const { line } = await home({ autoRepair: 'ask' });
  await line.say(server.clock.ms(), { temp: 60 });
  server.clock.pass(61_000);
  await run('alarmRepairs');
  const { id, repairFormId } = await alarmOf(line.of.id);
  expect(repairFormId).toBeFalsy();
  expect((await detailOf(id)).notifiedTime).toBeTruthy();
  const made = await Promise.all([1, 2].map(() => operator.post('iot/alarm-service/alarm/to-repair', { id })));
  expect(new Set(made.map((one) => one.data.repairFormId)).size).toBe(1);
  expect(made.map((one) => one.data.isJoined).toSorted()).toEqual([false, true]);
});

test('a successful repair is fixed at the end of its watch; a failed one is marked at once', async () => {
  const [good, bad, silent] = [await home(), await home(), await home()];
  for (const { line } of [good, bad, silent]) {
    await line.say(server.clock.ms(), { temp: 60 });
    const { id } = await alarmOf(line.of.id);
    await line.say(server.clock.ms() + 1000, { temp: 20 });
    const made = await operator.post('iot/alarm-service/alarm/to-repair', { id });
    await finish(made.data.repairFormId);
    await expect.poll(() => alarmOf(line.of.id).then((one) => one.verdict)).toBe('watching');
  }
  server.clock.pass(600_000);
  for (let minute = 0; minute < 4; minute += 1) await good.line.say(server.clock.ms() + minute * 60_000, { temp: 21 });
  await bad.line.say(server.clock.ms(), { temp: 66 });
  await run('alarmVerdicts');
  const verdictsOf = async ({ line }: { line: MqttDevice }) =>
    (await operator.get('iot/alarm-service/alarm/page', { deviceId: line.of.id })).data.records
      .map((one: { verdict: string }) => one.verdict)
      .toSorted();
  expect(await verdictsOf(good)).toEqual(['watching']);
  expect(await verdictsOf(bad)).toContain('unfixed');
  server.clock.pass(620_000);
  await run('alarmVerdicts');
  expect(await verdictsOf(good)).toEqual(['fixed']);
  expect(await verdictsOf(silent)).toEqual(['noData']);
});

test('many homes of one premises at once are one storm and no request, those before it recognised included', async () => {
  await setParameter('iot.alarm.stormPerMinute', '5');
  const all = [];
  for (let no = 0; no < 8; no += 1) all.push(await home({ autoRepair: 'auto' }));
  const ids = all.map(({ line }) => line.of.id);
  await server.tables(
    `update op_room_address a set premises_id = (select id from asbasepremises limit 1) from op_household h, iot_device d
     where h.room_address_id = a.id and d.household_id = h.id and d.id = any($1::bigint[])`,
    [ids],
  );
  for (const { line } of all) await line.say(server.clock.ms(), { temp: 60 });
  const page = await operator.get('iot/alarm-service/alarm/page', { alarmType: 'storm' });
  expect(page.data.records).toMatchObject([{ alarmType: 'storm', status: 'active', level: 'critical' }]);
  expect((await detailOf(page.data.records[0].id)).memberCount).toBe(8);
  const states = await Promise.all(ids.map((id) => alarmOf(id)));
  expect(states.map((one) => one.status)).toEqual(ids.map(() => 'suppressed'));
  server.clock.pass(61_000);
  await run('alarmRepairs');
  expect((await Promise.all(ids.map((id) => alarmOf(id)))).filter((one) => one.repairFormId)).toEqual([]);
  for (const { line } of all) await line.say(server.clock.ms(), { temp: 20 });
  await run('alarmClock');
  expect((await operator.get('iot/alarm-service/alarm/page', { alarmType: 'storm' })).data.records).toMatchObject([
    { status: 'recovered' },
  ]);
});

test('customer service sees the request of an alarm and its order', async () => {
  const other = await home({ autoRepair: 'auto' });
  await other.line.say(server.clock.ms(), { temp: 60 });
  server.clock.pass(61_000);
  await run('alarmRepairs');
  const [row] = await server.tables<{ same: boolean }>(
    `select f.create_dept = c.create_dept as same from asrepairform f join ascustomer c on c.id = f.customer_id where f.id = $1`,
    [(await alarmOf(other.deviceId)).repairFormId],
  );
  expect(row.same).toBe(true);
  const cs = await server.as('as_cs', { who: 'hotline' });
  const [{ dept }] = await server.tables<{ dept: string }>(
    'select dept_id[1]::text as dept from blade_user where id = $1',
    [cs.id],
  );
  await setParameter('as.intake.deptId', dept);
  await setParameter('iot.repair.acceptCritical', '1');
  const { line, deviceId } = await home({ autoRepair: 'auto' });
  await line.say(server.clock.ms(), { temp: 60 });
  server.clock.pass(61_000);
  await run('alarmRepairs');
  const { repairFormId } = await alarmOf(deviceId);
  const seen = await cs.get('blade-maintenance/webApi/asrepairform/list', { id: repairFormId });
  expect(seen.data.records, seen.msg).toMatchObject([{ id: repairFormId, createDept: dept, source: 'iot' }]);
  const [order] = await server.tables<{ dept: string }>(
    'select create_dept::text as dept from asregistrationform where repair_form_id = $1',
    [repairFormId],
  );
  expect(order.dept).toBe(dept);
  await setParameter('iot.repair.acceptCritical', '0');
});

test('a rule notifies its receivers, and their superiors once if the confirmation is late', async () => {
  const { line, deviceId } = await home({
    notify: { roles: ['as_operator'], escalateAfterMin: 15, escalateTo: ['as_leader'] },
  });
  const leader = await server.as('as_leader');
  const titlesOf = async (who: TestCaller): Promise<string[]> =>
    (await server.tables<{ title: string }>('select title from asmessage where receiver_id = $1', [who.id])).map(
      (one) => one.title,
    );
  await line.say(server.clock.ms(), { temp: 60 });
  await expect.poll(() => titlesOf(operator)).toContainEqual(expect.stringContaining('告警：高温'));
  const { id } = await alarmOf(deviceId);
  expect((await detailOf(id)).notifiedTime).toBeTruthy();
  server.clock.pass(14 * 60_000);
  await run('alarmNotices');
  expect((await detailOf(id)).escalatedTime).toBeFalsy();
  server.clock.pass(2 * 60_000);
  await run('alarmNotices');
  await run('alarmNotices');
  const above = (await titlesOf(leader)).filter((one) => one.includes('没有人确认'));
  expect(above).toHaveLength(1);
  expect((await detailOf(id)).escalatedTime).toBeTruthy();
});

test('a failed repair offers one rework, whose order is watched again', async () => {
  const { line, deviceId } = await home();
  await line.say(server.clock.ms(), { temp: 60 });
  // The IoT engineer may request repairs without the right to see customers.
  const late = await server.as('as_iot', { who: 'late' });
  const [{ id }] = (await late.get('iot/alarm-service/alarm/page', { deviceId })).data.records;
  const rework = () => late.post('iot/alarm-service/alarm/rework', { id });
  const made = await late.post('iot/alarm-service/alarm/to-repair', { id });
  expect((await rework()).reason).toBe('operation.noRework');
  await finish(made.data.repairFormId);
  const verdict = async () => (await late.get(`iot/alarm-service/alarm/${id}`)).data.verdict;
  await expect.poll(verdict).toBe('watching');
  server.clock.pass(1_100_000);
  for (let minute = 0; minute < 4; minute += 1) await line.say(server.clock.ms() + minute * 1000, { temp: 70 });
  await run('alarmVerdicts');
  const insight = async () => (await late.get('iot/alarm-service/alarm/insight', { id })).data;
  expect((await insight()).verdict).toMatchObject({ state: 'unfixed', mayRework: true });
  const again = await rework();
  expect(again.data, again.msg).toMatchObject({ isJoined: false });
  expect(again.data.repairFormId).not.toBe(made.data.repairFormId);
  expect((await insight()).verdict).toMatchObject({ mayRework: false, reworkId: again.data.repairFormId });
  expect((await rework()).reason).toBe('operation.noRework');
  await finish(again.data.repairFormId);
  await expect.poll(verdict).toBe('watching');
});
