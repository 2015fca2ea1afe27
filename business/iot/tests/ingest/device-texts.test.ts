import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { uplinkTails } from '../../ingest/uplink.rules.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';

const printed: string[] = [];
const server = await openTestServer(import.meta.url, { parts: ['devices'], printed });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);

const modelId = await makeModel(iot, 'hp_text', {
  properties: [
    'temp',
    { identifier: 'note', dataType: 'text', specs: { maxLength: 60 } },
    {
      identifier: 'place',
      dataType: 'struct',
      specs: { fields: [{ identifier: 'at', name: '处', dataType: 'text' }] },
    },
    { identifier: 'list', dataType: 'array', specs: { size: 128, item: { dataType: 'text' } } },
  ],
});
const gateway = await registerDevice(iot, modelId, 'hp_text', 'text-bad');
const child = await registerDevice(iot, modelId, 'hp_text', 'text-child', { parentId: gateway.id });
const good = await registerDevice(iot, modelId, 'hp_text', 'text-good');
await part.settle();

const send = (device: TestDevice, tail: string, body: unknown): Promise<boolean> =>
  new Promise((resolve) =>
    part.ingest.message(
      { deviceId: device.id, tenantId: '000000', modelCode: device.modelCode, deviceKey: device.deviceKey },
      { tail, payload: Buffer.from(JSON.stringify(body)), address: '127.0.0.1', packetId: null, isAgain: false },
      resolve,
    ),
  );

/** Values with a text in every place where a message may have one. */
const values = { temp: 1, note: 'n', place: { at: 'p' }, list: ['l'], unknown: 'u' };
const bodies: Readonly<Record<string, unknown>> = {
  props: { id: 'm', params: values },
  'sub/props': { id: 'm', items: [{ dev: child.deviceKey, params: values }] },
  'event/fault': { id: 'm', level: 'x', params: { code: 'c', in: { deep: ['d'] } } },
  'sub/event': { id: 'm', items: [{ dev: child.deviceKey, identifier: 'fault', level: 'x', params: { code: 'c' } }] },
  'sub/status': { items: [{ dev: child.deviceKey, online: true }] },
  hello: { sn: 's', mac: 'm', fw: { mcu: '1', app: '2' }, ip: 'i', boot: 'b' },
  log: { level: 'info', content: 'c', payload: { at: 'p', list: ['l'] } },
  lwt: { reason: 'r' },
  time: { t1: 't' },
  register: { some: 's' },
  reply: { id: '77', code: 200, msg: 'm', dev: child.deviceKey, data: { at: 'p', list: ['l'] } },
  'ota/progress': { id: '77', state: 'downloading', step: 1, percent: 5 },
  'ota/version': { module: 'mcu', version: '1.2' },
  'ota/chunk-req': { id: '77', off: 0, len: 128 },
  'shadow/get': { id: '77', dev: 'unknown' },
  topo: { id: '77', full: true, subs: [{ dev: 'unknown', model: 'm', sn: 's' }] },
};

/** Yield copies of a message, each with one text or key changed. */
function* variants(value: unknown, change: (text: string) => unknown): Generator<unknown> {
  if (typeof value === 'string') yield change(value);
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) for (const other of variants(one, change)) yield value.with(at, other);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      for (const other of variants(one, change)) yield { ...value, [key]: other };
      const renamed = change(key);
      if (typeof renamed === 'string')
        yield Object.fromEntries(Object.entries(value).map(([name, it]) => [name === key ? renamed : name, it]));
    }
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Changes of a text to what the database or the code might not handle. */
const changes: readonly (readonly [name: string, (text: string) => unknown])[] = [
  ['U+0000', (text) => `${text}\0`],
  ['a half surrogate pair', (text) => `${text}\uD83D`],
  ['the other half', (text) => `\uDE00${text}`],
  ['a pair at the place where the text is cut', (text) => text.padEnd(49, 'x') + '😀'.repeat(4000)],
  ['the same one place on', (text) => text.padEnd(50, 'x') + '😀'.repeat(4000)],
  ['an object without a text form', () => ({ toString: 1, valueOf: 1 })],
  ['deep lists', () => nested(20_000)],
];

test('every topic is in this test', () => {
  expect(uplinkTails.filter((tail) => !(tail in bodies))).toEqual([]);
});

test.each(changes)('%s in any text of any message affects no other device', async (name, change) => {
  // Equal faults of one device are logged once a minute, so let a minute pass.
  server.clock.pass(61_000);
  const [before] = await server.tables<{ n: number }>('select count(*)::int as n from op_device_log');
  for (const [tail, body] of Object.entries(bodies))
    for (const one of variants(body, change)) expect(await send(gateway, tail, one), `${tail} ${name}`).toBe(true);
  part.ingest.trespassed(
    { deviceId: gateway.id, tenantId: '000000', modelCode: 'hp_text', deviceKey: gateway.deviceKey },
    { topic: String(['U+0000'].includes(name) ? 'a\0' : 'a\uD83D'), address: '127.0.0.1' },
  );
  const ts = server.clock.ms();
  server.clock.pass(1000);
  expect(await send(good, 'props', { ts, params: { temp: 7 } })).toBe(true);
  await send(good, 'hello', { fw: { app: name.length.toString() } });
  await send(good, 'log', { content: `good ${name}` });
  await part.settle();
  await part.settle();
  expect(part.presence.facts.waiting).toBe(0);
  const [row] = await server.tables('select data from iot_telemetry where device_id = $1 and ts = to_timestamp($2)', [
    good.id,
    ts / 1000,
  ]);
  expect(row).toEqual({ data: { temp: 7 } });
  expect((await iot.get(`iot/device-thing-instance/${good.id}`)).data.firmwareVersion).toBe(name.length.toString());
  const logged = await server.tables('select 1 from op_device_log where content = $1', [`good ${name}`]);
  const [after] = await server.tables<{ n: number }>('select count(*)::int as n from op_device_log');
  expect(logged.length).toBe(1);
  // Faults of the bad device are logged as well as the message of the good one.
  expect(after.n - before.n).toBeGreaterThanOrEqual(3);
  expect(printed.filter((line) => /unicode|surrogate|0x00|stack/i.test(line))).toEqual([]);
});

test.each([
  ['\0', 'a�'],
  ['\uD83D', 'a�'],
])('the other properties of such a message are stored, and the text with U+FFFD', async (sign, stored) => {
  server.clock.pass(1000);
  const ts = server.clock.ms();
  await send(gateway, 'props', { ts, params: { temp: 3, note: `a${sign}`, place: { [`k${sign}`]: `a${sign}` } } });
  const [row] = await server.tables('select data from iot_telemetry where device_id = $1 and ts = to_timestamp($2)', [
    gateway.id,
    ts / 1000,
  ]);
  expect(row).toEqual({ data: { temp: 3, note: stored, place: { 'k�': stored } } });
});
