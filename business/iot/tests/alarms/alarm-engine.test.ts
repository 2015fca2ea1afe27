import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { AlarmEngine } from '../../alarms/engine/alarm-engine.server.ts';
import { Ingest } from '../../ingest/ingest.server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const operator = await server.as('as_operator');
const part = devicesPartOf(server);
const lines: MqttDevice[] = [];
let modelId = '';
let n = 0;

beforeAll(async () => {
  modelId = await makeModel(iot, 'hp_alarm', {
    properties: [
      'temp',
      'power',
      { identifier: 'faultBits', dataType: 'bitmap', specs: { bits: { 0: { zh: '水流不足', en: 'Flow' } } } },
    ],
  });
});
afterAll(async () => {
  await Promise.all(lines.map((one) => one.close()));
});

async function device(): Promise<MqttDevice> {
  const line = await MqttDevice.open(server, await registerDevice(iot, modelId, 'hp_alarm', `alarm-${++n}`));
  lines.push(line);
  return line;
}

const above = (value: number) => ({ all: [{ prop: 'temp', op: 'gt', value }] });

/** Create a rule and wait until the alarm engine has loaded it. */
async function rule(more: Record<string, unknown>): Promise<string> {
  const { rules } = part.alarms.facts;
  const made = await iot.post('iot/device-alarm-config/add', {
    ruleName: `规则${++n}`,
    ruleNameEn: `Rule ${n}`,
    ruleCode: `rule_${n}`,
    alarmType: 'threshold',
    ...more,
  });
  expect(made.status, made.msg).toBe(200);
  await expect.poll(() => part.alarms.facts.rules).toBe(rules + 1);
  return made.data.id;
}

const ofDevice = (deviceId: string, createRules: unknown, more: Record<string, unknown> = {}) =>
  rule({ scope: 'thing', deviceId, createRules, ...more });

const alarmsOf = async (deviceId: string) =>
  (await operator.get('iot/alarm-service/alarm/page', { deviceId, size: 50 })).data.records as {
    id: string;
    status: string;
    [field: string]: unknown;
  }[];

test('a value beyond its bound raises one alarm with its values, in the transaction of the message', async () => {
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'major', condition: above(50) }]);
  const now = server.clock.ms();
  await line.say(now, { temp: 40 });
  await line.say(now + 1000, { temp: 60, power: 900 });
  await line.say(now + 2000, { temp: 61 });
  const [one, ...more] = await alarmsOf(line.of.id);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ status: 'active', level: 'major', detail: 'temp 60', repeatCount: 1 });
  expect(one.alarmNo).toMatch(/^AL/);
  const detail = (await operator.get(`iot/alarm-service/alarm/${one.id}`)).data;
  expect(detail.valuesJson).toMatchObject({ temp: 60, power: 900 });
  expect(detail.frame).toMatchObject({ topic: 'up/props', text: expect.stringContaining('"temp":60') });
  const [row] = await server.tables(
    `select (select l.xmin::text from asactionlog l where l.biz_id = a.id order by l.id limit 1) = m.xmin::text as logged
     from iot_alarm a join iot_telemetry m on m.device_id = a.device_id and m.ts = to_timestamp($2::float8 / 1000) where a.id = $1`,
    [one.id, now + 1000],
  );
  expect(row).toEqual({ logged: true });
  expect((await iot.get(`iot/device-thing-instance/${line.of.id}`)).data.alarmLevel).toBe('major');
});

test('59 seconds raise nothing, 61 raise an alarm', async () => {
  const [short, long] = [await device(), await device()];
  const now = server.clock.ms();
  for (const line of [short, long])
    await ofDevice(line.of.id, [{ level: 'critical', condition: above(50), mode: 'duration', holdSec: 60 }]);
  for (const line of [short, long]) await line.say(now, { temp: 60 });
  await short.say(now + 59_000, { temp: 40 });
  await long.say(now + 61_000, { temp: 61 });
  await short.say(now + 200_000, { temp: 40 });
  expect(await alarmsOf(short.of.id)).toEqual([]);
  expect(await alarmsOf(long.of.id)).toHaveLength(1);
});

test('a hold that completes without a message raises by the clock', async () => {
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'minor', condition: above(50), mode: 'duration', holdSec: 60 }]);
  await line.say(server.clock.ms(), { temp: 60 });
  server.clock.pass(61_000);
  await expect.poll(() => alarmsOf(line.of.id).then((all) => all.length)).toBe(1);
});

test('a recovered alarm closes if confirmed; otherwise it waits, and a repeat within five minutes is the same', async () => {
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'major', condition: above(50) }]);
  const now = server.clock.ms();
  await line.say(now, { temp: 60 });
  await line.say(now + 1000, { temp: 40 });
  expect(await alarmsOf(line.of.id)).toMatchObject([{ status: 'recovered', durationSec: 1 }]);
  await line.say(now + 60_000, { temp: 60 });
  const [one] = await alarmsOf(line.of.id);
  expect(one).toMatchObject({ status: 'active', repeatCount: 2 });
  const done = await operator.post('iot/alarm-service/alarm/confirm', { ids: one.id, remark: '看到了' });
  expect(done.status, done.msg).toBe(200);
  await line.say(now + 120_000, { temp: 40 });
  expect(await alarmsOf(line.of.id)).toMatchObject([{ status: 'closed' }]);
  await line.say(now + 180_000, { temp: 60 });
  expect((await alarmsOf(line.of.id)).map((each) => each.status).toSorted()).toEqual(['active', 'closed']);
});

test('a manual release needs a reason while the alarm holds, and prevents a raise until it is over', async () => {
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'major', condition: above(50) }]);
  const now = server.clock.ms();
  await line.say(now, { temp: 60 });
  const [one] = await alarmsOf(line.of.id);
  const release = (more: Record<string, unknown>) =>
    operator.post('iot/alarm-service/alarm/release', { ids: one.id, releaseType: 'false_alarm', ...more });
  expect((await release({})).reason).toBe('iot.releaseUnexplained');
  expect((await release({ remark: '传感器在校准' })).status).toBe(200);
  await line.say(now + 1000, { temp: 65 });
  expect(await alarmsOf(line.of.id)).toMatchObject([{ status: 'released' }]);
  await line.say(now + 2000, { temp: 20 });
  await line.say(now + 3000, { temp: 65 });
  expect(await alarmsOf(line.of.id)).toHaveLength(2);
});

test('a changed rule applies to the running path within two seconds', async () => {
  const line = await device();
  const id = await ofDevice(line.of.id, [{ level: 'major', condition: above(50) }]);
  const now = server.clock.ms();
  await line.say(now, { temp: 45 });
  const changed = await iot.write('PUT', 'iot/device-alarm-config/update', {
    id,
    createRules: [{ level: 'minor', condition: above(30) }],
  });
  expect(changed.status, changed.msg).toBe(200);
  const began = performance.now();
  for (let second = 1; (await alarmsOf(line.of.id)).length === 0 && performance.now() - began < 5000; second += 1)
    await line.say(now + second * 1000, { temp: 46 });
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await alarmsOf(line.of.id)).toMatchObject([{ level: 'minor', status: 'active' }]);
  // After a rule is disabled, its alarms end with the next message.
  const { rules } = part.alarms.facts;
  await iot.write('PUT', 'iot/device-alarm-config/update', { id, enabled: false });
  await expect.poll(() => part.alarms.facts.rules).toBe(rules - 1);
  await line.say(now + 100_000, { temp: 46 });
  expect(await alarmsOf(line.of.id)).toMatchObject([{ status: 'recovered' }]);
});

test('a rule about a property that its version lacks is refused, naming it', async () => {
  const answer = await iot.post('iot/device-alarm-config/add', {
    ruleName: '流量',
    ruleCode: 'flow',
    scope: 'model',
    modelId,
    alarmType: 'threshold',
    createRules: [{ level: 'major', condition: { all: [{ prop: 'flow', op: 'lt', value: 1 }] } }],
  });
  expect(answer).toMatchObject({ status: 409, reason: 'iot.rulePropertyUnknown', data: { names: ['flow'] } });
  expect(answer.msg).toContain('flow');
});

test('repeated and shuffled messages raise no second alarm, and a new process continues', async () => {
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'major', condition: above(50) }]);
  const now = server.clock.ms();
  const all = [40, 60, 61, 40].map((temp, at) => ({ ts: now + at * 1000, temp }));
  for (const { ts, temp } of all) await line.say(ts, { temp });
  const before = await alarmsOf(line.of.id);
  part.alarms.forget([{ deviceId: line.of.id } as never]);
  for (const { ts, temp } of [all[2], all[0], all[3], all[1]]) await line.say(ts, { temp });
  expect(await alarmsOf(line.of.id)).toEqual(before);
});

test('a bit raises its trouble code, with its name in both languages', async () => {
  const line = await device();
  const category = await iot.post('iot/alarm-service/trouble-code/category/add', {
    categoryCode: `c${++n}`,
    name: '热泵',
  });
  const code = await iot.post('iot/alarm-service/trouble-code/config/add', {
    code: 'E01',
    categoryId: category.data.id,
    name: '水流不足',
    nameEn: 'Too little flow',
    level: 'critical',
    source: 'faultBits.0',
  });
  expect(code.status, code.msg).toBe(200);
  await ofDevice(line.of.id, [{ level: 'critical' }], { alarmType: 'trouble_code', troubleCodeId: code.data.id });
  const now = server.clock.ms();
  await line.say(now, { faultBits: 2 });
  await line.say(now + 1000, { faultBits: 3 });
  expect(await alarmsOf(line.of.id)).toMatchObject([{ title: 'E01 水流不足', troubleCode: 'E01', level: 'critical' }]);
  const english = await operator.inEnglish().get('iot/alarm-service/alarm/page', { deviceId: line.of.id });
  expect(english.data.records[0].title).toBe('E01 Too little flow');
});

test('an offline gateway suppresses alarms of its sub-devices, and a maintenance window those of its device', async () => {
  const gateway = await device();
  const children = await Promise.all(
    [1, 2, 3].map((no) => registerDevice(iot, modelId, 'hp_alarm', `child-${no}`, { parentId: gateway.of.id })),
  );
  await rule({
    scope: 'model',
    modelId,
    alarmType: 'offline',
    createRules: [{ level: 'major', mode: 'duration', holdSec: 1 }],
  });
  await part.settle();
  const now = server.clock.ms();
  for (const child of children) await gateway.sayFor(child.deviceKey, now, { temp: 1 });
  const { awaited } = part.alarms.facts;
  await gateway.close();
  server.clock.pass(1000);
  const known = part.registry.deviceOf(gateway.of.id)!;
  part.ingest.away(known, 'lwt');
  await expect.poll(() => part.alarms.facts.awaited).toBe(awaited + 4);
  server.clock.pass(5000);
  await expect
    .poll(async () => (await Promise.all(children.map((one) => alarmsOf(one.id)))).flat().map((one) => one.status))
    .toEqual(['suppressed', 'suppressed', 'suppressed']);
  await expect.poll(() => alarmsOf(gateway.of.id)).toMatchObject([{ status: 'active', alarmType: 'offline' }]);
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'major', condition: above(50) }]);
  const made = await iot.post('iot/alarm-service/suppression/add', {
    name: '维保',
    suppressType: 'maintenance',
    match: { deviceIds: [line.of.id] },
    startTime: '2020-01-01 00:00:00',
    endTime: '2099-01-01 00:00:00',
  });
  expect(made.status, made.msg).toBe(200);
  await line.say(server.clock.ms(), { temp: 60 });
  expect(await alarmsOf(line.of.id)).toMatchObject([{ status: 'suppressed' }]);
});

test('平台自己停机不算设备离线：重启后从头计时 silence during platform downtime is no absence: its time restarts', async () => {
  const line = await device();
  await ofDevice(line.of.id, [{ level: 'minor', mode: 'duration', holdSec: 600 }], { alarmType: 'offline' });
  await line.say(server.clock.ms(), { temp: 1 });
  const { awaited } = part.alarms.facts;
  part.ingest.away(part.registry.deviceOf(line.of.id)!, 'session');
  await expect.poll(() => part.alarms.facts.awaited).toBe(awaited + 1);
  // Twenty minutes of downtime, after which a new engine continues.
  server.clock.pass(1_200_000);
  const later = new AlarmEngine(server.app, part.registry);
  await later.load();
  const isDue = () => later.takeDue().some((one) => one.deviceId === line.of.id);
  server.clock.pass(590_000);
  expect(isDue()).toBe(false);
  server.clock.pass(20_000);
  expect(isDue()).toBe(true);
});

test('a device last heard before a restart goes offline a quarter of an hour later, not at once', async () => {
  const { of } = await device();
  const known = { ...part.registry.deviceOf(of.id)!, isOnline: true, lastHeard: 0, onlineSince: 0 };
  const gone: string[] = [];
  const later = new Ingest({
    app: server.app,
    registry: { devices: [known], childrenOf: () => [] },
    presence: { set: ({ id }: { id: string }) => gone.push(id) },
  } as never);
  server.clock.pass(890_000);
  later.sweep();
  expect(gone).toEqual([]);
  server.clock.pass(20_000);
  later.sweep();
  expect(gone).toEqual([of.id]);
});
