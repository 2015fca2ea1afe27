import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import {
  engineTurns,
  openAll,
  releasedFirmware,
  runTask,
  runsOfTask,
  upgradeFleet,
} from '../../firmware/testing/fleet.ts';
import { createCommand, storedCommand, untilState } from '../../testing/commands.ts';
import { devicesPartOf } from '../../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const engineer = await server.as('as_iot');
const part = devicesPartOf(server);

test('while a device upgrades its commands wait, and those of high risk are skipped', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'cmd_upgrade', 1);
  const [device] = await openAll(server, devices);
  const firmwareId = await releasedFirmware(server, engineer, modelId);
  await runTask(engineer, firmwareId);
  const notice = await device.notice();
  const [{ id: deviceId }] = devices;
  const waiting = await createCommand(server, deviceId, { keys: ['temp'] }, { expireSec: 3600 });
  expect((await untilState(server, waiting, 'queued')).reason).toContain('设备正在升级');
  const risky = await createCommand(server, deviceId, { keys: ['temp'] }, { riskLevel: 'high' });
  expect((await untilState(server, risky, 'skipped')).reason).toContain('设备正在升级');
  await device.upgrade(notice);
  await engineTurns(server);
  server.clock.pass(16_000);
  await untilState(server, waiting, 'delivered');
  expect((await storedCommand(server, waiting)).attempt).toBe(1);
  await device.close();
});

test('a device is told of an upgrade only after the command that is under way', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'cmd_first', 1);
  const [device] = await openAll(server, devices);
  const [{ id: deviceId }] = devices;
  const command = await createCommand(server, deviceId, { keys: ['temp'] }, { timeoutSec: 3600, expireSec: 7200 });
  await untilState(server, command, 'delivered');
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId));
  await engineTurns(server, 2);
  expect(device.notices).toEqual([]);
  expect((await runsOfTask(server, taskId))[deviceId]).toMatchObject({ state: 'pending', attempt: 0 });
  await device.say('reply', { id: command, code: 200 });
  await untilState(server, command, 'success');
  server.clock.pass(61_000);
  await engineTurns(server, 2);
  expect((await device.notice()).module).toBe('mcu');
  await device.close();
});

test('claims and notices of one moment never reach a device together', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'cmd_both', 5);
  const lines = await openAll(server, devices);
  await runTask(engineer, await releasedFirmware(server, engineer, modelId), { rolloutPerMin: 100 });
  const ids = await Promise.all(
    devices.map(({ id }) => createCommand(server, id, { keys: ['temp'] }, { timeoutSec: 3600, expireSec: 7200 })),
  );
  await Promise.all([part.commands.settle(), part.upgrades.turn(), part.commands.settle(), part.upgrades.turn()]);
  for (const [at, id] of ids.entries()) {
    const isSent = (await storedCommand(server, id)).attempt > 0;
    expect([isSent, lines[at].notices.length]).toEqual(isSent ? [true, 0] : [false, 1]);
  }
  await Promise.all(lines.map((line) => line.close()));
});
