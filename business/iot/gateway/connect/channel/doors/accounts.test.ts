import type { MqttClient } from 'mqtt';
import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FrameAccess } from '../../../../testing/frame-access.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const access = new FrameAccess(server, iot);
const modelId = await makeModel(iot, 'foreign');
const at = 'blade-system/device/connect/config';
afterEach(() => access.closeAll());

const temperature = [
  { deviceConnectConfigFieldType: 'property', fieldName: '$.t', iotFieldName: 'temp' },
  { deviceConnectConfigFieldType: 'timestamp', fieldName: '$.ts', dataType: 'unixms' },
];
const bridge = (account: string, over: object = {}) =>
  access.make(
    {
      ...{ account, deviceConnectType: 'mqtt_broker', topicFilter: `${account}/#`, deviceIdRule: 'topic:1' },
      ...over,
    },
    temperature,
  );
const deviceOf = async (key: string) => {
  const device = await registerDevice(iot, modelId, 'foreign', key, { authType: 'none' });
  await part.settle();
  return device;
};
const closeOf = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', () => resolve());
  });
const body = (t: number): string => JSON.stringify({ t });
const publish = (client: MqttClient, topic: string, t: number) =>
  client.publishAsync(topic, body(t), { qos: 1 }).catch(() => undefined);

test('a bridge logs in with its account, and what it publishes is read by its configuration', async () => {
  const config = await bridge('zigbee-a');
  const [one, two] = [await deviceOf('za-1'), await deviceOf('za-2')];
  const client = await access.client(config);
  await publish(client, 'zigbee-a/za-1/state', 21.5);
  await publish(client, 'zigbee-a/za-2/state', 22.5);
  expect([await access.latest(one.id, 'temp'), await access.latest(two.id, 'temp')]).toEqual([21.5, 22.5]);
  expect(await access.row(config)).toMatchObject({ channelState: 'running', rxFrames: 2, onlineDevices: 2 });
  await client.endAsync();
  await expect.poll(async () => (await access.row(config)).onlineDevices).toBe(0);
});

test('an unknown id is offered in the pool, and a broken message shows its reason', async () => {
  const config = await bridge('zigbee-b');
  const client = await access.client(config, { protocolVersion: 5 });
  const refused = async (topic: string, text: string) =>
    client.publishAsync(topic, text, { qos: 1 }).then(
      () => 'taken',
      (error: { code?: number }) => error.code,
    );
  expect(await refused('zigbee-b/nobody/state', body(1))).toBe(0x99);
  expect(await refused('zigbee-b/nobody/state', '{')).toBe(0x99);
  expect(await refused('zigbee-b/nobody/state', JSON.stringify({ t: 'x'.repeat(5000) }))).toBe(0x99);
  expect(await access.lastError(config)).toContain('超过 4,096 字节');
  expect((await access.verdicts(config)).toSorted()).toEqual(['FORMAT', 'unknown']);
  expect(await access.row(config)).toMatchObject({ badFrames: 2 });
  const strangers = (await iot.get('iot/connection-service/connection/strangers')).data as { sender: string }[];
  expect(strangers.map(({ sender }) => sender)).toContain('nobody');
  const announced = () =>
    server.tables("select 1 from anju_outbox where event = 'device.stranger' and data->>'mac' = 'nobody'");
  await expect.poll(async () => (await announced()).length).toBe(1);
  expect(
    await server.tables("select 1 from event_outbox where event = 'device.stranger'").catch(() => []),
  ).toBeDefined();
});

test('an account neither publishes nor subscribes outside its filter', async () => {
  const config = await bridge('zigbee-c');
  const device = await deviceOf('zc-1');
  const secret = await registerDevice(iot, modelId, 'foreign', 'zc-secret');
  const client = await access.client(config, { protocolVersion: 5 });
  for (const topic of [
    'other/zc-1/state',
    'zigbee-cc/zc-1/state',
    '$SYS/zc-1',
    'anju/zc-1/state',
    `anju/v1/foreign/${secret.deviceKey}/up/props`,
  ])
    await expect(client.publishAsync(topic, body(9), { qos: 1 }), topic).rejects.toMatchObject({ code: 0x87 });
  for (const filter of ['#', '+/zc-1', 'other/#', '$SYS/#', 'anju/#', `anju/v1/foreign/${secret.deviceKey}/down/#`])
    expect(
      await client.subscribeAsync(filter).then(
        (all) => all.map(({ qos }) => qos as number),
        () => 'refused',
      ),
      filter,
    ).toBe('refused');
  expect(await client.subscribeAsync('zigbee-c/+/set')).toMatchObject([{ qos: 0 }]);
  expect(await access.lastError(config)).toContain('主题不在过滤之内');
  expect([await access.latest(device.id, 'temp'), await access.latest(secret.id, 'temp')]).toEqual([
    undefined,
    undefined,
  ]);
  // MQTT before 5 has no reasons: the connection is closed.
  const older = await access.client(config, { protocolVersion: 4 });
  const closed = closeOf(older);
  older.publish('other/zc-1/state', body(9), { qos: 1 });
  await closed;
});

test('a device with a secret is not heard by an account, and a second client does not take a device over', async () => {
  const config = await bridge('zigbee-d');
  const secret = await registerDevice(iot, modelId, 'foreign', 'zd-secret');
  const plain = await deviceOf('zd-plain');
  const client = await access.client(config);
  await publish(client, 'zigbee-d/zd-secret/state', 5);
  expect(await access.lastError(config)).toContain('设备有密钥');
  await publish(client, 'zigbee-d/zd-plain/state', 6);
  const other = await access.client(config, { from: '127.0.0.9' });
  await publish(other, 'zigbee-d/zd-plain/state', 99);
  expect(await access.latest(plain.id, 'temp')).toBe(6);
  expect(await access.latest(secret.id, 'temp')).toBeUndefined();
  expect(await access.lastError(config)).toContain('第二个地址');
});

test('a wrong secret, an account without one and a disabled configuration are refused', async () => {
  const config = await bridge('zigbee-e');
  const refused = (of: object) =>
    access.client({ ...config, ...of }).then(
      () => 'in',
      (error: { code: number }) => error.code,
    );
  expect(await refused({ secret: 'wrong-secret-0123456789' })).toBe(5);
  expect(await access.lastError(config)).toContain('密钥不对');
  expect(await refused({ account: 'nobody-here' })).toBe(5);
  expect(await refused({ secret: '' })).toBe(5);
  const bare = await bridge('zigbee-bare', { accessSecret: '' });
  expect(await access.row(bare)).toMatchObject({ channelState: 'error' });
  expect(await access.lastError(bare)).toContain('还没有访问密钥');
  expect(await refused({ account: 'zigbee-bare', secret: '' })).toBe(5);
  await access.saved({ id: config.id, status: 0 });
  expect(await refused({})).toBe(5);
});

test('a new secret closes the clients of the old one', async () => {
  const config = await bridge('zigbee-f');
  const client = await access.client(config, { protocolVersion: 5 });
  const closed = closeOf(client);
  await access.saved({ id: config.id, accessSecret: 'another-secret-0123456789' });
  await closed;
  await expect(access.client(config)).rejects.toMatchObject({ code: 5 });
  const next = await access.client({ ...config, secret: 'another-secret-0123456789' });
  const ended = closeOf(next);
  await access.saved({ id: config.id, topicFilter: 'narrow/#' });
  await ended;
  // A save of another field closes nobody, and the secret stays.
  const last = await access.client({ ...config, secret: 'another-secret-0123456789' });
  await access.saved({ id: config.id, priority: 3 });
  await part.settle();
  await publish(last, 'narrow/zf/state', 1);
  expect(last.connected).toBe(true);
});

test('an account is unique in the installation; the refusal names no company, and removal releases it', async () => {
  const config = await bridge('zigbee-g');
  const theirs = await server.as('as_iot', { tenantId: '000002' });
  const parent = {
    ...{ name: '别家', ip: '0.0.0.0', port: 80, deviceConnectType: 'mqtt_broker', deviceConnectMethod: 'push' },
    ...{ deviceConnectFormat: 'json', deviceIdRule: 'topic:1', topicFilter: 'zigbee-g/#' },
    accessSecret: 'secret-of-theirs-0123456789',
  };
  const refused = await theirs.post(`${at}/saveOrUpdate`, { ...parent, account: 'zigbee-g' });
  expect([refused.status, refused.reason]).toEqual([409, 'connection.accountTaken']);
  expect(refused.msg).toBe('账号“zigbee-g”已被占用，请换一个');
  const mine = await iot.post(`${at}/saveOrUpdate`, { ...parent, name: '自家', account: 'zigbee-g' });
  expect(mine.status).toBe(409);
  expect((await iot.post(`${at}/del?ids=${config.id}`)).status).toBe(200);
  expect((await theirs.post(`${at}/saveOrUpdate`, { ...parent, account: 'zigbee-g' })).status).toBe(200);
});

test('accounts, filters and secrets that cannot work are refused in words, and no answer has a secret', async () => {
  const config = await bridge('zigbee-h');
  const save = (values: object) => iot.post(`${at}/saveOrUpdate`, { id: config.id, ...values });
  for (const topicFilter of ['#', '+/a', 'anju/#', 'anju', '$SYS/#', 'a/#/b', 'a+/b'])
    expect((await save({ topicFilter })).reason, topicFilter).toBe('connection.topicFilterWrong');
  for (const account of ['a', 'key&model&1', 'with space'])
    expect((await save({ account })).reason, account).toBe('connection.accountMalformed');
  expect((await save({ accessSecret: 'too-short' })).reason).toBe('connection.accessSecretShort');
  // A publication of the painter stores a hash too.
  const values = { accessSecret: 'published-secret-0123' };
  const published = await iot.post(`${at}/publish`, { keyId: config.id, config: values });
  expect(published.status, published.msg).toBe(200);
  const shown = JSON.stringify((await iot.get(`${at}/getById`, { id: config.id })).data);
  expect(shown).not.toContain(config.secret);
  const [{ hash }] = await server.tables<{ hash: string }>(
    'select access_secret as hash from sys_device_connect_config where id = $1',
    [config.id],
  );
  expect(hash).toMatch(/^[\da-f]{64}$/);
  expect(shown).not.toContain(hash);
  await part.settle();
  expect((await access.client({ ...config, secret: 'published-secret-0123' })).connected).toBe(true);
});
