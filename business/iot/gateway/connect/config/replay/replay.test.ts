import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../../../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const config = 'blade-system/device/connect/config';
const connection = 'iot/connection-service/connection';

const modelId = await makeModel(iot, 'replay_pump', {
  properties: [{ identifier: 'temp', deadband: '5' }, 'power'],
});
const device = await registerDevice(iot, modelId, 'replay_pump', '51525354', { authType: 'none' });

const fieldsOf = (scale: string, length = 7) => [
  { deviceConnectConfigFieldType: 'deviceId', fieldName: 'did', startBit: 2, endBit: 5, dataType: 'hex', sort: 1 },
  {
    deviceConnectConfigFieldType: 'property',
    iotFieldName: 'temp',
    startBit: 6,
    endBit: length,
    dataType: 'int',
    scale,
    sort: 2,
  },
];
const made = await iot.post(`${config}/saveOrUpdate`, {
  name: '重放',
  ip: '0.0.0.0',
  port: 9550,
  deviceConnectType: 'tcp_server',
  deviceConnectMethod: 'long',
  deviceConnectFormat: 'hex',
  deviceIdRule: 'field',
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
});
const keyId = made.data.id as string;
expect((await iot.post(`${config}/publish`, { keyId, fields: fieldsOf('0.01') })).status).toBe(200);
await part.settle();
const [{ id: connectionId }] = (await iot.get(`${connection}/page`, { connectConfigId: keyId })).data.records;

const history = () =>
  server.tables("select (data->>'temp')::float8 as temp from iot_telemetry where device_id = $1 order by ts", [
    device.id,
  ]) as Promise<{ temp: number }[]>;

async function replayed(body: object): Promise<Record<string, unknown>> {
  const started = await iot.post(`${config}/replay`, { keyId, ...body });
  expect(started.status, started.msg).toBe(200);
  const { job } = started.data;
  await expect
    .poll(async () => (await iot.get('blade-core/job', { id: job })).data.state, { timeout: 30_000 })
    .toMatch(/done|failed/);
  const { state, answer, error } = (await iot.get('blade-core/job', { id: job })).data;
  expect([state, error]).toEqual(['done', '']);
  return answer as Record<string, unknown>;
}

test('frames of the last day are decoded again after the configuration was mended; a repeat changes nothing', async () => {
  expect((await iot.post(`${config}/replay`, { keyId })).reason).toBe('platform.noDevicesYet');
  await expect.poll(() => part.channels.portOf(connectionId)).toBeDefined();
  const socket = connect({ port: part.channels.portOf(connectionId)!, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const temp of ['012C', '012D', '0258', '012E']) {
    socket.write(Buffer.from(`AA5551525354${temp}`, 'hex'));
    // A pause, so that each write is a frame of its own.
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  socket.write(Buffer.from('AA5551', 'hex'));
  await expect
    .poll(async () => {
      await part.channels.flush();
      return (await iot.get(`${connection}/frames`, { id: connectionId })).data.length;
    })
    .toBe(5);
  await drained(part);
  socket.destroy();
  const before = await history();
  expect(before.length > 0 && before.every(({ temp }) => temp < 10)).toBe(true);
  expect((await iot.post(`${config}/publish`, { keyId, fields: fieldsOf('0.1') })).status).toBe(200);
  const found = { frames: 5, devices: 1, failed: 1, unknown: 0, firstFailure: { hex: 'AA5551' } };
  const dry = await replayed({ dry: true });
  expect(dry).toMatchObject({ ...found, isDry: true });
  expect(await history()).toEqual(before);
  expect(await replayed({})).toMatchObject({ ...found, isDry: false, added: dry.added, changed: dry.changed });
  expect((await history()).every(({ temp }) => temp >= 30)).toBe(true);
  const after = await history();
  expect(await replayed({})).toMatchObject({ ...found, added: 0, changed: 0 });
  expect(await history()).toEqual(after);
  const long = { from: '2026-11-01 00:00:00', to: '2026-11-03 00:00:00' };
  expect((await iot.post(`${config}/replay`, { keyId, ...long })).reason).toBe('platform.replaySpan');
});
