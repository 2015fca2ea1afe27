import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
let line: MqttDevice;
let modelId = '';

/** Maximal time until a changed rule judges messages. */
const WORKS_WITHIN_MS = 2000;

beforeAll(async () => {
  modelId = await makeModel(iot, 'hp_reload');
  const of = await registerDevice(iot, modelId, 'hp_reload', 'reload-1');
  line = await MqttDevice.open(server, of);
});
afterAll(() => line.close());

const above = (value: number) => [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value }] } }];
const body = (ruleCode: string) => ({
  ruleName: '高温',
  ruleCode,
  alarmType: 'threshold',
  createRules: above(1000),
});
const alarmsOf = async (ruleCode: string): Promise<number> =>
  (await iot.get('iot/alarm-service/alarm/page', { deviceId: line.of.id, ruleCode })).data.total;

/** Add a rule that never holds, lower its limit, and send a value above it until it raises an alarm. */
async function worksAfter(
  ruleCode: string,
  add: () => Promise<{ status: number; msg: string; data: { id: string } }>,
  change: (id: string) => Promise<{ status: number; msg: string }>,
): Promise<void> {
  const { rules } = part.alarms.facts;
  const made = await add();
  expect(made.status, made.msg).toBe(200);
  await expect.poll(() => part.alarms.facts.rules).toBe(rules + 1);
  await line.say(server.clock.ms(), { temp: 60 });
  expect(await alarmsOf(ruleCode)).toBe(0);
  const changed = await change(made.data.id);
  expect(changed.status, changed.msg).toBe(200);
  await expect
    .poll(
      async () => {
        server.clock.pass(1000);
        await line.say(server.clock.ms(), { temp: 60 });
        return alarmsOf(ruleCode);
      },
      { timeout: WORKS_WITHIN_MS },
    )
    .toBe(1);
}

const models = (): string => `iot/alarm/v1/models/${modelId}/configuration`;
const things = 'iot/alarm-service/thing-configuration';
const all = 'iot/device-alarm-config';

test('a rule changed at the models endpoint applies within two seconds', () =>
  worksAfter(
    'of_model',
    () => iot.post(models(), body('of_model')),
    (id) => iot.write('PUT', `${models()}/${id}`, { createRules: above(50) }),
  ));

test('the devices endpoint answers the same', () =>
  worksAfter(
    'of_thing',
    () => iot.post(`${things}/add`, { ...body('of_thing'), deviceId: line.of.id }),
    (id) => iot.post(`${things}/update`, { id, createRules: above(50) }),
  ));

test('the rules endpoint answers the same', () =>
  worksAfter(
    'of_all',
    () => iot.post(`${all}/add`, { ...body('of_all'), scope: 'tenant' }),
    (id) => iot.post(`${all}/update`, { id, createRules: above(50) }),
  ));

test('an extension value is the limit of its own device, and a new one applies to the next message', async () => {
  const other = await MqttDevice.open(server, await registerDevice(iot, modelId, 'hp_reload', 'reload-2'));
  const keep = async (of: { id: string }, limit: number | string): Promise<void> => {
    const { version } = (await iot.get(`iot/device-thing-instance/${of.id}`)).data;
    const changed = await iot.write('PUT', 'iot/device-thing-instance/update', {
      id: of.id,
      version,
      extConfig: { limit },
    });
    expect(changed.status, changed.msg).toBe(200);
  };
  await keep(line.of, 90);
  await keep(other.of, '40');
  const made = await iot.post(models(), {
    ...body('of_own_limit'),
    createRules: [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value: '$ext.limit' }] } }],
  });
  expect(made.status, made.msg).toBe(200);
  const total = async (deviceId: string): Promise<number> =>
    (await iot.get('iot/alarm-service/alarm/page', { deviceId, ruleCode: 'of_own_limit' })).data.total;
  const says = async (): Promise<[number, number]> => {
    server.clock.pass(1000);
    await line.say(server.clock.ms(), { temp: 60 });
    await other.say(server.clock.ms(), { temp: 60 });
    return [await total(line.of.id), await total(other.of.id)];
  };
  await expect.poll(says, { timeout: WORKS_WITHIN_MS }).toEqual([0, 1]);
  await keep(line.of, 55);
  await expect.poll(says, { timeout: WORKS_WITHIN_MS }).toEqual([1, 1]);
  const wrong = await iot.post(models(), {
    ...body('of_no_key'),
    createRules: [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value: '$ext.' }] } }],
  });
  expect([wrong.status, wrong.msg]).toEqual([400, expect.stringContaining('temp')]);
  await other.close();
});
