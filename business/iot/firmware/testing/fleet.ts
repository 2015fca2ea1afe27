import { expect } from 'vitest';
import type { TestCaller, TestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf, makeModel, registerDevice } from '../../testing/devices.ts';
import { registerFirmware } from './firmware-site.ts';
import { UpgradingDevice } from './upgrading-device.ts';

export interface Fleet {
  readonly modelId: string;
  readonly devices: readonly TestDevice[];
}

/** Register devices of a new model. */
export async function upgradeFleet(engineer: TestCaller, modelCode: string, count: number): Promise<Fleet> {
  const modelId = await makeModel(engineer, modelCode);
  const devices: TestDevice[] = [];
  for (let at = 0; at < count; at += 1)
    devices.push(await registerDevice(engineer, modelId, modelCode, `${modelCode}-${at}`));
  return { modelId, devices };
}

export const openAll = (
  server: TestServer,
  devices: readonly TestDevice[],
  fw: Record<string, string> = { mcu: '2.3.0' },
): Promise<UpgradingDevice[]> => Promise.all(devices.map((of) => UpgradingDevice.open(server, of, fw)));

/** Register firmware that is released. The trial is left out: a test of its own is about it. */
export async function releasedFirmware(
  server: TestServer,
  engineer: TestCaller,
  modelId: string,
  more: { bytes?: Buffer } & Record<string, unknown> = {},
): Promise<string> {
  const { id } = await registerFirmware(engineer, modelId, more);
  await server.tables("update iot_firmware set firmware_status = 'released' where id = $1", [id]);
  return id as string;
}

/** Create a task and run it; return its id. */
export async function runTask(
  caller: TestCaller,
  firmwareId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const made = await caller.post('iot/firmware-upgrade-task/add', { taskName: '升级', firmwareId, ...more });
  expect(made.status, made.msg).toBe(200);
  const run = await caller.post('iot/firmware-upgrade-task/run', { id: made.data.id });
  expect(run.status, run.msg).toBe(200);
  return made.data.id as string;
}

/** Let the engine take some engineTurns. */
export async function engineTurns(server: TestServer, count = 1): Promise<void> {
  for (let at = 0; at < count; at += 1) await devicesPartOf(server).upgrades.turn();
}

/** Return the upgrades of a task by device: state, step, and reason. */
export async function runsOfTask(
  server: TestServer,
  taskId: string,
): Promise<
  Readonly<Record<string, { id: string; state: string; step: number | null; attempt: number; wave: number }>>
> {
  const rows = await server.tables<{
    deviceId: string;
    id: string;
    state: string;
    step: number | null;
    attempt: number;
    wave: number;
  }>(
    'select device_id::text as "deviceId", id::text as id, upgrade_status as state, step, attempt, wave from iot_upgrade_execution where task_id = $1',
    [taskId],
  );
  return Object.fromEntries(rows.map(({ deviceId, ...row }) => [deviceId, row]));
}

export async function stateOfTask(server: TestServer, taskId: string): Promise<string> {
  const [row] = await server.tables<{ state: string }>(
    'select task_status as state from iot_upgrade_task where id = $1',
    [taskId],
  );
  return row.state;
}
