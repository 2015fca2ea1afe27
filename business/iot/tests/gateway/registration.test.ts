import { type MqttClient, connectAsync } from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { testEach } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { passwordOf } from '../../gateway/password.server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';

const MODEL = 'hp_self';
const PRODUCT_SECRET = 'the secret that all devices of the model know';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const part = devicesPartOf(server);
const iot = await server.as('as_iot');
const modelId = await makeModel(iot, MODEL, { dynamicRegister: true, productSecret: PRODUCT_SECRET });
const clients: MqttClient[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
});

async function connect(deviceKey: string, secret: string): Promise<MqttClient> {
  const ts = String(server.clock.ms());
  const clientId = `${MODEL}.${deviceKey}`;
  const client = await connectAsync(`mqtt://127.0.0.1:${part.listeners.portOf('mqtt')}`, {
    clientId,
    username: `${deviceKey}&${MODEL}&${ts}`,
    password: passwordOf(secret, { clientId, deviceKey, modelCode: MODEL, ts }),
    reconnectPeriod: 0,
    connectTimeout: 20_000,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

/** Log in with the model secret and request a device secret. Null: the connection was closed without one. */
async function requested(deviceKey: string, { listens = true } = {}): Promise<string | null> {
  await part.settle();
  const client = await connect(deviceKey, PRODUCT_SECRET);
  const place = `anju/v1/${MODEL}/${deviceKey}`;
  const answer = new Promise<string | null>((resolve) => {
    client.once('message', (_topic, bytes) =>
      resolve((JSON.parse(String(bytes)) as { deviceSecret: string }).deviceSecret),
    );
    client.once('close', () => resolve(null));
  });
  if (listens) await client.subscribeAsync(`${place}/down/#`, { qos: 1 }).catch(() => undefined);
  const sent = client.publishAsync(`${place}/up/register`, '{}', { qos: 1 });
  if (!listens) {
    await sent;
    await client.endAsync(true);
    return null;
  }
  sent.catch(() => undefined);
  const secret = await answer;
  await client.endAsync(secret === null);
  return secret;
}

const logsIn = (deviceKey: string, secret: string): Promise<boolean> =>
  connect(deviceKey, secret).then(
    () => true,
    () => false,
  );

test('each of 100 devices that register at once receives its own secret and logs in with it', async () => {
  const secrets = new Map<string, string | null>();
  const keys = Array.from({ length: 100 }, (_, n) => `self-${n}`);
  await testEach(keys, async (key) => void secrets.set(key, await requested(key)), 50);
  expect([...secrets.values()].filter((secret) => secret === null)).toEqual([]);
  expect(new Set(secrets.values()).size).toBe(100);
  const refused: string[] = [];
  await testEach(keys, async (key) => void ((await logsIn(key, secrets.get(key)!)) || refused.push(key)), 20);
  expect(refused).toEqual([]);
});

test('an undelivered secret is sent again; a used one never', async () => {
  expect(await requested('deaf', { listens: false })).toBeNull();
  const secret = await requested('deaf');
  expect(secret).not.toBeNull();
  expect(await logsIn('deaf', secret!)).toBe(true);
  expect(await requested('deaf')).toBeNull();
});

test('an acknowledged secret is delivered, also for the next process', async () => {
  expect(await requested('heard')).not.toBeNull();
  await expect
    .poll(() => server.tables("select is_secret_pending as pending from iot_device where device_key = 'heard'"))
    .toEqual([{ pending: false }]);
  await part.registry.load();
  expect(await requested('heard')).toBeNull();
});

test('two requests of one key at once get one secret', async () => {
  // Both requests use one device key, so the second connection replaces the first; at least one receives the secret.
  const [one, other] = await Promise.all([requested('twice'), requested('twice')]);
  const secret = one ?? other;
  expect(secret).not.toBeNull();
  expect([one, other].filter((heard) => heard !== null && heard !== secret)).toEqual([]);
  expect(await server.tables("select 1 from iot_device where device_key = 'twice'")).toHaveLength(1);
  expect(await logsIn('twice', secret!)).toBe(true);
});

test('a device that was registered without a secret gets its first by the secret of its model', async () => {
  await registerDevice(iot, modelId, MODEL, 'imported');
  await server.tables("update iot_device set device_secret = null where device_key = 'imported'");
  await part.registry.load();
  const secret = await requested('imported');
  expect(secret).not.toBeNull();
  expect(await logsIn('imported', secret!)).toBe(true);
});

test('a device whose secret was issued by a person gets no other by the secret of its model', async () => {
  const { secret } = await registerDevice(iot, modelId, MODEL, 'issued');
  expect(await requested('issued')).toBeNull();
  expect(await logsIn('issued', secret)).toBe(true);
});

test('new devices of a model are bounded by the hour, and the log says so once', async () => {
  const limit = 110;
  await server.tables(
    "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '000000', 'x', 'iot.register.perHour', $2, now(), now()) on conflict do nothing",
    [server.clock.ms(), String(limit)],
  );
  server.app.ports.forget('000000');
  const before = (await server.tables('select 1 from iot_device where registered_time is not null')).length;
  const answers: (string | null)[] = [];
  for (let n = before; n < limit + 3; n += 1) answers.push(await requested(`more-${n}`));
  expect(answers.filter((secret) => secret === null)).toHaveLength(3);
  await part.settle();
  expect(await server.tables("select 1 from op_device_log where payload ->> 'reason' = 'registerLimit'")).toHaveLength(
    1,
  );
  server.clock.pass(61 * 60_000);
  expect(await requested('later')).not.toBeNull();
});
