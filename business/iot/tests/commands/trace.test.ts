import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes, createCommand, untilState } from '../../testing/commands.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { hearStream } from '../../testing/heard-stream.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const at = 'iot/device-thing-instance/trace';
const modelId = await makeModel(iot, 'trace01', { properties: commandAttributes });
const gatewayModel = await makeModel(iot, 'tracegw', { nodeType: 'gateway' });
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

interface Line {
  readonly no: number;
  readonly direction: string;
  readonly topic: string;
  readonly hex: string;
  readonly body: Record<string, unknown> | null;
  readonly isCut: boolean;
  readonly outcome: string | null;
}

async function connect(key: string, more: Record<string, unknown> = {}): Promise<{ id: string; line: MqttDevice }> {
  const device = await registerDevice(iot, modelId, 'trace01', key, more);
  const line = await MqttDevice.open(server, device);
  lines.push(line);
  await line.listen();
  await part.settle();
  return { id: device.id, line };
}

async function trace(id: string): Promise<void> {
  const before = part.facts().traces as { traced: number };
  const begun = await iot.post(`${at}/start`, { id, reason: '查掉线' });
  expect(begun.status, begun.msg).toBe(200);
  await expect.poll(() => (part.facts().traces as { traced: number }).traced).toBe(before.traced + 1);
}

const stateOf = async (deviceId: string) => {
  await part.settle();
  const answer = await iot.get(at, { deviceId });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data as { isRunning: boolean; dropped: number; lines: Line[]; startedBy: string };
};

test('a trace shows the messages of a device both ways, with bytes, and without secrets', async () => {
  const { id, line } = await connect('trace-1');
  await line.say(server.clock.ms(), { temp: 1 });
  expect((await stateOf(id)).lines).toEqual([]);
  await trace(id);
  const stream = await hearStream(iot, `${at}/stream?deviceId=${id}`);
  await expect.poll(() => stream.heard()).toMatchObject([{ type: 'trace', isRunning: true, lines: [] }]);
  await line.say(server.clock.ms(), { temp: 21.5 });
  const command = await createCommand(server, id, { set: { fan: 2 } });
  await untilState(server, command, 'delivered');
  await line.send('log', { content: 'x', payload: { wifi: { password: 'S3CRET' } } });
  await line.send('nonsense', { a: 1 });
  const { isRunning, startedBy, lines: seen } = await stateOf(id);
  expect([isRunning, startedBy.length > 0]).toEqual([true, true]);
  expect(seen.map(({ direction, topic, outcome }) => [direction, topic, outcome])).toEqual([
    ['up', 'props', 'values'],
    ['down', 'property/set', 'written'],
    ['up', 'log', 'log'],
    ['up', 'nonsense', 'topic'],
  ]);
  expect(seen[0].body).toMatchObject({ params: { temp: 21.5 } });
  expect(Buffer.from(seen[1].hex, 'hex').toString()).toContain(command);
  expect(seen[2]).toMatchObject({ isCut: true, body: { payload: { wifi: { password: '•••' } } } });
  const stored = await server.tables('select hex, body::text as body from iot_trace where device_id = $1', [id]);
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`S3CRET|${Buffer.from('S3CRET').toString('hex')}`));
  // The stream has sent each line once.
  await expect
    .poll(() => stream.heard().flatMap((one) => (one.lines as Line[]).map(({ no }) => no)), { timeout: 10_000 })
    .toEqual(seen.map(({ no }) => no));
  stream.stop();
});

test('a trace ends by itself after a quarter of an hour, or earlier, and another device is not in it', async () => {
  const [one, other] = [await connect('trace-2'), await connect('trace-3')];
  await trace(one.id);
  await other.line.say(server.clock.ms(), { temp: 3 });
  await one.line.say(server.clock.ms(), { temp: 2 });
  expect((await stateOf(one.id)).lines.map(({ body }) => body?.params)).toEqual([{ temp: 2 }]);
  expect((await stateOf(other.id)).lines).toEqual([]);
  server.clock.pass(15 * 60_000 + 1);
  await one.line.say(server.clock.ms(), { temp: 4 });
  expect(await stateOf(one.id)).toMatchObject({ isRunning: false, lines: [{ body: { params: { temp: 2 } } }] });
  await trace(one.id);
  expect((await iot.post(`${at}/stop`, { id: one.id })).status).toBe(200);
  await expect.poll(() => (part.facts().traces as { traced: number }).traced).toBe(0);
  expect(await stateOf(one.id)).toMatchObject({ isRunning: false, lines: [] });
});

test('a sub-device is traced on the connection of its gateway', async () => {
  const gateway = await registerDevice(iot, gatewayModel, 'tracegw', 'trace-gw');
  const child = await registerDevice(iot, modelId, 'trace01', 'trace-child', { parentId: gateway.id });
  await registerDevice(iot, modelId, 'trace01', 'trace-child-2', { parentId: gateway.id });
  const line = await MqttDevice.open(server, gateway);
  lines.push(line);
  await line.listen();
  await part.settle();
  await trace(child.id);
  await line.sayFor('trace-child-2', server.clock.ms(), { temp: 1 });
  await line.sayFor('trace-child', server.clock.ms(), { temp: 2 });
  await createCommand(server, child.id, { set: { fan: 1 } });
  await expect
    .poll(async () => (await stateOf(child.id)).lines.map(({ direction, topic }) => [direction, topic]))
    .toEqual([
      ['up', 'sub/props'],
      ['down', 'sub/property/set'],
    ]);
});

test('only engineers trace devices of their company, twenty at once, and its history says who', async () => {
  const { id, line } = await connect('trace-4');
  expect((await (await server.as('as_cs')).post(`${at}/start`, { id })).status).toBe(403);
  expect((await (await server.as('as_cs')).get(at, { deviceId: id })).status).toBe(403);
  const stranger = await server.as('as_iot', { tenantId: '300007' });
  expect((await stranger.post(`${at}/start`, { id })).status).toBe(404);
  expect((await stranger.get(at, { deviceId: id })).status).toBe(404);
  expect((await hearStream(stranger, `${at}/stream?deviceId=${id}`)).status).toBe(404);
  await trace(id);
  for (let n = 0; n < 40; n += 1) await line.say(server.clock.ms() + n, { temp: n });
  const { lines: seen, dropped } = await stateOf(id);
  expect([seen.length, dropped]).toEqual([40, 0]);
  await server.tables(
    "insert into iot_trace_run (device_id, tenant_id, started_time, until_time, person, dropped) select n, '000000', now(), 'infinity', '-', 0 from generate_series(1, 19) n",
  );
  const next = await connect('trace-5');
  expect(await iot.post(`${at}/start`, { id: next.id })).toMatchObject({ status: 409, reason: 'iot.tooManyTraces' });
  const notes = await server.tables("select 1 from anju_audit where row_id = $1 and action = 'trace'", [id]);
  expect(notes).toHaveLength(1);
});
