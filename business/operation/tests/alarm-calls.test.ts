import { afterAll, expect, test } from 'vitest';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { BoardSite } from '#business/dispatch/testing/board-site.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openAlarmSite } from '../testing/alarm-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const site = await openAlarmSite(server);
const { iot, operator, home, alarmOf, run } = site;
const at = 'iot/alarm-service/alarm';
const MINUTE = 60_000;

afterAll(() => site.close());

test('the curve around an alarm has its limits, its hold and no data of earlier owners', async () => {
  const { line, deviceId } = await home({
    createRules: [
      {
        level: 'major',
        mode: 'duration',
        holdSec: 60,
        condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] },
      },
    ],
    clearRule: { condition: { all: [{ prop: 'temp', op: 'lt', value: 45 }] }, holdSec: 30 },
  });
  const begin = server.clock.ms();
  for (const [minute, temp] of [40, 55, 56, 57, 44, 43].entries())
    await line.say(begin + minute * MINUTE, { temp, flow: 1 });
  server.clock.pass(10 * MINUTE);
  const { id } = await alarmOf(deviceId);
  const { data, msg } = await operator.get(`${at}/curve`, { id });
  expect(data, msg).toMatchObject({ deviceId, startedAt: begin + 2 * MINUTE });
  expect(data.holds).toEqual([
    { kind: 'raise', from: begin + MINUTE, until: begin + 2 * MINUTE },
    { kind: 'clear', from: data.endedAt - 30_000, until: data.endedAt },
  ]);
  expect(data.series).toHaveLength(1);
  expect(data.series[0]).toMatchObject({ identifier: 'temp' });
  expect(data.series[0].points.map(([, value]: number[]) => value)).toEqual([40, 55, 56, 57, 44, 43]);
  expect(data.series[0].limits).toEqual([
    { kind: 'raise', level: 'major', op: 'gt', value: 50 },
    { kind: 'clear', level: '', op: 'lt', value: 45 },
  ]);
  const [spark] = (await operator.get(`${at}/sparks`, { ids: id })).data;
  expect(spark).toMatchObject({ id, identifier: 'temp', limit: 50, raisedAt: 30 });
  expect(spark.points.slice(28, 34)).toEqual([40, 55, 56, 57, 44, 43]);
  await server.tables('update iot_device set owned_since = $2::timestamptz where id = $1', [
    deviceId,
    new Date(begin + 2 * MINUTE).toISOString(),
  ]);
  const later = (await operator.get(`${at}/curve`, { id })).data;
  expect(later.series[0].points.map(([, value]: number[]) => value)).toEqual([56, 57, 44, 43]);
  expect((await operator.get(`${at}/sparks`, { ids: id })).data[0].points.slice(28, 34)).toEqual([
    null,
    null,
    56,
    57,
    44,
    43,
  ]);
});

test('open alarms are found by device, home, customer and number, with the contents of a request', async () => {
  const { line, deviceId, householdId, customerId } = await home();
  await line.say(server.clock.ms(), { temp: 60 });
  const alarm = await alarmOf(deviceId);
  const [caller] = await server.tables<{ phone: string }>('select phone from ascustomer where id = $1', [customerId]);
  const asks: Record<string, string>[] = [{ deviceId }, { householdId }, { customerId }, { phone: caller.phone }];
  for (const query of asks) {
    const found = await operator.get(`${at}/current`, query);
    expect(found.data, JSON.stringify(query)).toMatchObject([
      {
        id: alarm.id,
        preview: { customerId, repairType: 'heatPump', urgency: 'critical', faultCategory: 'code' },
        openForm: null,
      },
    ]);
    expect(found.data[0].preview.description).toContain('高温');
  }
  expect((await operator.get(`${at}/current`)).reason).toBe('operation.nobodyNamed');
  const made = await operator.post(`${at}/to-repair`, { id: alarm.id });
  const [after] = (await operator.get(`${at}/current`, { deviceId })).data;
  expect(after.openForm).toMatchObject({ id: made.data.repairFormId });
  const technician = await server.as('as_technician');
  expect((await technician.get(`${at}/current`, { deviceId })).data).toEqual([]);
  await line.say(server.clock.ms() + MINUTE, { temp: 20 });
  expect((await operator.get(`${at}/current`, { deviceId })).data).toEqual([]);
});

test('an alarm shows the meaning of its code, its parts by name, and earlier cases', async () => {
  const category = await iot.post('iot/alarm-service/trouble-code/category/add', {
    categoryCode: 'test_cat',
    name: '试验',
  });
  const [material] = await server.tables<{ code: string; name: string }>(
    `insert into asbasematerial (id, tenant_id, create_time, update_time, item_code, item_name) values (next_id($1), '000000', now(), now(), 'NTC-10K', '温度传感器')
     returning item_code as code, item_name as name`,
    [server.clock.ms()],
  );
  const code = await iot.post('iot/alarm-service/trouble-code/config/add', {
    code: 'E77',
    categoryId: category.data.id,
    name: '进水传感器',
    nameEn: 'Inlet sensor',
    level: 'major',
    solutionZh: '量阻值',
    spareParts: [
      { materialCode: material.code, qty: 1 },
      { materialCode: 'NOBODY', qty: 2 },
    ],
  });
  expect(code.status, code.msg).toBe(200);
  const { line, deviceId } = await home({ troubleCodeId: code.data.id });
  await line.say(server.clock.ms(), { temp: 60 });
  const first = await alarmOf(deviceId);
  await line.say(server.clock.ms() + 1000, { temp: 20 });
  server.clock.pass(400_000);
  await line.say(server.clock.ms(), { temp: 61 });
  const { id } = await alarmOf(deviceId);
  expect(id).not.toBe(first.id);
  const { data } = await operator.get(`${at}/insight`, { id });
  expect(data.fault).toMatchObject({
    code: 'E77',
    parts: [
      { materialCode: 'NTC-10K', name: '温度传感器', qty: 1 },
      { materialCode: 'NOBODY', name: '', qty: 2 },
    ],
  });
  expect(data.similar.map((one: { id: string }) => one.id)).toEqual([first.id]);
  expect(data).toMatchObject({ order: null, likely: [], verdict: { state: 'none', mayRework: false } });
  await operator.post(`${at}/to-repair`, { id });
  const { order } = (await operator.get(`${at}/insight`, { id })).data;
  expect(order).toMatchObject({ repairStatus: 'submitted' });
  // The technician of the visit sees the names of the parts to take along. Parts without a material are omitted.
  const office = await server.as('as_admin,as_cs,as_dispatcher');
  const admin = await server.as('administrator');
  const board = new BoardSite(server, null as never, { cs: office, dispatcher: office, admin });
  const technicianId = await board.hire('parts', '孙晓东');
  const accepted = await office.post('blade-maintenance/webApi/asrepairform/update', {
    id: order.repairFormId,
    action: 'accept',
  });
  expect(accepted.status, accepted.msg).toBe(200);
  const [{ registration }] = await server.tables<{ registration: string }>(
    'select registration_form_id::text as registration from asrepairform where id = $1',
    [order.repairFormId],
  );
  await board.sent({ id: registration, name: '' }, technicianId, 14);
  const technician = await server.as('as_technician', { who: 'parts' });
  const day = await technician.get('blade-maintain/dispatchList/ownDay');
  expect(day.data.visits.map((one: { bring: unknown }) => one.bring)).toEqual([
    [{ materialId: expect.any(String), name: '温度传感器', qty: 1 }],
  ]);
});

test('ten minutes at the door fill with healthy messages, and restart with the fault or silence', async () => {
  const { line, deviceId } = await home();
  const verdict = async () => {
    const { id } = await alarmOf(deviceId);
    const answer = await operator.get('iot/alarm/verdict', { alarmId: id });
    expect(answer.status, answer.msg).toBe(200);
    return answer.data[0];
  };
  const filled = (one: { slots: boolean[] }): number => one.slots.filter(Boolean).length;
  const minutes = async (count: number, temp: number): Promise<void> => {
    for (let minute = 0; minute < count; minute += 1) {
      server.clock.pass(MINUTE);
      await line.say(server.clock.ms(), { temp, flow: 2 });
    }
  };
  await line.say(server.clock.ms(), { temp: 60, flow: 1 });
  expect(await verdict()).toMatchObject({ isHolding: true, isConfirmed: false, since: null });
  await minutes(5, 20);
  const half = await verdict();
  expect(half).toMatchObject({ isHolding: false, isConfirmed: false, restart: null });
  expect(filled(half)).toBe(4);
  expect(half.readings[0]).toMatchObject({ identifier: 'temp', fits: true });
  expect(half.readings[0].allowed).toEqual(['≤ 50', '≤ 50']);
  await minutes(1, 70);
  expect(await verdict()).toMatchObject({ isHolding: true, restart: { why: 'fault' } });
  await minutes(11, 20);
  const done = await verdict();
  expect(done).toMatchObject({ isConfirmed: true, isHolding: false });
  expect(filled(done)).toBe(10);
  server.clock.pass(20 * MINUTE);
  expect(await verdict()).toMatchObject({ isConfirmed: false, since: null, restart: { why: 'silence' } });
  await minutes(2, 20);
  const begun = await verdict();
  expect(filled(begun)).toBe(1);
  expect(begun.restart.why).toBe('silence');
});

test('an alarm out of scope is missing', async () => {
  const { line, deviceId } = await home();
  await line.say(server.clock.ms(), { temp: 60 });
  const { id } = await alarmOf(deviceId);
  const technician = await server.as('as_technician');
  for (const [path, asked] of [
    [`${at}/curve`, { id }],
    [`${at}/insight`, { id }],
    ['iot/alarm/verdict', { alarmId: id }],
  ] as const)
    expect([path, (await operator.get(path, asked)).status, (await technician.get(path, asked)).status]).toEqual([
      path,
      200,
      404,
    ]);
  expect((await operator.get(`${at}/sparks`, { ids: id })).data).toHaveLength(1);
  expect((await technician.get(`${at}/sparks`, { ids: id })).data).toEqual([]);
  await run('alarmClock');
});

test('the case of an alarm’s order shows the message, the alarm and the verdict of telemetry', async () => {
  const { line, deviceId } = await home({
    createRules: [
      { level: 'major', mode: 'duration', holdSec: 60, condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] } },
    ],
  });
  const begin = server.clock.ms();
  await line.say(begin, { temp: 60, flow: 3 });
  await line.say(begin + MINUTE, { temp: 61 });
  server.clock.pass(2 * MINUTE);
  const { id } = await alarmOf(deviceId);
  await expect.poll(async () => (await site.detailOf(id)).frame.committedAt).toBeTruthy();
  const { frame } = await site.detailOf(id);
  expect(JSON.parse(frame.text)).toMatchObject({ ts: begin, params: { temp: 60, flow: 3 } });
  expect(frame.committedAt).toBeGreaterThanOrEqual(frame.receivedAt);
  const made = await operator.post(`${at}/to-repair`, { id });
  const manager = await server.as('as_manager');
  await server.work('as_admin', (context) => context.act(repairForm, made.data.repairFormId, 'accept'));
  const [order] = await server.tables<{ id: string }>(
    'select id::text as id from asregistrationform where repair_form_id = $1',
    [made.data.repairFormId],
  );
  const chain = await manager.get('blade-maintenance/webApi/asregistrationform/chain', { id: order.id });
  const kinds = chain.data.nodes.map((one: { kind: string }) => one.kind);
  expect(kinds.slice(0, 3), chain.msg).toEqual(['message', 'alarm', 'repair']);
  const [message, raised] = chain.data.nodes;
  expect(message.row.frame.text).toBe(frame.text);
  expect(raised.links[0].no).toBe((await alarmOf(deviceId)).alarmNo);
  await site.finish(made.data.repairFormId);
  await expect.poll(async () => (await alarmOf(deviceId)).verdict).toBe('watching');
  const after = await manager.get('blade-maintenance/webApi/asregistrationform/chain', { id: order.id });
  expect(after.data.nodes.some((one: { kind: string }) => one.kind === 'verdict')).toBe(true);
});

test('several alarms are confirmed and released at once, and their devices show it', async () => {
  const both = [await home(), await home()];
  for (const { line } of both) await line.say(server.clock.ms(), { temp: 60 });
  const ids = (await Promise.all(both.map(({ deviceId }) => alarmOf(deviceId)))).map((one) => one.id).join(',');
  const levels = async () =>
    (await Promise.all(both.map(({ deviceId }) => site.deviceRow(deviceId)))).map((one) => one.alarmLevel);
  expect(await levels()).toEqual(['critical', 'critical']);
  const confirmed = await operator.post(`${at}/confirm`, { ids, remark: '已电话' });
  expect(confirmed.status, confirmed.msg).toBe(200);
  const released = await operator.post(`${at}/release`, { ids, releaseType: 'test', remark: '试验' });
  expect(released.status, released.msg).toBe(200);
  expect(await levels()).toEqual([null, null].map(() => expect.toSatisfy((one: unknown) => !one)));
});
