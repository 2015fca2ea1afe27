import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { loginOf } from '../../gateway/requests/http-twin.server.ts';
import { type DevicesPart, startDevices } from '../../ingest/part/devices.server.ts';
import { registerDevice } from '../../testing/devices.ts';
import { OtaDownloads } from '../download/ota-file.server.ts';
import { firmwareBytes } from '../testing/firmware-site.ts';
import { releasedFirmware, runTask, runsOfTask, upgradeFleet } from '../testing/fleet.ts';
import { type HeardNotice, UpgradingDevice } from '../testing/upgrading-device.ts';

// The gateways run in the test itself, so that one may end and another take its place.
const server = await openTestServer(import.meta.url);
const engineer = await server.as('as_iot');
const bytes = firmwareBytes(200_000, 11);
const from = 74_000;

const openGateway = (): Promise<DevicesPart> =>
  startDevices(server.app, {
    host: '127.0.0.1',
    anyPort: true,
    devices: {
      mqttPort: 0,
      mqttTlsPort: 0,
      httpPort: 0,
      coapPort: 0,
      tls: null,
      anonymous: false,
      ports: { from: 9000, to: 9999 },
      spoolMax: 2 ** 20,
    },
    simulator: false,
    say: () => undefined,
  });
const running = new Set<DevicesPart>();
const open = async (): Promise<DevicesPart> => {
  const part = await openGateway();
  running.add(part);
  return part;
};
const close = async (part: DevicesPart): Promise<void> => {
  running.delete(part);
  await part.stop();
};
afterAll(() => Promise.all([...running].map((part) => part.stop())));

const load = async (part: DevicesPart, url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${part.listeners.portOf('http')}${url}`, { headers });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
};

/** Load the rest of a file by MQTT, from a place on. */
async function restOf(line: UpgradingDevice, { id }: HeardNotice, begin: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = begin; at < bytes.length;) {
    const frame = await line.chunk(id, at, 32_768);
    const data = frame.subarray(16, 16 + frame.readUInt16BE(12));
    parts.push(data);
    at += data.length;
  }
  return Buffer.concat(parts);
}

test('a download goes on at 37 % in another gateway process, by HTTP as well as by MQTT', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_moved', 1);
  const first = await open();
  const line = await UpgradingDevice.open(server, devices[0], { mcu: '2.3.0' }, first);
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes }));
  const notice = await line.notice();
  const begun = await load(first, notice.url, { Range: `bytes=0-${from - 1}` });
  expect([begun.status, begun.body.length]).toEqual([206, from]);
  await line.progress(notice.id, 'downloading', { percent: 37 });
  await line.close();
  await close(first);

  const second = await open();
  const again = await UpgradingDevice.open(server, devices[0], { mcu: '2.3.0' }, second);
  const repeated = await again.notice();
  expect([repeated.id, repeated.sha256]).toEqual([notice.id, notice.sha256]);
  // The link of the first process is valid here too.
  const rest = await load(second, notice.url, { Range: `bytes=${from}-`, 'If-Range': `"${notice.sha256}"` });
  expect([rest.status, Buffer.concat([begun.body, rest.body]).equals(bytes)]).toEqual([206, true]);
  expect(Buffer.concat([begun.body, await restOf(again, repeated, from)]).equals(bytes)).toBe(true);
  await again.upgrade(repeated);
  expect((await runsOfTask(server, taskId))[devices[0].id].state).toBe('success');
  await again.close();
  await close(second);
});

test('of many requests for parts at once four are served; the device repeats the others', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_four', 1);
  const part = await open();
  const line = await UpgradingDevice.open(server, devices[0], { mcu: '2.3.0' }, part);
  await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes }));
  const { id } = await line.notice();
  const offsets = Array.from({ length: 40 }, (_, at) => at * 4096);
  await line.burst(id, offsets, 4096);
  await expect.poll(() => line.chunks.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  // A last request is answered after those that were being served.
  const served = line.chunks.length;
  await line.chunk(id, 40 * 4096, 4096);
  expect(served).toBeLessThan(40);
  const heard = new Set(line.chunks.map((frame) => frame.readUInt32BE(8)));
  const dropped = offsets.find((at) => !heard.has(at))!;
  expect((await line.chunk(id, dropped, 4096)).readUInt32BE(8)).toBe(dropped);
  await line.close();
  await close(part);
});

test('a gateway loads the firmware of its sub-device, and reports for it', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_gateway', 1);
  const child = await registerDevice(engineer, modelId, 'fw_gateway', 'fw_gateway-child', { parentId: devices[0].id });
  const part = await open();
  const line = await UpgradingDevice.open(server, devices[0], { mcu: '2.4.0' }, part);
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes }), {
    scopeType: 'device',
    deviceIds: [child.id],
  });
  await server.tables("update iot_device set online_status = 'online' where id = $1", [child.id]);
  const notice = await line.notice();
  expect(notice).toMatchObject({ dev: child.deviceKey, version: '2.4.0' });
  expect((await load(part, notice.url)).body.equals(bytes)).toBe(true);
  expect((await restOf(line, notice, from)).equals(bytes.subarray(from))).toBe(true);
  await line.say('ota/progress', { id: notice.id, dev: child.deviceKey, state: 'installing' });
  expect((await runsOfTask(server, taskId))[child.id].state).toBe('installing');
  // The version of the gateway itself ends nothing; that of its sub-device does.
  await line.version('mcu', '2.4.0');
  expect((await runsOfTask(server, taskId))[child.id].state).toBe('installing');
  await line.say('ota/version', { dev: child.deviceKey, module: 'mcu', version: '2.4.0' });
  expect((await runsOfTask(server, taskId))[child.id].state).toBe('success');
  await line.close();
  await close(part);
});

test('beyond the most downloads at once a device is told to come later', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_crowd', 3);
  const part = await open();
  const lines: UpgradingDevice[] = [];
  for (const of of devices) lines.push(await UpgradingDevice.open(server, of, { mcu: '2.3.0' }, part));
  // Larger than the buffers of a connection, so that a download cannot end before its reader reads.
  await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes: firmwareBytes(12_000_000) }));
  const notices: HeardNotice[] = [];
  for (const line of lines) notices.push(await line.notice());
  const downloads = new OtaDownloads({
    app: server.app,
    login: loginOf,
    judge: (login, password, address) => part.ingest.login(login, password, address),
    most: 2,
  });
  const door = createServer((request, response) => downloads.serve(request, response));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const two = await Promise.all(notices.slice(0, 2).map(({ url }) => fetch(base + url)));
  expect([two.map(({ status }) => status), downloads.open]).toEqual([[200, 200], 2]);
  const third = await fetch(base + notices[2].url);
  expect([third.status, third.headers.get('retry-after'), await third.json()]).toEqual([
    503,
    '30',
    { code: 503, reason: 'later' },
  ]);
  await two[0].body?.cancel();
  await expect
    .poll(async () => (await fetch(base + notices[2].url, { headers: { Range: 'bytes=0-9' } })).status)
    .toBe(206);
  await two[1].body?.cancel();
  door.closeAllConnections();
  await new Promise((resolve) => door.close(resolve));
  await Promise.all(lines.map((line) => line.close()));
  await close(part);
});
