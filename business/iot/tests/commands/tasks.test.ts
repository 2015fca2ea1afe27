import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { commandAttributes } from '../../testing/commands.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { MqttDevice } from '../../testing/mqtt-device.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const [iot, lead, operator, cs] = await Promise.all(
  ['as_iot', 'as_iot_lead', 'as_operator', 'as_cs'].map((role) => server.as(role)),
);
const part = devicesPartOf(server);
const config = 'iot/instruction-task-config';
const task = 'iot/instruction-task';
const modelId = await makeModel(iot, 'task01', { properties: commandAttributes });
const devices: TestDevice[] = [];
const lines: MqttDevice[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

let number = 0;
const instruct = async (more: Record<string, unknown>): Promise<string> => {
  number += 1;
  const made = await iot.post(`${config}/add`, {
    instructionName: `指令${number}`,
    instructionCode: `code-${number}`,
    modelId,
    instructionType: 'property_set',
    content: { set: { setTemp: 45 } },
    ...more,
  });
  expect(made.status, made.msg).toBe(200);
  return made.data.id as string;
};

const COUNTS = [
  'pending',
  'queued',
  'sent',
  'delivered',
  'running',
  'success',
  'failed',
  'timeout',
  'expired',
  'canceled',
  'skipped',
] as const;
const stateOf = async (id: string): Promise<Record<string, number> & { status: string }> => {
  const [one] = (await operator.get(`${task}/status`, { ids: id })).data;
  expect(COUNTS.reduce((sum, name) => sum + one[name], 0)).toBe(one.total);
  return one;
};
const until = (id: string, what: Record<string, unknown>): Promise<void> =>
  expect
    .poll(
      async () => {
        await part.commands.settle();
        return stateOf(id);
      },
      { timeout: 15_000 },
    )
    .toMatchObject(what);

beforeAll(async () => {
  for (let n = 0; n < 6; n += 1)
    devices.push(await registerDevice(iot, modelId, 'task01', `task-${n}`, { tags: 'east,new' }));
  await part.settle();
  for (const device of devices.slice(0, 4)) {
    const line = await MqttDevice.open(server, device);
    lines.push(line);
    // The fourth device refuses everything.
    await line.listen((body) => void line.reply(body.id, line === lines[3] ? 500 : 200));
  }
  await part.settle();
});

const idsOf = (some: readonly TestDevice[]): string[] => some.map(({ id }) => id);

test('an instruction is checked against its model, and takes at least the risk of what it uses', async () => {
  const refused = async (content: unknown, instructionType = 'property_set'): Promise<string> => {
    const body = { instructionName: '坏', instructionCode: 'bad', modelId, instructionType, content };
    const answer = await iot.post(`${config}/add`, body);
    expect(answer.status).toBe(400);
    return answer.msg;
  };
  expect(await refused({ set: { setTemp: 90 } })).toContain('应在 10 至 60 之间');
  expect(await refused({ set: { setTemp: 20.3 } })).toContain('步长是 0.5');
  expect(await refused({ set: { temp: 20 } })).toContain('只读');
  expect(await refused({ set: { none: 1 } })).toContain('没有属性 none');
  expect(await refused({ service: 'none' }, 'service')).toContain('没有服务 none');
  expect(await refused({ service: 'resetFault' })).toContain('指令类型与内容不符');
  expect(await refused({ set: { fan: 1 }, keys: ['fan'] })).toContain('之一');
  const dangerous = await instruct({ instructionType: 'service', content: { service: 'reboot' }, riskLevel: 'low' });
  expect((await iot.get(`${config}/${dangerous}`)).data.riskLevel).toBe('high');
  const raw = await instruct({ instructionType: 'raw', content: { hex: '0a0b' } });
  expect((await iot.get(`${config}/${raw}`)).data.riskLevel).toBe('high');
  expect((await cs.post(`${config}/add`, { instructionName: 'x' })).status).toBe(403);
});

test('a look shows who gets the command and who does not, before a task exists', async () => {
  const other = await makeModel(iot, 'task02');
  const stranger = await registerDevice(iot, other, 'task02', 'task-other', { tags: 'east' });
  const configId = await instruct({});
  const { data } = await operator.post(`${task}/look`, { configId, targetType: 'tag', targetQuery: { tag: 'east' } });
  expect(data).toMatchObject({ count: 6, online: 4, riskLevel: 'low' });
  expect(data.leftOut).toEqual([{ reason: ['是别的物模型', 'Of another model'], count: 1 }]);
  expect(data.samples).toHaveLength(6);
  const unknown = await operator.post(`${task}/look`, {
    configId,
    targetType: 'excel',
    targetQuery: { keys: ['task-0', 'nobody', stranger.deviceKey] },
  });
  expect([unknown.status, unknown.reason, unknown.msg]).toEqual([
    400,
    'iot.keysUnknown',
    expect.stringContaining('nobody'),
  ]);
  const area = await operator.post(`${task}/add`, {
    taskName: '区域',
    configId,
    targetType: 'area',
    targetQuery: { code: '999999' },
  });
  expect([area.status, area.reason]).toEqual([400, 'iot.targetsMissing']);
});

test('a task runs, its counts always sum to its devices, and failed ones are tried again', async () => {
  const configId = await instruct({ waitOnline: true, timeoutSec: 5, maxRetry: 0, paramForm: ['setTemp'] });
  const fixed = await operator.post(`${task}/add`, {
    taskName: '改参数',
    configId,
    targetType: 'model',
    targetQuery: {},
    params: { fan: 2 },
  });
  expect([fixed.status, fixed.reason]).toEqual([400, 'iot.parameterFixed']);
  const made = await operator.post(`${task}/add`, {
    taskName: '冬季',
    configId,
    targetType: 'device',
    targetQuery: { ids: idsOf(devices) },
    params: { setTemp: 50 },
    perMinute: 6000,
  });
  expect(made.data, made.msg).toMatchObject({ taskStatus: 'draft', targetCount: 6 });
  const { id } = made.data;
  expect(await stateOf(id)).toMatchObject({ status: 'draft', total: 6, pending: 6, percent: 0 });
  // A later change of the instruction is not sent: the content is frozen.
  await iot.write('PUT', `${config}/update`, { id: configId, content: { set: { setTemp: 11 } } });
  expect((await operator.post(`${task}/run`, { id })).status).toBe(200);
  await until(id, { status: 'running', success: 3, failed: 1, queued: 2 });
  expect(lines[0].heard.at(-1)).toMatchObject({ tail: 'property/set', body: { params: { setTemp: 50 } } });
  expect((await operator.post(`${task}/retry-failed`, { id })).status).toBe(200);
  await expect.poll(() => lines[3].heard.length).toBe(2);
  await until(id, { failed: 1, queued: 2 });
  // The last two connect, and the task is completed.
  for (const device of devices.slice(4)) {
    const line = await MqttDevice.open(server, device);
    lines.push(line);
    await line.listen((body) => void line.reply(body.id, 200));
  }
  await until(id, { status: 'completed', success: 5, failed: 1, percent: 100 });
  expect((await operator.get(`${task}/page`, { taskName: '冬季' })).data.records[0]).toMatchObject({
    status: 'completed',
    successCount: 5,
    failedCount: 1,
  });
  const rows = await operator.get('iot/instruction-task-device/page', { taskId: id, status: 'success' });
  expect(rows.data.total).toBe(5);
});

test('pause holds back what was not sent, resume goes on, cancel drops the rest', async () => {
  const configId = await instruct({ content: { set: { fan: 1 } }, waitOnline: true });
  const made = await operator.post(`${task}/add`, {
    taskName: '慢',
    configId,
    targetType: 'device',
    targetQuery: { ids: idsOf(devices.slice(0, 3)) },
    perMinute: 1,
  });
  const { id } = made.data;
  await operator.post(`${task}/run`, { id });
  await until(id, { success: 1, pending: 2 });
  expect((await operator.post(`${task}/pause`, { id })).status).toBe(200);
  server.clock.pass(5 * 60_000);
  await part.commands.settle();
  expect(await stateOf(id)).toMatchObject({ status: 'paused', success: 1, pending: 2 });
  await operator.post(`${task}/resume`, { id });
  await until(id, { success: 2, pending: 1 });
  await operator.post(`${task}/cancel`, { id, reason: '不用了' });
  expect(await stateOf(id)).toMatchObject({ status: 'canceled', success: 2, canceled: 1 });
});

test('a task of high risk is written by an engineer and approved by another person', async () => {
  const configId = await instruct({ instructionType: 'service', content: { service: 'reboot' } });
  const body = { taskName: '重启', configId, targetType: 'device', targetQuery: { ids: idsOf(devices.slice(0, 2)) } };
  const byOperator = await operator.post(`${task}/add`, body);
  expect([byOperator.status, byOperator.reason]).toEqual([403, 'iot.highRisk']);
  const made = await lead.post(`${task}/add`, body);
  expect(made.data).toMatchObject({ taskStatus: 'review' });
  const { id } = made.data;
  expect((await iot.post(`${task}/run`, { id })).status).toBe(403);
  const own = await lead.post(`${task}/run`, { id });
  expect([own.status, own.reason]).toEqual([403, 'lifecycle.ownWork']);
  const second = await server.as('as_iot_lead', { who: 'second' });
  const heard = lines[0].heard.length;
  const approved = await second.post(`${task}/run`, { id });
  expect(approved.status, approved.msg).toBe(200);
  await until(id, { status: 'completed', success: 2 });
  const [{ body: message }] = lines[0].heard.slice(heard);
  expect(Number(message.expire) - Number(message.ts)).toBeLessThanOrEqual(60_000);
});

test('a scheduled task starts at its time; a device that is disabled or of another model meanwhile is skipped', async () => {
  const configId = await instruct({ content: { set: { fan: 3 } } });
  const extra = await registerDevice(iot, modelId, 'task01', 'task-extra');
  const line = await MqttDevice.open(server, extra);
  lines.push(line);
  await line.listen();
  await part.settle();
  const [{ at }] = await server.tables<{ at: string }>(
    "select to_char(to_timestamp($1::float8 / 1000) at time zone 'Asia/Shanghai' + interval '10 minutes', 'YYYY-MM-DD HH24:MI:SS') as at",
    [server.clock.ms()],
  );
  const made = await operator.post(`${task}/add`, {
    taskName: '计划',
    configId,
    targetType: 'device',
    targetQuery: { ids: [extra.id] },
    scheduleTime: at,
  });
  expect(made.data, made.msg).toMatchObject({ taskStatus: 'scheduled' });
  await iot.post('iot/device-thing-instance/act', { id: extra.id, action: 'disable', reason: '检修' });
  server.clock.pass(10 * 60_000);
  await server.worked();
  await until(made.data.id, { status: 'completed', skipped: 1 });
  expect(line.heard).toEqual([]);
});

test('a task can be undone for the devices whose values have not changed since', async () => {
  for (const line of lines.slice(0, 3)) await line.say(server.clock.ms(), { fan: 2 });
  const configId = await instruct({ content: { set: { fan: 4 } } });
  const made = await operator.post(`${task}/add`, {
    taskName: '试',
    configId,
    targetType: 'device',
    targetQuery: { ids: idsOf(devices.slice(0, 3)) },
    perMinute: 6000,
  });
  const { id } = made.data;
  await operator.post(`${task}/run`, { id });
  await until(id, { status: 'completed', success: 3 });
  server.clock.pass(1000);
  for (const [at, line] of lines.slice(0, 3).entries()) await line.say(server.clock.ms(), { fan: at === 2 ? 5 : 4 });
  const undone = await operator.post(`${task}/undo`, { id });
  expect(undone.data, undone.msg).toEqual({ undone: 2, changed: 1, away: 0 });
  await expect.poll(() => lines[0].heard.at(-1)?.body.params).toEqual({ fan: 2 });
  expect((await operator.post(`${task}/undo`, { id })).data).toEqual({ undone: 0, changed: 1, away: 0 });
});
