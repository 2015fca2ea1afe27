import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../testing/devices.ts';
import { FramePort, summed } from '../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const at = 'iot/connection-service/connection';
const config = 'blade-system/device/connect/config';
const modelId = await makeModel(iot, 'frame_pump');

const port = new FramePort(server, iot);
afterEach(() => port.closeAll());

const fields = [
  { deviceConnectConfigFieldType: 'deviceId', fieldName: 'id', startBit: 2, endBit: 5, dataType: 'hex' },
  {
    deviceConnectConfigFieldType: 'property',
    iotFieldName: 'temp',
    startBit: 6,
    endBit: 7,
    dataType: 'int',
    scale: '0.1',
  },
  { deviceConnectConfigFieldType: 'checksum', startBit: 8, endBit: 8, algorithm: 'sum8' },
];

/** A frame: AA55, four bytes of id, a temperature in tenths, and the sum of all bytes before it. */
const frameOf = (id: string, temp: number): Buffer =>
  summed(
    `AA55${id}${Math.round(temp * 10)
      .toString(16)
      .padStart(4, '0')}`,
  );

const temperature = (deviceId: string): Promise<unknown> => port.latest(deviceId, 'temp');
const verdicts = async (): Promise<string[]> => (await port.frames(pumps)).map(({ verdict }) => verdict);

const pumps = await port.make({ name: '热泵帧', port: 9502 }, fields);
const { connectionId } = pumps;

test('a frame becomes values of the device that it names, whatever pieces it arrives in', async () => {
  const device = await registerDevice(iot, modelId, 'frame_pump', '01020304', { authType: 'none' });
  await part.settle();
  await expect.poll(async () => (await port.row(pumps)).channelState).toBe('running');
  const socket = await port.dial(pumps);
  const frame = frameOf('01020304', 43.5);
  socket.write(frame.subarray(0, 4));
  socket.write(frame.subarray(4));
  await expect.poll(() => temperature(device.id)).toBe(43.5);
  await expect.poll(() => verdicts()).toEqual(['ok']);
  expect(await port.row(pumps)).toMatchObject({ rxFrames: 1, badFrames: 0, onlineDevices: 1 });
});

test('a spoofed id from a second address changes nothing', async () => {
  const device = await registerDevice(iot, modelId, 'frame_pump', '0A0B0C0D', { authType: 'none' });
  await part.settle();
  (await port.dial(pumps)).write(frameOf('0A0B0C0D', 21));
  await expect.poll(() => temperature(device.id)).toBe(21);
  (await port.dial(pumps, '127.0.0.2')).write(frameOf('0A0B0C0D', 99));
  await expect.poll(() => verdicts()).toContain('auth_fail');
  expect(await temperature(device.id)).toBe(21);
});

test('a device with a secret is not heard by frames, and an unknown id changes nothing', async () => {
  const device = await registerDevice(iot, modelId, 'frame_pump', '11111111');
  await part.settle();
  const socket = await port.dial(pumps);
  socket.write(frameOf('11111111', 50));
  await expect.poll(async () => (await verdicts()).at(0)).toBe('auth_fail');
  await new Promise((resolve) => setTimeout(resolve, 120));
  socket.write(frameOf('22222222', 50));
  await expect.poll(async () => (await verdicts()).at(0)).toBe('unknown');
  expect(await temperature(device.id)).toBeUndefined();
});

test('a changed configuration holds for the next frame, and drops no socket', async () => {
  const device = await registerDevice(iot, modelId, 'frame_pump', '31323334', { authType: 'none' });
  await part.settle();
  const socket = await port.dial(pumps);
  socket.write(frameOf('31323334', 30));
  await expect.poll(() => temperature(device.id)).toBe(30);
  const stored = (await iot.get(`${config}/list/son`, { keyId: pumps.id })).data as Record<string, string>[];
  const field = stored.find((one) => one.iotFieldName === 'temp')!;
  const changed = await iot.post(`${config}/saveOrUpdate/son`, { ...field, scale: '0.01' });
  expect(changed.status, changed.msg).toBe(200);
  await part.settle();
  socket.write(frameOf('31323334', 30));
  await expect.poll(() => temperature(device.id)).toBe(3);
  expect(socket.destroyed).toBe(false);
  await iot.post(`${config}/saveOrUpdate/son`, { ...field, scale: '0.1', version: undefined });
  await part.settle();
});

test('frames without a right checksum are stored as bad, and 20 of them close the socket', async () => {
  const socket = await port.dial(pumps);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setInterval(() => socket.write(Buffer.from('AA55010203040000FF', 'hex')), 80);
  await closed;
  clearInterval(timer);
  expect(
    (await verdicts()).filter((one) => !['ok', 'unknown', 'auth_fail'].includes(one)).length,
  ).toBeGreaterThanOrEqual(20);
});

test('a datagram is one frame', async () => {
  const device = await registerDevice(iot, modelId, 'frame_pump', '55667788', { authType: 'none' });
  const { connectionId: id } = await port.make({ name: '水表集中器', port: 9530, deviceConnectType: 'udp' }, fields);
  const socket = createSocket('udp4');
  socket.send(frameOf('55667788', 12.5), part.channels.portOf(id)!, '127.0.0.1');
  await expect.poll(() => temperature(device.id)).toBe(12.5);
  socket.close();
});

test('a stopped connection closes its port, and a started one opens it', async () => {
  const socket = await port.dial(pumps);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  expect((await iot.post(`${at}/stop`, { id: connectionId })).data.channelState).toBe('stopped');
  await closed;
  expect(part.channels.portOf(connectionId)).toBeUndefined();
  expect((await iot.post(`${at}/start`, { id: connectionId })).data.channelState).toBe('running');
});

test('a port outside DEVICE_PORTS, and a host outside OUTBOUND_HOSTS, are refused in words', async () => {
  const outside = await port.configure({ name: '端口外', port: 8090 }, fields);
  await expect.poll(async () => (await port.row(outside)).channelState).toBe('error');
  expect((await port.row(outside)).lastError).toContain('DEVICE_PORTS');
  let calls = 0;
  const host = createServer(() => (calls += 1)).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const to = { ip: '127.0.0.1', port: (host.address() as { port: number }).port };
  const dialled = await port.configure({ name: '外拨', ...to, deviceConnectType: 'tcp_client' }, fields);
  const { id } = (await iot.post(`${at}/add`, { name: '外拨一号', connectConfigId: dialled.id })).data;
  const started = (await iot.post(`${at}/start`, { id })).data;
  expect(started).toMatchObject({ channelState: 'error', lastError: expect.stringContaining('OUTBOUND_HOSTS') });
  expect(calls).toBe(0);
  host.close();
});

test('bytes without end are closed', async () => {
  const socket = await port.dial(pumps);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(Buffer.alloc(1_000_000, 7));
  await closed;
});
