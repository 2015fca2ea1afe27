import { expect, test } from 'vitest';
import { inZone } from '#kernel/server';
import { actRequest } from '#kernel/web/registry/act-request.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf } from '../../testing/devices.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { registerFirmware } from '../testing/firmware-site.ts';
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
const part = devicesPartOf(server);

test('firmware is tried on a device, released by another person, and reaches the others', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_trial', 3);
  const [tried, ...others] = await openAll(server, devices);
  const { id } = await registerFirmware(engineer, modelId, { verifyDeviceIds: [devices[0].id] });
  expect((await engineer.post(`${at}/add`, { taskName: '早', firmwareId: id })).status).toBe(200);
  const early = (await engineer.get(`${at}/page`, { firmwareId: id })).data.records[0];
  expect((await engineer.post(`${at}/run`, { id: early.id })).reason).toBe('iot.firmwareNotReleased');
  expect((await engineer.post('iot/firmware/verify', { id })).data.status).toBe('verifying');
  const notice = await tried.notice();
  expect(notice).toMatchObject({ module: 'mcu', version: '2.4.0', size: 5000, force: false });
  expect(notice.signed).toBe(`anju-fw-1\nfw_trial\nmcu\n2.4.0\n5000\n${notice.sha256}`);
  expect(others.every(({ notices }) => notices.length === 0)).toBe(true);
  // Reported success is none: only the version counts.
  await tried.progress(notice.id, 'success', { percent: 100 });
  await engineTurns(server);
  expect((await engineer.get(`iot/firmware/${id}`)).data.status).toBe('verifying');
  await tried.upgrade(notice);
  await engineTurns(server);
  expect((await engineer.get(`iot/firmware/${id}`)).data.status).toBe('verified');
  expect((await engineer.post('iot/firmware/release', { id })).status).toBe(403);
  expect((await lead.post('iot/firmware/release', { id })).data.status).toBe('released');
  const own = await registerFirmware(lead, modelId, { version: '2.5.0' });
  await server.tables("update iot_firmware set firmware_status = 'verified' where id = $1", [own.id]);
  expect((await lead.post('iot/firmware/release', { id: own.id })).status).toBe(403);
  const taskId = await runTask(engineer, id);
  const [second, third] = await Promise.all(others.map((one) => one.notice()));
  await others[0].upgrade(second);
  await others[1].upgrade(third);
  await engineTurns(server);
  expect(await stateOfTask(server, taskId)).toBe('completed');
  const { data } = await engineer.get(`${at}/${taskId}`);
  expect(data).toMatchObject({ status: 'completed', targetCount: 3, successCount: 2, failedCount: 0, progress: 100 });
  const page = await engineer.get(`${at}/execution/page`, { taskId, state: 'skipped' });
  expect(page.data.records).toMatchObject([{ deviceId: devices[0].id, failReason: '已是 2.4.0' }]);
  const spread = (await engineer.get(`${at}/version-distribution`, { modelId })).data;
  expect(spread).toMatchObject([
    { moduleCode: 'mcu', total: 3, versions: [{ version: '2.4.0', count: 3, online: 3 }] },
  ]);
  await Promise.all([tried, ...others].map((one) => one.close()));
});

test('the update of one module keeps the versions of the others, and the controller is shown', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_modules', 1);
  const [device] = await openAll(server, devices, { mcu: '1.0.0', wifi: '3.1.0', app: '7' });
  const id = await releasedFirmware(server, engineer, modelId, {
    moduleCode: 'wifi',
    version: '3.2.0',
    requires: [{ module: 'mcu', version: '1.0' }],
  });
  await runTask(engineer, id);
  await device.upgrade(await device.notice());
  const [row] = await server.tables('select firmware_version, module_versions from iot_device where id = $1', [
    devices[0].id,
  ]);
  expect(row).toEqual({ firmware_version: '1.0.0', module_versions: { mcu: '1.0.0', wifi: '3.2.0', app: '7' } });
  await device.say('hello', { fw: { wifi: '3.2.0' } });
  await part.settle();
  expect((await server.tables('select module_versions from iot_device where id = $1', [devices[0].id]))[0]).toEqual({
    module_versions: { mcu: '1.0.0', wifi: '3.2.0', app: '7' },
  });
  await device.close();
});

test('a checksum error is tried again later; another version after the restart is a failure; no space ends it', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_retry', 1);
  const [device] = await openAll(server, devices);
  const id = await releasedFirmware(server, engineer, modelId);
  const taskId = await runTask(engineer, id, { timeoutMin: 30 });
  const runOf = async () => (await runsOfTask(server, taskId))[devices[0].id];
  const first = await device.notice();
  await device.progress(first.id, 'verifying', { step: -3 });
  expect(await runOf()).toMatchObject({ state: 'pending', step: -3, attempt: 1 });
  await engineTurns(server);
  expect(device.notices).toHaveLength(1);
  server.clock.pass(121_000);
  const second = await device.notice();
  expect(second.id).toBe(first.id);
  await device.progress(second.id, 'rebooting');
  await device.version('mcu', '2.3.0');
  expect(await runOf()).toMatchObject({ state: 'pending', step: -5, attempt: 2 });
  server.clock.pass(601_000);
  const third = await device.notice();
  await device.progress(third.id, 'downloading', { percent: 3 });
  server.clock.pass(31 * 60_000);
  await engineTurns(server);
  expect(await runOf()).toMatchObject({ state: 'timeout', attempt: 3 });
  await engineTurns(server);
  expect(await stateOfTask(server, taskId)).toBe('completed');
  const again = await engineer.post(`${at}/execution/retry`, { ids: [first.id] });
  expect(again.data).toEqual({ retried: 1 });
  expect(await stateOfTask(server, taskId)).toBe('running');
  const last = await device.notice();
  await device.progress(last.id, 'failed', { step: -6 });
  expect(await runOf()).toMatchObject({ state: 'failed', step: -6 });
  await device.close();
});

test('a message about the upgrade of another device changes nothing and is recorded as refused', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_foreign', 2);
  const [mine, other] = await openAll(server, devices);
  const id = await releasedFirmware(server, engineer, modelId);
  const taskId = await runTask(engineer, id, { scopeType: 'device', deviceIds: [devices[0].id] });
  const notice = await mine.notice();
  await other.progress(notice.id, 'failed', { step: -1 });
  await other.progress('123', 'downloading', { percent: 1 });
  expect((await runsOfTask(server, taskId))[devices[0].id]).toMatchObject({ state: 'notified' });
  const rejects = await server.tables('select identifier from iot_ingest_reject where device_id = $1 order by id', [
    devices[1].id,
  ]);
  expect(rejects).toEqual([{ identifier: notice.id }, { identifier: '123' }]);
  await engineer.post(`${at}/cancel`, { id: taskId });
  await Promise.all([mine.close(), other.close()]);
});

test('cancelling recalls devices that have not begun; who downloads may finish', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_cancel', 3);
  const [begun, announced] = await openAll(server, devices.slice(0, 2));
  const id = await releasedFirmware(server, engineer, modelId);
  const taskId = await runTask(engineer, id);
  const notice = await begun.notice();
  await announced.notice();
  await begun.progress(notice.id, 'downloading', { percent: 10 });
  expect((await engineer.post(`${at}/cancel`, { id: taskId })).data.status).toBe('canceled');
  const states = Object.values(await runsOfTask(server, taskId)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['canceled', 'canceled', 'downloading']);
  await begun.upgrade(notice);
  expect((await runsOfTask(server, taskId))[devices[0].id].state).toBe('success');
  await Promise.all([begun.close(), announced.close()]);
});

test('revoked firmware aborts its tasks and reaches no further device', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_revoke', 2);
  const [begun, late] = await openAll(server, devices);
  const id = await releasedFirmware(server, engineer, modelId);
  const taskId = await runTask(engineer, id, { rolloutPerMin: 1 });
  await engineTurns(server);
  await expect.poll(() => begun.notices.length + late.notices.length).toBe(1);
  expect((await lead.post('iot/firmware/revoke', { id, note: '有缺陷' })).data.status).toBe('revoked');
  expect(await stateOfTask(server, taskId)).toBe('aborted');
  server.clock.pass(61_000);
  await engineTurns(server);
  expect(begun.notices.length + late.notices.length).toBe(1);
  expect((await engineer.post(`${at}/add`, { taskName: '再', firmwareId: id })).status).toBe(200);
  await Promise.all([begun.close(), late.close()]);
});

test('a planned task waits for its time although two people run it at once, and begins early by a verb of its own', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_planned', 1);
  const [device] = await openAll(server, devices);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  const scheduleTime = inZone(server.clock.ms() + 3_600_000, 'Asia/Shanghai');
  const added = { taskName: '今晚升级', firmwareId, upgradeMode: 'static', scopeType: 'all', scheduleTime };
  const { id } = (await engineer.post(`${at}/add`, added)).data;
  const colleague = await server.as('as_iot', { who: 'colleague' });
  const press = (one: typeof engineer, name: 'run' | 'runNow') => {
    const { path, body } = actRequest(upgradeTask, name, upgradeTask.lifecycle!.actions[name], { ids: [id] }, {});
    return one.post(path, body);
  };
  const answers = await Promise.all([press(engineer, 'run'), press(colleague, 'run')]);
  expect(answers.map(({ reason, status }) => reason ?? status).toSorted()).toEqual([200, 'lifecycle.notFromHere']);
  expect([await stateOfTask(server, id), await runsOfTask(server, id)]).toEqual(['scheduled', {}]);
  expect((await press(engineer, 'runNow')).data.status).toBe('running');
  expect(Object.keys(await runsOfTask(server, id))).toEqual([devices[0].id]);
  await device.close();
});
