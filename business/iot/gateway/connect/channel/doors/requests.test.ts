import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type WebSocket from 'ws';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FrameAccess } from '../../../../testing/frame-access.ts';
import { summed } from '../../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const access = new FrameAccess(server, iot);
const modelId = await makeModel(iot, 'posted');
afterEach(() => access.closeAll());

const ofHex = { deviceConnectFormat: 'hex', deviceIdRule: 'field', agreementVal: 'AA55', startBit: 0, endBit: 1 };
const fields = [
  { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 3, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'property', startBit: 4, endBit: 4, iotFieldName: 'temp' },
  { deviceConnectConfigFieldType: 'checksum', startBit: 5, endBit: 5, algorithm: 'sum8' },
];
const httpOf = (over: object = {}) => access.make({ deviceConnectType: 'http', ...ofHex, ...over }, fields);
const webOf = (over: object = {}) => access.make({ deviceConnectType: 'websocket', ...ofHex, ...over }, fields);
const deviceOf = async (key: string, more: object = { authType: 'none' }) => {
  const device = await registerDevice(iot, modelId, 'posted', key, { ...more });
  await part.settle();
  return device;
};

test('a frame by HTTP is answered once it is stored, with the configured answer', async () => {
  const replyRule = { template: 'AA55{deviceId:2}06', after: 'commit' };
  const [plain, answering] = [await httpOf(), await httpOf({ replyRule })];
  const device = await deviceOf('1A01');
  expect(await access.post(plain, summed('AA551A0115'), plain.secret)).toMatchObject({ status: 200, reason: 'stored' });
  expect(await access.latest(device.id, 'temp')).toBe(0x15);
  const answered = await access.post(answering, summed('AA551A0116'), answering.secret);
  expect(answered).toEqual({ status: 200, reason: '', bytes: 'AA551A0106' });
  expect(await access.latest(device.id, 'temp')).toBe(0x16);
  expect(await access.row(plain)).toMatchObject({ channelState: 'running', rxFrames: 1 });
  await part.settle();
  expect((await iot.get(`iot/device-thing-instance/${device.id}`)).data).toMatchObject({ onlineStatus: 'online' });
});

test('a missing or wrong token and an unknown configuration are answered alike, another company has no token of it', async () => {
  const config = await httpOf();
  const theirs = new FrameAccess(server, await server.as('as_iot', { tenantId: '000002' }));
  const foreign = await theirs.make({ deviceConnectType: 'http', ...ofHex }, fields);
  const frame = summed('AA551A0177');
  const refused = { status: 401, reason: 'unknown', bytes: '' };
  expect(await access.post(config, frame)).toEqual(refused);
  expect(await access.post(config, frame, 'wrong-secret-0123456789')).toEqual(refused);
  expect(await access.lastError(config)).toContain('密钥不对');
  expect(await access.post({ id: '999999999999' }, frame, config.secret)).toEqual(refused);
  expect(await access.post(foreign, frame, config.secret)).toEqual(refused);
  expect(await access.post(config, frame, foreign.secret)).toEqual(refused);
  expect(await access.post({ id: '99999999999999999999' }, frame, config.secret)).toMatchObject({ status: 404 });
  // The token of a WebSocket is none of HTTP, and a device of this company is none of the other one.
  const web = await webOf();
  expect(await access.post(web, frame, web.secret)).toEqual(refused);
  await deviceOf('1A09');
  expect(await access.post(foreign, summed('AA551A0901'), foreign.secret)).toMatchObject({
    status: 400,
    reason: 'unknown',
  });
  expect(await access.verdicts(config)).toEqual([]);
});

test('large, broken and strange frames are refused with their reason, and nothing of them is stored', async () => {
  const config = await httpOf();
  const secret = await deviceOf('1A02', {});
  await deviceOf('1A03');
  const post = (bytes: Uint8Array) => access.post(config, bytes, config.secret);
  expect(await post(Buffer.alloc(4097, 1))).toMatchObject({ status: 413, reason: 'tooLarge' });
  expect(await access.lastError(config)).toContain('4,096');
  expect(await post(Buffer.from('AA551A030000', 'hex'))).toMatchObject({ status: 400, reason: 'CHECKSUM' });
  expect(await post(summed('AB551A0311'))).toMatchObject({ status: 400, reason: 'AGREEMENT' });
  expect(await post(Buffer.alloc(0))).toMatchObject({ status: 400 });
  expect(await post(summed('AA551AFF11'))).toMatchObject({ status: 400, reason: 'unknown' });
  expect(await post(summed('AA551A0211'))).toMatchObject({ status: 400, reason: 'auth_fail' });
  expect(await access.latest(secret.id, 'temp')).toBeUndefined();
  expect((await access.row(config)).badFrames).toBe(4);
});

test('an id that no text may hold is refused, and states and frames are still stored', async () => {
  const fieldsOfJson = [{ deviceConnectConfigFieldType: 'property', fieldName: '$.t', iotFieldName: 'temp' }];
  const config = await access.make({ deviceConnectType: 'http' }, fieldsOfJson);
  for (const id of ['a\u0000b', '\ud800', '\u001f\u0085', 'x'.repeat(3000), '__proto__'])
    expect(await access.post(config, JSON.stringify({ id, t: 1 }), config.secret), id.slice(0, 9)).toMatchObject({
      status: 400,
      reason: 'unknown',
    });
  expect(await access.verdicts(config)).toEqual(Array.from({ length: 5 }, () => 'unknown'));
  expect(await access.row(config)).toMatchObject({ rxFrames: 5, channelState: 'running' });
  expect(await access.lastError(config)).toContain('没有这台设备 __proto__');
});

test('an address outside the allowed networks and a disabled configuration send nothing', async () => {
  const config = await httpOf();
  const update = (values: object) =>
    iot.post('iot/connection-service/connection/update', { id: config.connectionId, ...values });
  await update({ allowFrom: '10.9.0.0/16' });
  await part.settle();
  expect(await access.post(config, summed('AA551A0115'), config.secret)).toMatchObject({ status: 403, reason: 'away' });
  expect(await access.lastError(config)).toContain('不在允许的网段');
  await update({ allowFrom: '' });
  await access.saved({ id: config.id, status: 0 });
  expect(await access.post(config, summed('AA551A0115'), config.secret)).toMatchObject({ status: 401 });
  await access.saved({ id: config.id, status: 1 });
  await deviceOf('1A05');
  expect(await access.post(config, summed('AA551A0515'), config.secret)).toMatchObject({ status: 200 });
  await iot.post(`iot/connection-service/connection/stop`, { id: config.connectionId });
  await part.settle();
  expect(await access.post(config, summed('AA551A0515'), config.secret)).toMatchObject({ status: 401 });
});

test('a WebSocket carries one frame a message, and is answered on it', async () => {
  const config = await webOf({ replyRule: { template: 'AA55{deviceId:2}06', after: 'commit' } });
  const device = await deviceOf('1B01');
  for (const isInQuery of [true, false]) {
    const socket = await access.socket(config, config.secret, isInQuery);
    const heard = once(socket, 'message');
    socket.send(summed(isInQuery ? 'AA551B0121' : 'AA551B0122'));
    const [answer] = (await heard) as [Buffer];
    expect(answer.toString('hex').toUpperCase()).toBe('AA551B0106');
  }
  expect(await access.latest(device.id, 'temp')).toBe(0x22);
  expect((await access.row(config)).onlineDevices).toBe(1);
  await access.closeAll();
  await expect.poll(async () => (await access.row(config)).onlineDevices).toBe(0);
});

const closeCode = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

test('a WebSocket without the right token is refused, and a new secret closes those that are open', async () => {
  const config = await webOf();
  await expect(access.socket(config, 'wrong-secret-0123456789')).rejects.toThrow('401');
  await expect(access.socket(config, '')).rejects.toThrow('401');
  await expect(access.socket({ id: '999999999999' }, config.secret)).rejects.toThrow('401');
  const http = await httpOf();
  await expect(access.socket(http, http.secret)).rejects.toThrow('401');
  const socket = await access.socket(config, config.secret);
  const closed = closeCode(socket);
  await access.saved({ id: config.id, accessSecret: 'another-secret-0123456789' });
  expect(await closed).toBe(1008);
  await expect(access.socket(config, config.secret)).rejects.toThrow('401');
  expect((await access.socket(config, 'another-secret-0123456789')).readyState).toBe(1);
});

test('20 bad frames, a large message, silence and too many sockets close a WebSocket, each with its reason', async () => {
  const config = await webOf();
  const bad = await access.socket(config, config.secret);
  const closed = closeCode(bad);
  for (let n = 0; n < 20; n += 1) bad.send(Buffer.from('AA551B010000', 'hex'));
  expect(await closed).toBe(1008);
  expect(await access.lastError(config)).toContain('20 个坏帧');
  const large = await access.socket(config, config.secret);
  large.send(Buffer.alloc(4097));
  expect(await closeCode(large)).toBe(1009);
  expect(await access.lastError(config)).toContain('4,096');
  part.channels.limits.firstFrameMs = 150;
  expect(await closeCode(await access.socket(config, config.secret))).toBe(1008);
  part.channels.limits.firstFrameMs = 60_000;
  expect(await access.lastError(config)).toContain('60 秒没有一帧');
  part.channels.limits.sockets = 1;
  const first = await access.socket(config, config.secret);
  expect(await closeCode(await access.socket(config, config.secret))).toBe(1008);
  part.channels.limits.sockets = 2000;
  expect(first.readyState).toBe(1);
});

test('a device that is heard by HTTP is not taken over from another address, and is left after a silence', async () => {
  const config = await httpOf();
  const device = await deviceOf('1C01');
  expect((await access.post(config, summed('AA551C0101'), config.secret)).status).toBe(200);
  expect((await access.row(config)).onlineDevices).toBe(1);
  const port = part.listeners.portOf('http') ?? 0;
  const thief = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.7' });
  const frame = summed('AA551C0199');
  thief.write(
    `POST /iot/c/${config.id} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${config.secret}\r\nContent-Length: ${frame.length}\r\nConnection: close\r\n\r\n`,
  );
  thief.write(frame);
  expect(String(await once(thief, 'data'))).toContain('400');
  expect(await access.latest(device.id, 'temp')).toBe(1);
  expect(await access.lastError(config)).toContain('第二个地址');
  server.clock.pass(20 * 60_000);
  await vi.waitFor(async () => {
    part.channels.sweep();
    expect((await access.row(config)).onlineDevices).toBe(0);
  });
});
