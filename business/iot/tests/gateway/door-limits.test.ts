import { expect, test } from 'vitest';
import { testEach } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { passwordOf } from '../../gateway/password.server.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const part = devicesPartOf(server);
const iot = await server.as('as_iot');
const modelId = await makeModel(iot, 'hp_door');
const MINUTE = 60_000;

/** Send a message by HTTP; return the status of the response. */
async function say(of: TestDevice): Promise<number> {
  const { deviceKey, modelCode, secret } = of;
  const login = { clientId: `${modelCode}.${deviceKey}`, deviceKey, modelCode, ts: String(server.clock.ms()) };
  const answer = await fetch(`http://127.0.0.1:${part.listeners.portOf('http')}/iot/v1/props`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${deviceKey}&${modelCode}&${login.ts}:${passwordOf(secret, login)}`).toString('base64')}`,
    },
    body: JSON.stringify({ ts: server.clock.ms(), params: { temp: 20 } }),
  });
  await answer.text();
  return answer.status;
}

const madeUp = (n: number): TestDevice => ({ id: '', deviceKey: `nobody-${n}`, modelCode: 'hp_door', secret: 'x' });
const times = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Count the log entries of failed logins and forbidden topics, for device keys like a pattern. */
async function entries(keys: string): Promise<number> {
  await part.settle();
  const [{ n }] = await server.tables<{ n: number }>(
    "select count(*)::int as n from op_device_log l join iot_device d on d.id = l.device_id where l.log_type = 'auth_fail' and d.device_key like $1",
    [keys],
  );
  return n;
}

test('invented logins lock out no valid device behind the same address', async () => {
  const device = await registerDevice(iot, modelId, 'hp_door', 'door-right');
  await part.settle();
  const statuses = new Set<number>();
  await testEach(times(250), async (n) => void statuses.add(await say(madeUp(n))));
  await testEach(times(50), async () => void statuses.add(await say({ ...device, secret: 'wrong' })));
  expect([...statuses].toSorted()).toEqual([401, 429]);
  expect(await say(device)).toBe(200);
});

test('the same fault of one device is one entry a minute', async () => {
  const device = await registerDevice(iot, modelId, 'hp_door', 'door-same');
  await part.settle();
  await testEach(times(9), async () => void (await say({ ...device, secret: 'wrong' })));
  expect(await entries('door-same')).toBe(1);
  server.clock.pass(MINUTE);
  await say({ ...device, secret: 'wrong' });
  expect(await entries('door-same')).toBe(2);
});

test('a device that publishes to topics of others leaves one entry a minute', async () => {
  const device = await registerDevice(iot, modelId, 'hp_door', 'door-trespass');
  const line = await MqttDevice.open(server, device, { protocolVersion: 5 });
  for (let n = 0; n < 40; n += 1) await line.trespass(`anju/v1/hp_door/other-${n}/up/props`);
  expect(await entries('door-trespass')).toBe(1);
  await line.say(server.clock.ms(), { temp: 21 });
  await line.close();
});

test('failed logins from one address leave at most 60 entries an hour, whatever devices they name', async () => {
  const devices: TestDevice[] = [];
  await testEach(times(80), async (n) => void devices.push(await registerDevice(iot, modelId, 'hp_door', `many-${n}`)));
  server.clock.pass(60 * MINUTE);
  await part.settle();
  for (const turn of [1, 2]) {
    await testEach(devices, async (device) => void (await say({ ...device, secret: 'wrong' })));
    expect(await entries('many-%'), `turn ${turn}`).toBe(60);
    server.clock.pass(2 * MINUTE);
  }
});
