import { expect, test } from 'vitest';
import { inZone } from '#kernel/server';
import { openTestServer } from '#kernel/testing/test-server.ts';
import {
  engineTurns,
  openAll,
  releasedFirmware,
  runTask,
  runsOfTask,
  stateOfTask,
  upgradeFleet,
} from '../testing/fleet.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const engineer = await server.as('as_iot');
const lead = await server.as('as_iot_lead');
const at = 'iot/firmware-upgrade-task';

/** Add copies of a device, as a company with many has them. */
const multiply = (id: string, count: number): Promise<unknown> =>
  server.tables(
    `insert into iot_device (id, tenant_id, device_key, device_name, model_id, instance_status, online_status, firmware_version, module_versions, is_deleted, version, create_time, update_time)
     select d.id + n, d.tenant_id, d.device_key || '-' || n, d.device_name, d.model_id, 'active', 'offline', '2.3.0', '{"mcu":"2.3.0"}', 0, 1, now(), now()
     from iot_device d, generate_series(1, $2::int) n where d.id = $1`,
    [id, count],
  );

test('12 absent devices of 455 do not hold a batch', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_absent', 1);
  await multiply(devices[0].id, 499);
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId), {
    batches: [{ percent: 91 }, { percent: 100 }],
  });
  const runs = Object.values(await runsOfTask(server, taskId));
  const first = runs.filter(({ wave }) => wave === 1);
  expect(runs.length).toBe(500);
  const absent = first.slice(0, 12).map(({ id }) => id);
  // All but twelve were online, and have reported the version; the twelve never came.
  await server.tables(
    `update iot_device d set online_status = 'online', last_online_time = $3 from iot_upgrade_execution r
     where r.task_id = $1 and r.device_id = d.id and r.wave = 1 and not r.id = any($2::bigint[])`,
    [taskId, absent, new Date(server.clock.ms())],
  );
  await server.tables(
    `update iot_upgrade_execution set upgrade_status = 'success', open_key = null, end_time = $3 where task_id = $1 and wave = 1 and not id = any($2::bigint[])`,
    [taskId, absent, new Date(server.clock.ms())],
  );
  await engineTurns(server, 2);
  const { data } = await engineer.get(`${at}/${taskId}`);
  expect(data).toMatchObject({ wave: 2, status: 'running', successCount: first.length - 12 });
  const progress = (await engineer.get(`${at}/progress`, { id: taskId })).data;
  expect(progress.batches.map((one: { total: number }) => one.total)).toEqual([first.length, 500 - first.length]);
  expect(progress.batches[0].states.find((one: { state: string }) => one.state === 'queued').count).toBe(12);
  await engineer.post(`${at}/cancel`, { id: taskId });
});

test('a rollout grows with its successes', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_grow', 8);
  const lines = await openAll(server, devices);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const wrong = await engineer.post(`${at}/add`, {
    taskName: '错',
    firmwareId,
    exponential: { base: 1, factor: 1, everySuccess: 1 },
  });
  expect([wrong.status, wrong.reason]).toEqual([400, 'iot.upgradeExponential']);
  const taskId = await runTask(engineer, firmwareId, { exponential: { base: 1, factor: 2, everySuccess: 1 } });
  const heard = (): number => lines.reduce((sum, { notices }) => sum + notices.length, 0);
  const sent = async (count: number): Promise<void> => {
    await engineTurns(server, 2);
    await expect.poll(heard, { timeout: 10_000 }).toBe(count);
  };
  const done = new Set<string>();
  const finish = async (): Promise<void> => {
    for (const line of lines)
      for (const notice of line.notices)
        if (!done.has(notice.id)) {
          done.add(notice.id);
          await line.upgrade(notice);
        }
  };
  await sent(1);
  await finish();
  server.clock.pass(61_000);
  // One success doubles the rate of one a minute; three make it eight.
  await sent(3);
  await finish();
  server.clock.pass(61_000);
  await sent(8);
  await engineer.post(`${at}/cancel`, { id: taskId });
  await Promise.all(lines.map((one) => one.close()));
});

test('a device that pulls is notified when it asks; one whose user confirms waits for them', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_pull', 2);
  const [pulling, panel] = await openAll(server, devices);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  // The greeting of a device counts as a question, until the next turn.
  await engineTurns(server);
  const pull = await runTask(engineer, firmwareId, {
    scopeType: 'device',
    deviceIds: [devices[0].id],
    pushMode: 'pull',
  });
  await engineTurns(server, 2);
  expect((await runsOfTask(server, pull))[devices[0].id].state).toBe('pending');
  await pulling.version('mcu', '2.3.0');
  expect(await pulling.notice()).toMatchObject({ version: '2.4.0' });

  const confirm = await runTask(engineer, firmwareId, {
    scopeType: 'device',
    deviceIds: [devices[1].id],
    pushMode: 'app_confirm',
    timeoutMin: 30,
    retry: 0,
  });
  const notice = await panel.notice();
  expect(notice).toMatchObject({ confirm: true });
  await panel.progress(notice.id, 'confirming');
  const runOf = async () => (await runsOfTask(server, confirm))[devices[1].id];
  expect((await runOf()).state).toBe('confirming');
  // Only the person at the panel can confirm. Without them it expires.
  server.clock.pass(31 * 60_000);
  await engineTurns(server);
  expect((await runOf()).state).toBe('timeout');
  await engineer.post(`${at}/cancel`, { id: pull });
  await Promise.all([pulling.close(), panel.close()]);
});

test('a task notifies within its window only', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_window', 1);
  const [line] = await openAll(server, devices);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const hour = Number(inZone(server.clock.ms(), 'Asia/Shanghai').slice(11, 13));
  const two = (of: number): string => String(of % 24).padStart(2, '0');
  const outside = await engineer.post(`${at}/add`, {
    taskName: '夜里',
    firmwareId,
    window: [{ from: `${two(hour + 2)}:00`, to: `${two(hour + 4)}:00` }],
  });
  expect(outside.status, outside.msg).toBe(200);
  const taskId = outside.data.id as string;
  await engineer.post(`${at}/run`, { id: taskId });
  await engineTurns(server, 2);
  expect([(await runsOfTask(server, taskId))[devices[0].id].state, line.notices.length]).toEqual(['pending', 0]);
  server.clock.pass(150 * 60_000);
  expect(await line.notice()).toMatchObject({ window: [{ from: `${two(hour + 2)}:00`, to: `${two(hour + 4)}:00` }] });
  await engineer.post(`${at}/cancel`, { id: taskId });
  server.clock.pass(-150 * 60_000);
  await line.close();
});

test('revoked firmware recalls whoever waits, and leaves whoever downloads', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_midway', 3);
  const [begun, notified] = await openAll(server, devices.slice(0, 2));
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const taskId = await runTask(engineer, firmwareId);
  const notice = await begun.notice();
  await notified.notice();
  await begun.progress(notice.id, 'downloading', { percent: 40 });
  await lead.post('iot/firmware/revoke', { id: firmwareId, note: '有缺陷' });
  const states = async () => devices.map(({ id }) => runs[id].state);
  const runs = await runsOfTask(server, taskId);
  expect(await states()).toEqual(['downloading', 'canceled', 'canceled']);
  expect((await engineer.get(`${at}/${taskId}`)).data).toMatchObject({ status: 'aborted', pauseReason: '固件已撤回' });
  await begun.upgrade(notice);
  expect((await runsOfTask(server, taskId))[devices[0].id].state).toBe('success');
  expect(await stateOfTask(server, taskId)).toBe('aborted');
  await Promise.all([begun.close(), notified.close()]);
});

test('a task is previewed before it exists: who qualifies, who is left out, and why', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_preview', 3);
  const lines = [
    ...(await openAll(server, devices.slice(0, 1))),
    ...(await openAll(server, devices.slice(1, 2), { mcu: '2.4.0' })),
  ];
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const look = await engineer.post(`${at}/look`, { firmwareId, scopeType: 'all' });
  expect(look.data).toMatchObject({
    count: 2,
    online: 1,
    alarmed: 0,
    leftOut: [{ reason: ['已是 2.4.0', 'It has 2.4.0 already'], count: 1 }],
    versions: [
      { version: '2.3.0', count: 1 },
      { version: null, count: 1 },
    ],
  });
  expect(look.data.samples).toHaveLength(2);
  const some = await engineer.post(`${at}/look`, { firmwareId, scopeType: 'device', deviceIds: [devices[2].id] });
  expect(some.data).toMatchObject({ count: 1, online: 0 });
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.post(`${at}/look`, { firmwareId, scopeType: 'all' })).status).toBe(404);
  expect(await server.tables('select 1 from iot_upgrade_task where model_id = $1', [modelId])).toEqual([]);
  await Promise.all(lines.map((one) => one.close()));
});

test('a task reaches the homes of a region, named homes, or tagged devices alone', async () => {
  const operator = await server.as('as_operator');
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_area', 3);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const homes: string[] = [];
  for (const [n, areaCode] of ['310115', '330106'].entries()) {
    const address = await operator.post('blade-operation/room-address/saveOrUpdate', {
      ...{ areaCode, projectName: '御沁园', building: '3', roomNo: String(900 + n) },
    });
    expect(address.status, address.msg).toBe(200);
    const home = await operator.post('blade-operation/household-manage/submit', {
      ...{ name: '沈怡然', phone: `1390000${1000 + n}`, roomAddressId: address.data.id },
    });
    expect(home.status, home.msg).toBe(200);
    homes.push(home.data.id);
    await server.tables('update iot_device set household_id = $2 where id = $1', [devices[n].id, home.data.id]);
  }
  await server.tables("update iot_device set tags = '展厅，试点' where id = $1", [devices[2].id]);
  const reached = async (scope: Record<string, unknown>): Promise<string[]> => {
    const { data, msg, status } = await engineer.post(`${at}/look`, { firmwareId, ...scope });
    expect(status, msg).toBe(200);
    return data.samples.map(({ id }: { id: string }) => id);
  };
  expect(await reached({ scopeType: 'area', areaCode: '310000' })).toEqual([devices[0].id]);
  expect(await reached({ scopeType: 'household', householdIds: [homes[1]] })).toEqual([devices[1].id]);
  expect(await reached({ scopeType: 'tag', tag: '试点' })).toEqual([devices[2].id]);
  expect(await reached({ scopeType: 'all' })).toHaveLength(3);
});
