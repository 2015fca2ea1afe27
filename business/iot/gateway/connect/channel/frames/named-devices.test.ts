import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, makeModel, registerDevice } from '../../../../testing/devices.ts';
import { FramePort, summed } from '../../../../testing/frame-port.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const ports = new FramePort(server, iot);
afterAll(() => ports.closeAll());
const modelId = await makeModel(iot, 'many');
const device = (key: string, more: object = {}): Promise<{ id: string }> =>
  registerDevice(iot, modelId, 'many', key, { authType: 'none', ...more });
const [hub, child, other] = [await device('HUB1'), await device('C1'), await device('C2')];

const together = await ports.make(
  {
    name: '集中器',
    port: 9641,
    deviceConnectFormat: 'json',
    deviceIdRule: 'json:$.g',
    agreementVal: null,
    startBit: null,
    endBit: null,
    framing: { kind: 'delimiter', delimiter: '0A' },
  },
  [
    { deviceConnectConfigFieldType: 'deviceId', fieldName: '$.d[*].id' },
    { deviceConnectConfigFieldType: 'property', fieldName: '$.d[*].v', iotFieldName: 'temp' },
  ],
);
const alone = await ports.make(
  { name: '单表', port: 9642, framing: { kind: 'fixed', length: 6, startMarker: 'AA55' } },
  [
    { deviceConnectConfigFieldType: 'deviceId', startBit: 2, endBit: 3, dataType: 'hex' },
    { deviceConnectConfigFieldType: 'property', startBit: 4, endBit: 4, iotFieldName: 'temp' },
    { deviceConnectConfigFieldType: 'checksum', startBit: 5, endBit: 5, algorithm: 'sum8' },
  ],
);

const frameOf = (...of: { id: string; v: number }[]): string => `${JSON.stringify({ g: 'HUB1', d: of })}\n`;

test('a frame of a concentrator brings values of its devices, but not of one that speaks from another address', async () => {
  const first = await ports.dial(together);
  first.write(frameOf({ id: 'C1', v: 21 }, { id: 'C2', v: 22 }));
  await expect.poll(() => ports.latest(child.id, 'temp')).toBe(21);
  expect(await ports.latest(other.id, 'temp')).toBe(22);
  const meter = await device('0D01');
  await part.settle();
  (await ports.dial(alone, '127.0.0.2')).write(summed('AA550D0115'));
  await expect.poll(() => ports.latest(meter.id, 'temp')).toBe(21);
  first.write(frameOf({ id: '0D01', v: 99 }, { id: 'C1', v: 23 }));
  await expect.poll(() => ports.latest(child.id, 'temp')).toBe(23);
  expect(await ports.latest(meter.id, 'temp')).toBe(21);
  expect(String((await ports.row(together)).lastError)).toContain('0D01 127.0.0.1');
  expect(await ports.latest(hub.id, 'temp')).toBeUndefined();
});

test('two sockets of one address that name a device by turns keep it connected, without a log entry each time', async () => {
  const meter = await device('0D05');
  await part.settle();
  const sockets = [await ports.dial(alone), await ports.dial(alone)];
  for (let value = 1; value <= 6; value += 1) {
    sockets[value % 2].write(summed(`AA550D050${value}`));
    await expect.poll(() => ports.latest(meter.id, 'temp')).toBe(value);
  }
  sockets[1].destroy();
  sockets[0].write(summed('AA550D0507'));
  await expect.poll(() => ports.latest(meter.id, 'temp')).toBe(7);
  await part.presence.flush();
  const logs = await server.tables<{ content: string }>('select content from op_device_log where device_id = $1', [
    meter.id,
  ]);
  expect(logs.filter(({ content }) => content.includes('127.0.0.1'))).toEqual([]);
});

test('a device is found by its MAC, although another company has a device with that key', async () => {
  const named = await device('named', { mac: 'AA:BB:CC:00:0D:02', serialNumber: '0d-02' });
  const stranger = await server.as('as_iot', { tenantId: '100001' });
  await registerDevice(stranger, await makeModel(stranger, 'theirs'), 'theirs', '0D02', { authType: 'none' });
  await part.settle();
  (await ports.dial(alone)).write(summed('AA550D0217'));
  await expect.poll(() => ports.latest(named.id, 'temp')).toBe(23);
});

test('a changed serial number is followed, and the old one names no device', async () => {
  const meter = await device('serial', { serialNumber: '0D03' });
  await part.settle();
  const socket = await ports.dial(alone);
  socket.write(summed('AA550D0311'));
  await expect.poll(() => ports.latest(meter.id, 'temp')).toBe(0x11);
  expect((await iot.post('iot/device-thing-instance/update', { id: meter.id, serialNumber: '0D04' })).status).toBe(200);
  await part.settle();
  socket.write(summed('AA550D0312'));
  socket.write(summed('AA550D0413'));
  await expect.poll(() => ports.latest(meter.id, 'temp')).toBe(0x13);
  await expect.poll(async () => (await ports.frames(alone)).map(({ verdict }) => verdict)).toContain('unknown');
});
