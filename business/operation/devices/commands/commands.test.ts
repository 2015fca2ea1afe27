import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { commandAttributes } from '#business/iot/testing/commands.ts';
import { devicesPartOf, makeModel } from '#business/iot/testing/devices.ts';
import { MqttDevice } from '#business/iot/testing/mqtt-device.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { openHomes } from '../../testing/home-site.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const part = devicesPartOf(server);
const site = await openHomes(server);
const { iot, operator } = site;
const control = 'iot/device-thing-instance/control';
let line: MqttDevice;
let deviceId = '';
let householdId = '';
let mac = '';
let worker: TestCaller;

beforeAll(async () => {
  const modelId = await makeModel(iot, 'hp_cmd', { properties: commandAttributes });
  householdId = await site.household({ roomAddressId: await site.address() });
  mac = site.macOf(7001);
  const made = await iot.post('iot/device-thing-instance/add', { mac, deviceName: '热泵', modelId });
  deviceId = made.data.id;
  expect((await site.bind(householdId, mac)).status).toBe(200);
  line = await MqttDevice.open(server, {
    id: deviceId,
    deviceKey: mac,
    modelCode: 'hp_cmd',
    secret: made.data.deviceSecret,
  });
  await line.listen((body) => void line.reply(body.id, 200, { data: { n: 1 } }));
  worker = await server.as('as_technician', { who: 'works' });
  await part.settle();
});
afterAll(() => line.close());

/** Begin or end a visit of the technician at the home. */
async function work(isWorking: boolean): Promise<void> {
  const known = await server.tables<{ id: string }>(
    "select id::text as id from iot_alarm_suppression where name = '上门'",
  );
  if (known.length === 0) {
    const person = await saved(server, technician, { userId: worker.id });
    const of = await saved(server, visit, { technicianId: person.id });
    await server.tables(
      `insert into iot_alarm_suppression (id, tenant_id, name, suppress_type, household_id, start_time, enabled, source_id, create_time, update_time)
       values (next_id($1), '000000', '上门', 'maintenance', $2, to_timestamp($1::float8 / 1000), true, $3, now(), now())`,
      [server.clock.ms(), householdId, of.id],
    );
  }
  await server.tables(
    'update dispatchlist set task_status = $2 where id in (select source_id from iot_alarm_suppression where household_id = $1)',
    [householdId, isWorking ? 'working' : 'finished'],
  );
}

const send = async (by: TestCaller, more: Record<string, unknown> = {}): Promise<unknown> => {
  const answer = await by.post(control, { deviceId, set: { fan: 2 }, ...more });
  return answer.status === 200 ? answer.data.execStatus : (answer.reason ?? answer.status);
};

test('a command waits for its result, and its log has the reply', async () => {
  const answer = await operator.post(control, { deviceId, set: { setTemp: 45 } });
  expect(answer.data, answer.msg).toMatchObject({ execStatus: 'success', resultCode: 200, result: { n: 1 } });
  const { data } = await operator.get('iot/device-thing-instance/command-log', { deviceId });
  expect(data.records[0]).toMatchObject({ id: answer.data.id, status: 'success', source: 'control' });
  // The same key is the same command.
  const twice = [];
  for (let n = 0; n < 2; n += 1) twice.push(await operator.post(control, { deviceId, set: { fan: 1 } }, 'one-key-1'));
  expect(twice[0].data.id).toBe(twice[1].data.id);
});

test('values out of range are refused in words, and a device that is away is refused at once', async () => {
  const hot = await operator.inEnglish().post(control, { deviceId, set: { setTemp: 99 } });
  expect([hot.status, hot.reason, hot.msg]).toEqual([400, 'iot.contentMalformed', 'setTemp is between 10 and 60']);
  const { data } = await iot.get(`iot/device-thing-instance/${deviceId}`);
  const away = await iot.post('iot/device-thing-instance/add', {
    deviceKey: 'away-1',
    deviceName: '远',
    modelId: data.modelId,
  });
  expect(await send(operator, { deviceId: away.data.id })).toBe('iot.deviceOffline');
  expect(await server.tables('select 1 from iot_instruction_task_device where device_id = $1', [away.data.id])).toEqual(
    [],
  );
});

test('who may send what, by person, risk and state of the home', async () => {
  const people = {
    cs: await server.as('as_cs'),
    operator,
    iot,
    lead: await server.as('as_iot_lead'),
    admin: await server.as('as_admin'),
    manager: await server.as('as_manager'),
    worker,
    stranger: await server.as('as_operator', { tenantId: '300007' }),
  };
  // Customer service sees the homes of its own department.
  await server.tables(
    'update op_household set create_dept = (select dept_id[1] from blade_user where id = $2) where id = $1',
    [householdId, people.cs.id],
  );
  const seen = async (more: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    // One after the other: a device has one open command at a time.
    for (const [name, by] of Object.entries(people)) found[name] = await send(by, more);
    return found;
  };
  const refusedHigh = Object.fromEntries(['cs', 'operator', 'iot', 'lead'].map((name) => [name, 'iot.highRisk']));
  // The technician sees the homes of own orders only, so the device is missing for the technician.
  expect(await seen()).toEqual({
    cs: 'success',
    operator: 'success',
    iot: 'success',
    lead: 'success',
    admin: 'lifecycle.reasonRequired',
    manager: 'http.forbidden',
    worker: 'row.missing',
    stranger: 'row.missing',
  });
  expect(await send(people.admin, { reason: '代客服处理' })).toBe('success');
  expect(await seen({ set: null, service: 'reboot' })).toMatchObject(refusedHigh);
  await work(true);
  expect(await seen()).toMatchObject({
    cs: 'iot.workUnderWay',
    operator: 'iot.workUnderWay',
    iot: 'iot.workUnderWay',
    lead: 'iot.workUnderWay',
  });
  expect(await send(operator, { override: true, reason: '急' })).toBe('iot.workUnderWay');
  expect(await send(people.lead, { override: true })).toBe('row.reasonNeeded');
  expect(await send(people.lead, { override: true, reason: '总部试验' })).toBe('success');
  await work(false);
  expect(await send(operator)).toBe('success');
});

test('settings: an old version is refused with what is stored, and a reported value is no longer wanted', async () => {
  const detail = async () => (await operator.get('blade-operation/equipmentSetting/detail', { mac })).data;
  const { version, items } = await detail();
  expect(items.map((one: { identifier: string }) => one.identifier)).toEqual(['fan', 'setTemp']);
  const change = (body: Record<string, unknown>) =>
    operator.post('blade-operation/equipmentSetting/update', { mac, ...body });
  const first = await change({ version, values: { setTemp: 41 } });
  expect(first.data, first.msg).toMatchObject({ delta: { setTemp: 41 }, version: version + 1 });
  expect(first.data.instructionId).toBeTruthy();
  const stale = await change({ version, values: { setTemp: 42 } });
  expect([stale.status, stale.reason]).toEqual([409, 'iot.shadowChanged']);
  expect(stale.data).toMatchObject({ version: version + 1, desired: { setTemp: 41 } });
  expect((await detail()).items[1]).toMatchObject({ state: 'waiting' });
  await expect.poll(() => line.heard.at(-1)?.body.params).toEqual({ setTemp: 41 });
  await line.say(server.clock.ms() + 1000, { setTemp: 41 });
  await expect.poll(async () => (await detail()).desired).toEqual({});
  // A later change at the device stays, also after it connects again.
  await line.say(server.clock.ms() + 2000, { setTemp: 30 });
  const heard = line.heard.length;
  part.commands.ready(deviceId);
  await part.commands.settle();
  expect(line.heard.length).toBe(heard);
  expect((await detail()).reported).toMatchObject({ setTemp: 30 });
});

test('what is wanted while the device is away is sent once it connects', async () => {
  await server.tables("update iot_device set online_status = 'offline' where id = $1", [deviceId]);
  const { version } = (await operator.get('equipmentSetting/detail', { mac })).data;
  const change = async (of: number, values: Record<string, unknown>) =>
    (await operator.post('equipmentSetting/update', { mac, version: of, values })).data;
  expect(await change(version, { setTemp: 50 })).toMatchObject({ instructionId: null });
  expect(await change(version + 1, { fan: 4 })).toMatchObject({ instructionId: null });
  const heard = line.heard.length;
  part.commands.ready(deviceId);
  await expect
    .poll(async () => {
      await part.commands.settle();
      return line.heard.slice(heard).map(({ body }) => body.params);
    })
    .toEqual([{ fan: 4, setTemp: 50 }]);
});

test('after the home is unbound nothing that waited arrives, and the next family sees no command of the last', async () => {
  const { data: before } = await operator.get('iot/device-thing-instance/command-log', { deviceId });
  expect(before.total).toBeGreaterThan(0);
  const [{ n }] = await server.tables<{ n: number }>(
    "select count(*)::int as n from iot_device_shadow where device_id = $1 and desired <> '{}'",
    [deviceId],
  );
  expect(n).toBe(1);
  const gone = await operator.post('blade-operation/household-manage/unbindDevice', {
    ids: [deviceId],
    reason: '搬走',
  });
  expect(gone.status, gone.msg).toBe(200);
  const left = await server.tables(
    "select desired from iot_device_shadow where device_id = $1 and desired <> '{}' union all select content from iot_instruction_task_device where device_id = $1 and exec_status in ('pending', 'queued')",
    [deviceId],
  );
  expect(left).toEqual([]);
});
