import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { devicesPartOf, drained, makeModel, registerDevice } from '../../../../testing/devices.ts';

const server = await openTestServer(import.meta.url, { parts: ['devices'] });
const iot = await server.as('as_iot');
const part = devicesPartOf(server);
const config = 'blade-system/device/connect/config';
const connection = 'iot/connection-service/connection';

const modelId = await makeModel(iot, 'live_pump');
const device = await registerDevice(iot, modelId, 'live_pump', '41424344', { authType: 'none' });

const fieldsOf = (scale: string) => [
  { deviceConnectConfigFieldType: 'deviceId', fieldName: 'did', startBit: 2, endBit: 5, dataType: 'hex', sort: 1 },
  {
    deviceConnectConfigFieldType: 'property',
    iotFieldName: 'temp',
    startBit: 6,
    endBit: 7,
    dataType: 'int',
    scale,
    sort: 2,
  },
];
const made = await iot.post(`${config}/saveOrUpdate`, {
  name: '在用',
  ip: '0.0.0.0',
  port: 9540,
  deviceConnectType: 'tcp_server',
  deviceConnectMethod: 'long',
  deviceConnectFormat: 'hex',
  deviceIdRule: 'field',
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
});
const keyId = made.data.id as string;
const samples = [{ name: '出水', frame: 'AA5541424344012C', expect: { deviceId: '41424344', props: { temp: 30 } } }];
expect((await iot.post(`${config}/publish`, { keyId, fields: fieldsOf('0.1'), samples })).status).toBe(200);
await part.settle();
const [{ id: connectionId }] = (await iot.get(`${connection}/page`, { connectConfigId: keyId })).data.records;

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

async function dial(): Promise<Socket> {
  await expect.poll(() => part.channels.portOf(connectionId)).toBeDefined();
  const socket = connect({ port: part.channels.portOf(connectionId)!, host: '127.0.0.1' });
  sockets.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  return socket;
}

async function latest(name: string): Promise<number | undefined> {
  await drained(part);
  const rows = await server.app.db.read({ tenantId: '000000', zone: 'Asia/Shanghai' }, (sql) =>
    sql.query<{ t: number }>('select (data->>$2)::float8 as t from iot_device_latest where device_id = $1', [
      device.id,
      name,
    ]),
  );
  return rows[0]?.t;
}

const sendTemp = (socket: Socket, hex: string): boolean => socket.write(Buffer.from(`AA5541424344${hex}`, 'hex'));

test('a publication holds for the next frame and drops no socket; a draft changes nothing', async () => {
  const socket = await dial();
  sendTemp(socket, '012C');
  await expect.poll(() => latest('temp')).toBe(30);
  const sons = (await iot.get(`${config}/list/son`, { keyId })).data as Record<string, string>[];
  const temp = sons.find(({ iotFieldName }) => iotFieldName === 'temp')!;
  const draft = await iot.post(`${config}/saveOrUpdate/son`, { id: temp.id, keyId, scale: '0.01' });
  expect(draft.msg).toContain('未生效');
  await part.settle();
  sendTemp(socket, '00C8');
  await expect.poll(() => latest('temp')).toBe(20);
  const done = await iot.post(`${config}/publish`, {
    keyId,
    fields: fieldsOf('0.01'),
    samples: [{ ...samples[0], expect: { deviceId: '41424344', props: { temp: 3 } } }],
  });
  expect(done.status, done.msg).toBe(200);
  await part.settle();
  sendTemp(socket, '0190');
  await expect.poll(() => latest('temp')).toBe(4);
  expect(socket.destroyed).toBe(false);
});

test('a stored frame becomes a sample that expects what it means now, and a bad one its refusal', async () => {
  const socket = await dial();
  sendTemp(socket, '0258');
  await expect.poll(() => latest('temp')).toBe(6);
  // A pause, so that the second write is a frame of its own.
  await new Promise((resolve) => setTimeout(resolve, 120));
  socket.write(Buffer.from('AA5541', 'hex'));
  await expect
    .poll(async () => {
      await part.channels.flush();
      return (await iot.get(`${connection}/frames`, { id: connectionId })).data[0]?.verdict;
    })
    .toBe('RANGE');
  const [bad, good] = (await iot.get(`${connection}/frames`, { id: connectionId })).data;
  const store = (frame: { ts: number; no: number }, name: string) =>
    iot.post(`${connection}/frames/sample`, { id: connectionId, ts: frame.ts, no: frame.no, name });
  expect((await store(good, '现场一帧')).data).toMatchObject({
    keyId,
    frame: 'AA 55 41 42 43 44 02 58',
    expect: { deviceId: '41424344', props: { temp: 6 } },
  });
  expect((await store(bad, '短帧')).data).toMatchObject({ fault: 'RANGE' });
  expect((await iot.post(`${config}/samples/check`, { keyId })).data).toMatchObject({ isRight: true });
  expect((await store({ ...good, no: 1 }, '没有')).reason).toBe('platform.frameGone');
  const manager = await server.as('as_manager');
  const refused = await manager.post(`${connection}/frames/sample`, { id: connectionId, ...good, name: 'x' });
  expect(refused.status).toBe(403);
});
