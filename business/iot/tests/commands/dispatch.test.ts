import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes, createCommand, storedCommand, toDue, untilState } from '../../testing/commands.ts';
import { type TestDevice, devicesPartOf, drained, makeModel, registerDevice } from '../../testing/devices.ts';
import { loginPacket } from '../../testing/login-packet.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'cmd01', { properties: commandAttributes });
const gatewayModel = await makeModel(iot, 'cmdgw', { nodeType: 'gateway' });
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

let number = 0;
const newDevice = (more: Record<string, unknown> = {}): Promise<TestDevice> =>
  registerDevice(iot, modelId, 'cmd01', `cmd-${(number += 1)}`, more);

async function connect(device: TestDevice): Promise<MqttDevice> {
  const line = await MqttDevice.open(server, device);
  lines.push(line);
  return line;
}

const idsHeard = ({ heard }: MqttDevice): unknown[] => heard.map(({ body }) => body.id);
const rejects = (deviceId: string): Promise<{ reason: string }[]> =>
  server.tables('select reason from iot_ingest_reject where device_id = $1 order by id', [deviceId]);

test('a command reaches its device once, and the reply ends it', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await line.listen((body) => void line.reply(body.id, 200, { msg: 'ok', data: { took: 3 } }));
  const id = await createCommand(server, device.id, { set: { setTemp: 45 } });
  const { resultCode, attempt } = await untilState(server, id, 'success');
  expect([resultCode, attempt]).toEqual([200, 1]);
  expect(line.heard).toEqual([
    { tail: 'property/set', body: expect.objectContaining({ id, params: { setTemp: 45 } }) },
  ]);
  expect(line.heard[0].body.expire).toBeGreaterThan(Number(line.heard[0].body.ts));
});

test('a device has one open command at a time, the older first', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await line.listen();
  const first = await createCommand(server, device.id, { set: { fan: 1 } });
  const second = await createCommand(server, device.id, { service: 'resetFault', params: {} });
  await untilState(server, first, 'delivered');
  expect((await storedCommand(server, second)).execStatus).toBe('pending');
  await line.reply(first, 200);
  await untilState(server, second, 'delivered');
  expect(line.heard.map(({ tail }) => tail)).toEqual(['property/set', 'service/resetFault']);
});

test('a command waits until the device has subscribed, and what is not acknowledged goes again', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await part.settle();
  const id = await createCommand(server, device.id, { set: { fan: 2 } });
  const { attempt, reason } = await untilState(server, id, 'queued');
  expect([attempt, reason]).toEqual([0, expect.stringContaining('没有订阅')]);
  await line.listen();
  await untilState(server, id, 'delivered');
  await line.close();
  // A restarted gateway finds a command that was sent and not acknowledged: the same attempt is repeated.
  await server.tables("update iot_instruction_task_device set exec_status = 'sent' where id = $1", [id]);
  const again = await connect(device);
  await again.listen((body) => void again.reply(body.id, 410));
  expect((await untilState(server, id, 'success')).attempt).toBe(1);
  expect(idsHeard(again)).toEqual([id]);
});

test('without a reply it is tried again with pauses, then it times out, and a late reply still counts', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await line.listen();
  const id = await createCommand(server, device.id, { set: { fan: 3 } }, { maxRetry: 1, expireSec: 3600 });
  await untilState(server, id, 'delivered');
  await toDue(server, id);
  await toDue(server, id);
  await expect.poll(() => idsHeard(line)).toEqual([id, id]);
  await untilState(server, id, 'delivered').catch(() => undefined);
  await toDue(server, id);
  expect((await untilState(server, id, 'timeout')).attempt).toBe(2);
  await line.reply(id, 200);
  expect(await untilState(server, id, 'success')).toMatchObject({ late: true });
});

test('a busy device is asked again, a refusing one is not', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await line.listen();
  const id = await createCommand(server, device.id, { set: { fan: 4 } });
  await untilState(server, id, 'delivered');
  await line.reply(id, 409);
  expect((await storedCommand(server, id)).execStatus).toBe('sent');
  await toDue(server, id);
  await expect.poll(() => idsHeard(line)).toEqual([id, id]);
  await line.reply(id, 400, { msg: '参数' });
  expect(await untilState(server, id, 'failed')).toMatchObject({ resultCode: 400 });
});

test('progress extends the timeout; a report of the wanted value ends the command without a reply', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await line.listen();
  const id = await createCommand(server, device.id, { set: { setTemp: 40, fan: 1 } });
  await untilState(server, id, 'delivered');
  await line.progress(id, 40);
  await untilState(server, id, 'running');
  const ts = server.clock.ms();
  await line.say(ts + 1000, { setTemp: 40.2 });
  expect((await storedCommand(server, id)).execStatus).toBe('running');
  await line.say(ts + 2000, { fan: 1 });
  expect((await untilState(server, id, 'success')).reason).toContain('以上报的值为准');
  // The reply that follows the report belongs to it, and is not refused.
  await line.reply(id, 200);
  expect(await storedCommand(server, id)).toMatchObject({ execStatus: 'success', resultCode: 200 });
  expect(await rejects(device.id)).toEqual([]);
});

test('a condition that is not observed after a successful reply fails the command', async () => {
  const device = await newDevice();
  const line = await connect(device);
  await line.listen((body) => void line.reply(body.id, 200));
  const verify = { prop: 'temp', op: 'ge', value: 50, withinSec: 30 } as const;
  const bad = await createCommand(server, device.id, { service: 'resetFault' }, { verify });
  await untilState(server, bad, 'running');
  await toDue(server, bad);
  expect((await untilState(server, bad, 'failed')).reason).toContain('应答成功但没变');
  const good = await createCommand(server, device.id, { service: 'resetFault' }, { verify });
  await untilState(server, good, 'running');
  await line.say(server.clock.ms() + 5000, { temp: 51 });
  await untilState(server, good, 'success');
});

test('replies of other devices and to unknown commands change nothing, and are refused', async () => {
  const [device, other] = [await newDevice(), await newDevice()];
  const [line, stranger] = [await connect(device), await connect(other)];
  await line.listen();
  const id = await createCommand(server, device.id, { set: { fan: 5 } });
  await untilState(server, id, 'delivered');
  await stranger.reply(id, 200);
  await stranger.reply('999999999999999999', 200);
  await drained(part);
  expect(await storedCommand(server, id)).toMatchObject({ execStatus: 'delivered', resultCode: null });
  expect((await rejects(other.id)).map(({ reason }) => reason)).toEqual(['child', 'command']);
  await line.reply(id, 200);
  await untilState(server, id, 'success');
  await line.reply(id, 500);
  expect((await storedCommand(server, id)).execStatus).toBe('success');
  expect((await rejects(device.id)).map(({ reason }) => reason)).toEqual(['command']);
});

test('sub-devices get their commands by their gateway, four at a time', async () => {
  const gateway = await registerDevice(iot, gatewayModel, 'cmdgw', 'cmd-gw');
  const children = await Promise.all(Array.from({ length: 5 }, () => newDevice({ parentId: gateway.id })));
  const line = await connect(gateway);
  await line.listen();
  const ids: string[] = [];
  for (const child of children)
    ids.push(await createCommand(server, child.id, { set: { fan: 1 } }, { waitOnline: true }));
  for (const id of ids.slice(0, 4)) await untilState(server, id, 'delivered');
  expect((await storedCommand(server, ids[4])).execStatus).toBe('pending');
  expect(line.heard[0]).toMatchObject({ tail: 'sub/property/set', body: { dev: children[0].deviceKey, id: ids[0] } });
  await line.reply(ids[0], 200, { dev: children[0].deviceKey });
  await untilState(server, ids[0], 'success');
  server.clock.pass(2000);
  await untilState(server, ids[4], 'delivered');
});

test('the command of a sub-device waits while its gateway connects again, and is skipped while it is offline', async () => {
  const gateway = await registerDevice(iot, gatewayModel, 'cmdgw', 'cmd-gw-again');
  const child = await newDevice({ parentId: gateway.id });
  await part.settle();
  const early = await createCommand(server, child.id, { set: { fan: 1 } });
  await untilState(server, early, 'skipped');
  const line = await connect(gateway);
  await line.listen();
  await line.close();
  await expect.poll(() => part.ingest.lineOf(gateway.id)).toBeUndefined();
  const id = await createCommand(server, child.id, { set: { fan: 2 } });
  await untilState(server, id, 'queued');
  await toDue(server, id);
  expect((await storedCommand(server, id)).execStatus).toBe('queued');
  const again = await connect(gateway);
  await again.listen((body) => void again.reply(body.id, 200, { dev: child.deviceKey }));
  await untilState(server, id, 'success');
});

test('a device without a connection gets a command with the answer to its request', async () => {
  const device = await newDevice();
  const say = async (
    tail: string,
    body: unknown,
  ): Promise<{ code: number; down?: { topic: string; payload: { id: string } } }> => {
    const { username, password } = loginPacket(device, 4, server.clock.ms());
    const response = await fetch(`http://127.0.0.1:${part.listeners.portOf('http')}/iot/v1/${tail}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${username}:${String(password)}`).toString('base64')}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as never;
  };
  await part.settle();
  await say('props', { params: { temp: 1 } });
  await part.settle();
  const id = await createCommand(server, device.id, { set: { setTemp: 30 } });
  await untilState(server, id, 'queued');
  const { down } = await say('props', { params: { temp: 2 } });
  expect(down).toMatchObject({ topic: 'anju/v1/cmd01/' + device.deviceKey + '/down/property/set', payload: { id } });
  expect(await say('reply', { id, code: 200 })).toEqual({ code: 200, reason: 'stored' });
  expect((await storedCommand(server, id)).execStatus).toBe('success');
});

test('a device that asks gets its wanted values, and the difference to those it reported', async () => {
  const device = await newDevice();
  const gateway = await registerDevice(iot, gatewayModel, 'cmdgw', 'cmd-gw-shadow');
  const child = await newDevice({ parentId: gateway.id });
  const line = await connect(device);
  await line.listen();
  await line.say(server.clock.ms(), { setTemp: 41.2, fan: 1 });
  await drained(part);
  // The connection was handled before the values are wanted, so they are sent only on request.
  await part.commands.settle();
  const now = Math.floor(server.clock.ms() / 1000);
  const want = (id: string, desired: object, at: number): Promise<unknown> =>
    server.tables(
      `insert into iot_device_shadow (device_id, tenant_id, desired, meta, version)
       select $1, '000000', $2::jsonb, jsonb_object_agg(key, jsonb_build_object('at', $3::int, 'by', '1')), 7 from jsonb_object_keys($2::jsonb) key`,
      [id, JSON.stringify(desired), at],
    );
  await want(device.id, { setTemp: 41, fan: 3 }, now);
  await want(child.id, { fan: 2 }, now - 25 * 3600);
  await line.send('shadow/get', { id: 's1' });
  await expect
    .poll(() => line.heard)
    .toEqual([{ tail: 'shadow', body: { version: 7, desired: { setTemp: 41, fan: 3 }, delta: { fan: 3 } } }]);
  // A gateway asks for a sub-device, whose value has waited for too long; that of a stranger is refused.
  const parent = await connect(gateway);
  await parent.listen();
  await parent.send('shadow/get', { dev: child.deviceKey });
  await parent.send('shadow/get', { dev: device.deviceKey });
  await expect
    .poll(() => parent.heard)
    .toEqual([{ tail: 'sub/shadow', body: { dev: child.deviceKey, version: 7, desired: { fan: 2 }, delta: {} } }]);
  await part.settle();
  expect((await rejects(gateway.id)).map(({ reason }) => reason)).toEqual(['child']);
});

test('what waits for a device that is retired never leaves, and one of high risk never waits', async () => {
  const device = await newDevice();
  const waiting = await createCommand(server, device.id, { set: { fan: 1 } }, { waitOnline: true, expireSec: 3600 });
  await untilState(server, waiting, 'queued');
  const dangerous = await createCommand(
    server,
    device.id,
    { service: 'reboot' },
    { riskLevel: 'high', waitOnline: true },
  );
  expect((await untilState(server, dangerous, 'skipped')).reason).toContain('设备离线');
  const retired = await iot.post('iot/device-thing-instance/act', { id: device.id, action: 'retire', reason: '换机' });
  expect(retired.status, retired.msg).toBe(200);
  expect(await storedCommand(server, waiting)).toMatchObject({ execStatus: 'canceled', attempt: 0 });
});

test('an engineer closes the connection of a device, and its history says so', async () => {
  const device = await newDevice();
  await connect(device);
  expect((await (await server.as('as_cs')).post('iot/device-thing-instance/kick', { id: device.id })).status).toBe(403);
  const kicked = await iot.post('iot/device-thing-instance/kick', { id: device.id, reason: '重连' });
  expect(kicked.status, kicked.msg).toBe(200);
  await expect.poll(() => part.ingest.lineOf(device.id)).toBeUndefined();
});
