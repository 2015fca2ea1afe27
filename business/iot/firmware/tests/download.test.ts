import { crc32 } from 'node:zlib';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { type TestDevice, devicesPartOf } from '../../testing/devices.ts';
import { firmwareBytes } from '../testing/firmware-site.ts';
import { upgradeFleet, openAll, releasedFirmware, runTask, engineTurns } from '../testing/fleet.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const engineer = await server.as('as_iot');
const at = 'iot/firmware-upgrade-task';
const bytes = firmwareBytes(200_000, 11);
const base = (): string => `http://127.0.0.1:${devicesPartOf(server).listeners.portOf('http')}`;

async function load(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(base() + url, { method, headers });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

function basicOf({ deviceKey, modelCode, secret }: TestDevice): string {
  const user = `${deviceKey}&${modelCode}&${server.clock.ms()}`;
  const text = `${modelCode}.${deviceKey}${deviceKey}${modelCode}${server.clock.ms()}`;
  const password = createHmac('sha256', secret).update(text).digest('hex');
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

test('a device loads the file by its link, and resumes at 37 %', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_http', 3);
  const [line, other] = await openAll(server, devices);
  const taskId = await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes }), {
    scopeType: 'device',
    deviceIds: devices.slice(0, 2).map(({ id }) => id),
  });
  const notice = await line.notice();
  const theirs = await other.notice();
  const whole = await load(notice.url);
  expect([whole.status, whole.body.equals(bytes)]).toEqual([200, true]);
  expect(whole.headers.get('etag')).toBe(`"${notice.sha256}"`);
  expect(whole.headers.get('x-sha256')).toBe(notice.sha256);
  const from = 74_000;
  const rest = await load(notice.url, { Range: `bytes=${from}-`, 'If-Range': `"${notice.sha256}"` });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${from}-199999/200000`]);
  expect(Buffer.concat([whole.body.subarray(0, from), rest.body]).equals(bytes)).toBe(true);
  expect((await load(notice.url, { Range: 'bytes=5-', 'If-Range': '"older"' })).status).toBe(200);
  const beyond = await load(notice.url, { Range: 'bytes=200000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */200000']);
  const head = await load(notice.url, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, '200000', 0]);
  // A token is valid for its own upgrade only.
  const [path, query] = notice.url.split('?');
  const [foreign] = theirs.url.split('?');
  expect((await load(`${foreign}?${query}`)).status).toBe(404);
  expect((await load(path)).status).toBe(404);
  expect((await load(`${path}?token=000000.zzz.${'A'.repeat(43)}`)).status).toBe(404);
  expect((await load(`/iot/v1/ota/9999999999999999999/file?${query}`)).status).toBe(404);
  expect((await load(notice.url, {}, 'POST')).status).toBe(405);
  // The login of the device does as well; that of another device does not.
  expect((await load(path, { Authorization: basicOf(devices[0]) })).status).toBe(200);
  expect((await load(path, { Authorization: basicOf(devices[2]) })).status).toBe(404);
  server.clock.pass(25 * 3_600_000);
  expect((await load(notice.url)).status).toBe(404);
  server.clock.pass(-25 * 3_600_000);
  await line.upgrade(notice);
  await engineTurns(server);
  expect((await load(notice.url)).status).toBe(410);
  await engineer.post(`${at}/cancel`, { id: taskId });
  await Promise.all([line.close(), other.close()]);
});

test('a home loads one file at a time', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_home', 1);
  const [line] = await openAll(server, devices);
  // A file larger than the buffers of a connection: the first download cannot end before its reader reads.
  await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes: firmwareBytes(12_000_000) }));
  const { url } = await line.notice();
  const slow = await fetch(base() + url);
  const refused = await load(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  await slow.body?.cancel();
  await expect.poll(async () => (await load(url, { Range: 'bytes=0-9' })).status, { timeout: 10_000 }).toBe(206);
  await line.close();
});

test('a device loads parts by MQTT from any place on, each with its checksum', async () => {
  const { modelId, devices } = await upgradeFleet(engineer, 'fw_chunks', 2);
  const [line, other] = await openAll(server, devices);
  await runTask(engineer, await releasedFirmware(server, engineer, modelId, { bytes }), {
    scopeType: 'device',
    deviceIds: [devices[0].id],
  });
  const { id } = await line.notice();
  const parts: Buffer[] = [bytes.subarray(0, 74_000)];
  for (let from = 74_000; from < bytes.length;) {
    const frame = await line.chunk(id, from, 32_768);
    const length = frame.readUInt16BE(12);
    const data = frame.subarray(16, 16 + length);
    expect(String(frame.readBigUInt64BE(0))).toBe(id);
    expect(frame.readUInt32BE(8)).toBe(from);
    expect(frame.readUInt32BE(16 + length)).toBe(crc32(data));
    expect(frame.readUInt16BE(14)).toBe(from + length === bytes.length ? 1 : 0);
    parts.push(data);
    from += length;
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  const foreign = await other.chunk(id, 0, 4096);
  expect([foreign.length, foreign.readUInt16BE(14)]).toEqual([20, 0x8000]);
  expect((await line.chunk(id, 200_000, 4096)).readUInt16BE(14)).toBe(0x8000);
  await Promise.all([line.close(), other.close()]);
});
