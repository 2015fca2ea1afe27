import { createHmac } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { type IClientOptions, type MqttClient, connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, registerDevice, devicesPartOf, makeModel } from '../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const clients: MqttClient[] = [];
let modelId = '';

beforeAll(async () => {
  modelId = await makeModel(iot, 'hp_gate');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
});

const loginOf = ({ deviceKey, modelCode, secret }: TestDevice, ts = server.clock.ms()): IClientOptions => ({
  clientId: `${modelCode}.${deviceKey}`,
  username: `${deviceKey}&${modelCode}&${ts}`,
  password: createHmac('sha256', secret).update(`${modelCode}.${deviceKey}${deviceKey}${modelCode}${ts}`).digest('hex'),
});

async function connect(device: TestDevice, more: IClientOptions = {}): Promise<MqttClient> {
  await part.settle();
  const client = await connectAsync(`mqtt://127.0.0.1:${part.listeners.portOf('mqtt')}`, {
    ...loginOf(device),
    reconnectPeriod: 0,
    connectTimeout: 5000,
    ...more,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const topicOf = ({ modelCode, deviceKey }: TestDevice, tail: string): string =>
  `anju/v1/${modelCode}/${deviceKey}/up/${tail}`;

const rowsOf = (id: string): Promise<{ ts: number; data: Record<string, unknown> }[]> =>
  server.tables(
    'select (extract(epoch from ts) * 1000)::float8 as ts, data from iot_telemetry where device_id = $1 order by ts',
    [id],
  );

test('messages retained by a device for days find their partition at the first start, also on a separate gateway', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'gate-late');
  const client = await connect(device);
  const days = [0, 1, 8, 29].map((day) => server.clock.ms() - day * 86_400_000);
  for (const ts of days)
    await client.publishAsync(topicOf(device, 'props'), JSON.stringify({ id: ts, ts, params: { temp: 21 } }), {
      qos: 1,
    });
  expect((await rowsOf(device.id)).map(({ ts }) => ts)).toEqual(days.toReversed());
});

describe.each([4, 5] as const)('MQTT %i', (protocolVersion) => {
  test('values of quality 0, 1 and 2 are stored, and the current state is the newest of each', async () => {
    const device = await registerDevice(iot, modelId, 'hp_gate', `gate-${protocolVersion}`);
    const client = await connect(device, { protocolVersion });
    const now = server.clock.ms();
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(
        topicOf(device, 'props'),
        JSON.stringify({ id: qos, ts: now + qos, params: { temp: 20 + qos, ...(qos === 0 && { power: 900 }) } }),
        { qos },
      );
    await expect.poll(() => rowsOf(device.id).then((rows) => rows.length)).toBe(3);
    const [latest] = await server.tables('select data from iot_device_latest where device_id = $1', [device.id]);
    expect(latest).toEqual({ data: { temp: 22, power: 900 } });
    await part.settle();
    expect((await iot.get(`iot/device-thing-instance/${device.id}`)).data).toMatchObject({
      onlineStatus: 'online',
      instanceStatus: 'active',
    });
  });

  test('a wrong password is refused however often it comes, and never locks out the right one', async () => {
    const device = await registerDevice(iot, modelId, 'hp_gate', `wrong-${protocolVersion}`);
    const wrong = { ...device, secret: 'no' };
    for (let n = 0; n < 10; n += 1)
      await expect(connect(wrong, { protocolVersion })).rejects.toThrow(/auth|user name|password/i);
    expect((await connect(device, { protocolVersion })).connected).toBe(true);
    const other = await registerDevice(iot, modelId, 'hp_gate', `right-${protocolVersion}`);
    expect((await connect(other, { protocolVersion })).connected).toBe(true);
  });

  test('a device neither publishes nor subscribes for another', async () => {
    const device = await registerDevice(iot, modelId, 'hp_gate', `own-${protocolVersion}`);
    const other = await registerDevice(iot, modelId, 'hp_gate', `other-${protocolVersion}`);
    const client = await connect(device, { protocolVersion });
    const granted = await client
      .subscribeAsync(`anju/v1/hp_gate/${other.deviceKey}/down/#`, { qos: 1 })
      .then((all) => all.map(({ qos }) => qos))
      .catch((error: Error) => error.message);
    expect(JSON.stringify(granted)).toMatch(/128|135|Not authorized|Unspecified/i);
    // Publish to the topic of another device. MQTT 5 refuses that with a reason; earlier versions close the connection.
    await Promise.race([
      client
        .publishAsync(topicOf(other, 'props'), JSON.stringify({ ts: server.clock.ms(), params: { temp: 1 } }), {
          qos: 1,
        })
        .catch(() => undefined),
      new Promise<void>((resolve) => client.once('close', () => resolve())),
    ]);
    await part.settle();
    expect(await rowsOf(other.id)).toEqual([]);
    await expect
      .poll(async () => {
        await part.settle();
        return (await iot.get('blade-operation/deviceLog/list', { deviceId: device.id, logType: 'auth_fail' })).data
          .total;
      })
      .toBeGreaterThan(0);
  });
});

const basic = (device: TestDevice): string => {
  const { username, password } = loginOf(device);
  return `Basic ${Buffer.from(`${String(username)}:${String(password)}`).toString('base64')}`;
};

const http = (device: TestDevice, tail: string, body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${part.listeners.portOf('http')}/iot/v1/${tail}`, {
    method: 'POST',
    headers: { Authorization: basic(device) },
    body,
  });

test('HTTP answers once stored; a wrong password and a too large payload are refused', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'http-1');
  await part.settle();
  const now = server.clock.ms();
  expect((await http(device, 'props', JSON.stringify({ ts: now, params: { temp: 5 } }))).status).toBe(200);
  expect((await rowsOf(device.id)).map(({ data }) => data)).toEqual([{ temp: 5 }]);
  expect((await http({ ...device, secret: 'no' }, 'props', '{}')).status).toBe(401);
  // The client receives the refusal even while it is still sending a much larger body.
  for (const bytes of [64 * 1024 + 1, 200_000, 2_000_000, 2_000_000, 2_000_000])
    expect((await http(device, 'props', 'x'.repeat(bytes))).status).toBe(413);
  expect((await http(device, '../admin', '{}')).status).toBe(404);
});

test('MQTT over WebSocket is the same as over TCP', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'ws-1');
  await part.settle();
  const client = await connectAsync(`ws://127.0.0.1:${part.listeners.portOf('http')}/mqtt`, {
    ...loginOf(device),
    reconnectPeriod: 0,
  });
  clients.push(client);
  await client.publishAsync(topicOf(device, 'props'), JSON.stringify({ ts: server.clock.ms(), params: { temp: 7 } }), {
    qos: 1,
  });
  expect((await rowsOf(device.id)).length).toBe(1);
});

test('a payload above 64 KiB and broken packets end only their own line', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'big-1');
  const other = await registerDevice(iot, modelId, 'hp_gate', 'big-2');
  const [client, quiet] = [await connect(device), await connect(other)];
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.publish(topicOf(device, 'props'), 'x'.repeat(64 * 1024 + 1), { qos: 1 });
  await closed;
  for (const bytes of ['ffffffffffff', '10ffffffff7f', '3000', '100c00044d5154540402003c0000']) {
    const socket = connectTcp(part.listeners.portOf('mqtt')!, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(Buffer.from(bytes, 'hex'));
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  }
  await quiet.publishAsync(topicOf(other, 'props'), JSON.stringify({ ts: server.clock.ms(), params: { temp: 1 } }), {
    qos: 1,
  });
  expect(quiet.connected).toBe(true);
});

test('an unreadable message is logged with its bytes and acknowledged', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'poison-1');
  const client = await connect(device);
  await client.publishAsync(topicOf(device, 'props'), 'not json', { qos: 1 });
  await client.publishAsync(
    topicOf(device, 'props'),
    JSON.stringify({ ts: server.clock.ms(), params: { temp: 'warm', nothing: 1, power: 99_999 } }),
    { qos: 1 },
  );
  await part.settle();
  const { records } = (await iot.get('iot/ingest-reject/list', { deviceId: device.id })).data;
  expect(
    records.map((one: { reason: string; identifier: string }) => [one.reason, one.identifier ?? '']).toSorted(),
  ).toEqual([
    ['json', ''],
    ['type', 'temp'],
    ['unknown', 'nothing'],
  ]);
  // The value out of its range is stored nevertheless; the refused ones are not.
  expect((await rowsOf(device.id)).map(({ data }) => data)).toEqual([{ power: 99_999 }]);
});

test('a device that connects twice retains its newer line, and its log has both addresses', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'clone-1');
  const first = await connect(device);
  const closed = new Promise<void>((resolve) => first.once('close', () => resolve()));
  const second = await connect(device);
  await closed;
  expect([first.connected, second.connected]).toEqual([false, true]);
  await part.settle();
  const { records } = (await iot.get('blade-operation/deviceLog/list', { deviceId: device.id, logType: 'auth_fail' }))
    .data;
  expect(records[0].content).toMatch(/127\.0\.0\.1 → 127\.0\.0\.1/);
});

test('ten thousand messages that come three times in another order leave one set of rows', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'again-1');
  const known = await connect(device).then(() => part.registry.deviceOf(device.id)!);
  const begin = server.clock.ms() - 3_600_000;
  const messages = Array.from({ length: 10_000 }, (_, at) => ({ ts: begin + at * 100, params: { temp: at % 50 } }));
  const send = (one: (typeof messages)[number]): Promise<boolean> =>
    new Promise((resolve) =>
      part.ingest.message(
        { deviceId: known.id, tenantId: '000000', modelCode: 'hp_gate', deviceKey: known.key },
        { tail: 'props', payload: Buffer.from(JSON.stringify(one)), address: '', packetId: null, isAgain: false },
        resolve,
      ),
    );
  for (let round = 0; round < 3; round += 1) {
    const order = messages.toSorted((a, b) => ((a.ts * (round * 7 + 3)) % 9973) - ((b.ts * (round * 7 + 3)) % 9973));
    expect((await Promise.all(order.map(send))).every(Boolean)).toBe(true);
  }
  const rows = await rowsOf(device.id);
  expect([rows.length, rows.every((row, at) => row.ts === messages[at].ts && row.data.temp === at % 50)]).toEqual([
    10_000,
    true,
  ]);
  const [latest] = await server.tables(
    'select (extract(epoch from ts) * 1000)::float8 as ts, data from iot_device_latest where device_id = $1',
    [device.id],
  );
  expect(latest).toEqual({ ts: messages.at(-1)!.ts, data: { temp: 49 } });
});

test('a disabled device loses its line and cannot reconnect', async () => {
  const device = await registerDevice(iot, modelId, 'hp_gate', 'disabled-1');
  const client = await connect(device);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const { version } = (await iot.get(`iot/device-thing-instance/${device.id}`)).data;
  const answer = await iot.post('iot/device-thing-instance/disable', { id: device.id, version, reason: '停用' });
  expect(answer.status, answer.msg).toBe(200);
  await part.settle();
  await closed;
  await expect(connect(device)).rejects.toThrow();
});

test('a gateway publishes only for its own sub-devices', async () => {
  const gateways = await makeModel(iot, 'gw_gate', { nodeType: 'gateway', category: 'gateway' });
  const subs = await makeModel(iot, 'sub_gate', { nodeType: 'sub' });
  const gateway = await registerDevice(iot, gateways, 'gw_gate', 'gw-1');
  const child = await registerDevice(iot, subs, 'sub_gate', 'sub-1', { parentId: gateway.id });
  const stranger = await registerDevice(iot, subs, 'sub_gate', 'sub-2');
  const client = await connect(gateway);
  const ts = server.clock.ms();
  await client.publishAsync(
    topicOf(gateway, 'sub/props'),
    JSON.stringify({
      items: [
        { dev: 'sub-1', ts, params: { temp: 3 } },
        { dev: 'sub-2', ts, params: { temp: 4 } },
      ],
    }),
    { qos: 1 },
  );
  expect([(await rowsOf(child.id)).length, (await rowsOf(stranger.id)).length]).toEqual([1, 0]);
  await part.settle();
  expect((await iot.get(`iot/device-thing-instance/${child.id}`)).data.onlineStatus).toBe('online');
});
