import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes, createCommand, storedCommand, untilState } from '../../testing/commands.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { hearStream } from '../../testing/heard-stream.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const [iot, operator] = [await server.as('as_iot'), await server.as('as_operator')];
const part = devicesPartOf(server);
const modelId = await makeModel(iot, 'cancel01', { properties: commandAttributes });
const task = 'iot/instruction-task';
let device: TestDevice;
let away: TestDevice;
let line: MqttDevice;

beforeAll(async () => {
  device = await registerDevice(iot, modelId, 'cancel01', 'cancel-1');
  away = await registerDevice(iot, modelId, 'cancel01', 'cancel-2');
  line = await MqttDevice.open(server, device);
  await line.listen();
  await part.settle();
});
afterAll(() => line.close());

const cancel = (id: string, by = operator) => by.post('iot/instruction-task-device/cancel', { id });

test('a command that waits can be canceled once, and one that was sent cannot', async () => {
  const waiting = await createCommand(server, away.id, { set: { fan: 1 } }, { waitOnline: true, expireSec: 3600 });
  await untilState(server, waiting, 'queued');
  expect((await cancel(waiting, await server.as('as_manager'))).status).toBe(403);
  expect((await cancel(waiting, await server.as('as_operator', { tenantId: '300007' }))).status).toBe(404);
  const both = await Promise.all([cancel(waiting), cancel(waiting)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await storedCommand(server, waiting)).toMatchObject({ execStatus: 'canceled', attempt: 0 });
  const sent = await createCommand(server, device.id, { set: { fan: 2 } });
  await untilState(server, sent, 'delivered');
  expect(await cancel(sent)).toMatchObject({ status: 409, reason: 'iot.commandEnded' });
  await line.reply(sent, 200);
  await untilState(server, sent, 'success');
});

test('the counts of a task are sent as a stream: all at first, then those that changed', async () => {
  const instruction = await iot.post('iot/instruction-task-config/add', {
    instructionName: '风量',
    instructionCode: 'fan',
    modelId,
    instructionType: 'property_set',
    content: { set: { fan: 3 } },
    waitOnline: true,
  });
  const made = await operator.post(`${task}/add`, {
    taskName: '流',
    configId: instruction.data.id,
    targetType: 'model',
    targetQuery: {},
    perMinute: 6000,
  });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  const stream = await hearStream(operator, `${task}/status/stream?ids=${id}`);
  const tasks = () => stream.heard().flatMap((one) => one.tasks as Record<string, unknown>[]);
  await expect.poll(tasks).toMatchObject([{ id, status: 'draft', total: 2, pending: 2, percent: 0 }]);
  await operator.post(`${task}/run`, { id });
  await expect
    .poll(
      async () => {
        await part.commands.settle();
        return tasks().at(-1);
      },
      { timeout: 15_000 },
    )
    .toMatchObject({ status: 'running', delivered: 1, queued: 1 });
  const before = stream.heard().length;
  await line.reply(line.heard.at(-1)?.body.id, 200);
  await expect.poll(() => tasks().at(-1), { timeout: 15_000 }).toMatchObject({ success: 1, queued: 1, percent: 50 });
  expect(stream.heard().length).toBeGreaterThan(before);
  for (const one of tasks()) {
    const { total, percent: _percent, id: _id, status: _status, ...counts } = one as Record<string, number>;
    expect(Object.keys(counts)).toHaveLength(11);
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(total);
  }
  const stranger = await server.as('as_operator', { tenantId: '300007' });
  expect((await hearStream(stranger, `${task}/status/stream?ids=${id}`)).status).toBe(404);
  stream.stop();
});

test('the invariants of tasks hold, and a lost command breaks them', async () => {
  const broken = async (code: string): Promise<unknown[]> => {
    const found = server.app.invariants.find((one) => one.code === code);
    expect(found).toBeDefined();
    return server.tables(`select * from (${found?.sql}) x limit 5`, ['000000', new Date(server.clock.ms())]);
  };
  expect([await broken('IT1'), await broken('IT2')]).toEqual([[], []]);
  const [{ id }] = await server.tables<{ id: string }>('select id::text as id from iot_instruction_task limit 1');
  await server.tables(
    'update iot_instruction_task_device set is_deleted = 1 where id = (select min(id) from iot_instruction_task_device where task_id = $1)',
    [id],
  );
  expect(await broken('IT1')).toMatchObject([{ id }]);
  await server.tables('update iot_instruction_task_device set is_deleted = 0 where task_id = $1', [id]);
  await server.tables("update iot_instruction_task set task_status = 'completed', end_time = now() where id = $1", [
    id,
  ]);
  expect(await broken('IT2')).toMatchObject([{ id }]);
});
