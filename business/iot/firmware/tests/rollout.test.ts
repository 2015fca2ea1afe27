import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import {
  upgradeFleet,
  openAll,
  releasedFirmware,
  runTask,
  runsOfTask,
  stateOfTask,
  engineTurns,
} from '../testing/fleet.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const engineer = await server.as('as_iot');
const lead = await server.as('as_iot_lead');
const at = 'iot/firmware-upgrade-task';

test('a batch of three with two failures ends the task', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_abort', 4);
  const lines = await openAll(server, devices.slice(0, 3));
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId));
  const notices = await Promise.all(lines.map((one) => one.notice()));
  await lines[0].upgrade(notices[0]);
  await lines[1].progress(notices[1].id, 'failed', { step: -6 });
  await engineTurns(server);
  expect(await stateOfTask(server, taskId)).toBe('running');
  await lines[2].progress(notices[2].id, 'failed', { step: -6 });
  await engineTurns(server);
  expect(await stateOfTask(server, taskId)).toBe('aborted');
  expect((await runsOfTask(server, taskId))[devices[3].id].state).toBe('canceled');
  await Promise.all(lines.map((one) => one.close()));
});

test('the next batch waits for its gates, which are named; the lead passes them with a reason', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_gates', 12);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const batches = [
    { percent: 40, soakMin: 10 },
    { percent: 100, soakMin: 0 },
  ];
  const taskId = await runTask(engineer, firmwareId, { batches });
  const runs = await runsOfTask(server, taskId);
  const first = devices.filter(({ id }) => runs[id].wave === 1);
  const rest = devices.filter(({ id }) => runs[id].wave === 2);
  expect(first.length * rest.length).toBeGreaterThan(0);
  const [line] = await openAll(server, first.slice(0, 1));
  const [waiting] = await openAll(server, rest.slice(0, 1));
  const notice = await line.notice();
  expect(waiting.notices).toEqual([]);
  const closed = await engineer.post(`${at}/next-batch`, { id: taskId });
  expect([closed.status, closed.reason, closed.data.gates]).toEqual([409, 'iot.gateClosed', ['finished', 'soak']]);
  await line.upgrade(notice);
  const soaking = await engineer.post(`${at}/next-batch`, { id: taskId, note: '不能等' });
  expect([soaking.status, soaking.data.gates]).toEqual([409, ['soak']]);
  // The absent devices of the first batch hold nobody up.
  server.clock.pass(11 * 60_000);
  await engineTurns(server, 2);
  await waiting.notice();
  expect((await engineer.get(`${at}/${taskId}`)).data).toMatchObject({ wave: 2, status: 'running' });
  expect((await engineer.post(`${at}/next-batch`, { id: taskId })).reason).toBe('iot.lastBatch');
  const second = await runTask(lead, await releasedFirmware(server, lead, modelId, { version: '2.6.0' }), { batches });
  const passed = await lead.post(`${at}/next-batch`, { id: second, note: '客户急需' });
  expect([passed.status, passed.data.wave]).toEqual([200, 2]);
  for (const id of [taskId, second]) await engineer.post(`${at}/cancel`, { id });
  await Promise.all([line.close(), waiting.close()]);
});

test('alarms of the upgraded devices stop a bad version in its first batch', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_bad', 30);
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId), {
    batches: [
      { percent: 50, soakMin: 60 },
      { percent: 100, soakMin: 0 },
    ],
  });
  const runs = await runsOfTask(server, taskId);
  const [first] = devices.filter(({ id }) => runs[id].wave === 1);
  const [line] = await openAll(server, [first]);
  await line.upgrade(await line.notice());
  server.clock.pass(120_000);
  const raised = server.clock.ms();
  await server.work('administrator', async (context) => {
    await context.append(
      alarm,
      [1, 2, 3].map((n) => ({
        deviceId: first.id,
        modelId,
        alarmType: 'threshold' as const,
        level: 'critical' as const,
        title: `高压 ${n}`,
        startTime: context.now(),
        lastTime: context.now(),
        alarmStatus: 'active' as const,
      })),
    );
  });
  // A turn may have begun before the alarms were stored; troubles are counted every half minute.
  for (const seconds of [40, 80]) {
    server.clock.set(raised + seconds * 1000);
    await engineTurns(server, 2);
  }
  expect(await stateOfTask(server, taskId)).toBe('paused');
  const row = (await engineer.get(`${at}/${taskId}`)).data;
  expect(row).toMatchObject({ wave: 1, pauseReason: expect.stringContaining('3 次告警') });
  const closed = await engineer.post(`${at}/next-batch`, { id: taskId });
  expect(closed.data.gates).toContain('alarms');
  await engineer.post(`${at}/cancel`, { id: taskId });
  await line.close();
});

test('a device waits until its condition holds, and an absent one until it connects', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_safe', 2);
  const [line] = await openAll(server, devices.slice(0, 1));
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId), {
    safeWhen: [{ property: 'power', op: 'lt', value: '10' }],
  });
  const state = async (at_: number) => (await runsOfTask(server, taskId))[devices[at_].id].state;
  await line.say('props', { ts: server.clock.ms(), params: { power: 900, temp: 20 } });
  await engineTurns(server);
  expect([await state(0), await state(1), line.notices.length]).toEqual(['pending', 'queued', 0]);
  await line.say('props', { ts: server.clock.ms() + 1000, params: { power: 3, temp: 20 } });
  server.clock.pass(61_000);
  await line.notice();
  const [late] = await openAll(server, devices.slice(1));
  await late.say('props', { ts: server.clock.ms(), params: { power: 1, temp: 20 } });
  // A turn between the connection and the report lets it wait for a minute.
  server.clock.pass(61_000);
  await late.notice();
  // A device that connects again before it has the file gets the same notice.
  await late.close();
  const [again] = await openAll(server, devices.slice(1));
  expect((await again.notice()).id).toBe(late.notices[0].id);
  await engineer.post(`${at}/cancel`, { id: taskId });
  await Promise.all([line.close(), again.close()]);
});

test('an older version needs force by the lead; the way back concerns exactly the devices that got the newer one', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_back', 2);
  const [line, other] = await openAll(server, devices);
  const old = await releasedFirmware(server, engineer, modelId, { version: '2.3.0' });
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId), {
    scopeType: 'device',
    deviceIds: [devices[0].id],
  });
  await line.upgrade(await line.notice());
  await engineTurns(server);
  const down = await engineer.post(`${at}/add`, { taskName: '降级', firmwareId: old, force: true });
  const refused = await engineer.post(`${at}/run`, { id: down.data.id });
  expect([refused.status, refused.reason]).toEqual([403, 'iot.upgradeDowngrade']);
  expect((await engineer.post(`${at}/way-back`, { id: taskId })).status).toBe(403);
  const back = await lead.post(`${at}/way-back`, { id: taskId });
  expect(back.data).toMatchObject({ tasks: [{ version: '2.3.0', devices: 1 }], missing: [], unknown: 0 });
  expect((await lead.post(`${at}/run`, { id: back.data.tasks[0].id })).status).toBe(200);
  await line.upgrade(await line.notice());
  await engineTurns(server);
  expect(await stateOfTask(server, back.data.tasks[0].id)).toBe('completed');
  expect(other.notices).toEqual([]);
  await Promise.all([line.close(), other.close()]);
});

test('a dynamic task takes devices that match later; only one runs for a module', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_dynamic', 1);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const taskId = await runTask(engineer, firmwareId, { upgradeMode: 'dynamic' });
  const other = await engineer.post(`${at}/add`, { taskName: '又', firmwareId, upgradeMode: 'dynamic' });
  expect((await engineer.post(`${at}/run`, { id: other.data.id })).reason).toBe('iot.upgradeDynamicTaken');
  const [line] = await openAll(server, devices);
  await line.upgrade(await line.notice());
  const made = await engineer.post('iot/device-thing-instance/add', {
    deviceKey: 'fw_dynamic-new',
    deviceName: '新装',
    modelId,
  });
  server.clock.pass(31_000);
  await engineTurns(server);
  expect(Object.keys(await runsOfTask(server, taskId))).toContain(made.data.id);
  expect(await stateOfTask(server, taskId)).toBe('running');
  await engineer.post(`${at}/cancel`, { id: taskId });
  await line.close();
});
