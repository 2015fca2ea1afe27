import { afterEach, expect, test } from 'vitest';
import { devicesPartOf, makeModel, registerDevice } from '#business/iot/testing/devices.ts';
import { FramePort, summed } from '#business/iot/testing/frame-port.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const operator = await server.as('as_operator');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
const modelId = await makeModel(iot, 'stranger1');
afterEach(() => ports.closeAll());

const fields = [
  { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 7, dataType: 'hex' },
  { deviceConnectConfigFieldType: 'property', startBit: 8, endBit: 8, iotFieldName: 'temp' },
  { deviceConnectConfigFieldType: 'checksum', startBit: 9, endBit: 9, algorithm: 'sum8' },
];
const pool = async (mac: string) =>
  (await operator.get('blade-operation/household-manage/powerOnDeviceList', { size: 100, mac })).data.records as Record<
    string,
    unknown
  >[];
const strangers = async () =>
  (await iot.get('iot/connection-service/connection/strangers')).data as { sender: string; frames: number }[];

test('a frame of an unknown id waits in the pool, once a minute, and becomes a device when it is registered', async () => {
  const config = await ports.make({ name: '陌生帧', port: 9621 }, fields);
  const socket = await ports.dial(config);
  const mac = 'A4CF77000001';
  for (let at = 0; at < 3; at++) {
    socket.write(summed(`AA55${mac}15`));
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  socket.write(Buffer.from('AA55A4CF770000021501', 'hex'));
  await expect.poll(async () => (await ports.frames(config)).length).toBe(4);
  await server.delivered();
  expect(await pool(mac)).toMatchObject([{ mac, bindStatus: 'unbound', ip: '127.0.0.1' }]);
  expect(await pool('A4CF77000002')).toEqual([]);
  expect(
    await server.tables("select 1 from anju_outbox where event = 'device.stranger' and data->>'mac' = $1", [mac]),
  ).toHaveLength(1);
  expect(await strangers()).toMatchObject([{ sender: mac, frames: 3 }]);
  const device = await registerDevice(iot, modelId, 'stranger1', mac, { authType: 'none' });
  await part.settle();
  socket.write(summed(`AA55${mac}16`));
  await expect.poll(() => ports.latest(device.id, 'temp')).toBe(0x16);
  expect(await strangers()).toEqual([]);
});

test('a frame without a checked sum names nobody for the pool', async () => {
  const config = await ports.make({ name: '没有校验', port: 9622 }, fields.slice(0, 2));
  (await ports.dial(config)).write(Buffer.from('AA55A4CF7700000315', 'hex'));
  await expect.poll(async () => (await ports.frames(config)).map(({ verdict }) => verdict)).toEqual(['unknown']);
  await server.delivered();
  expect(await pool('A4CF77000003')).toEqual([]);
});
