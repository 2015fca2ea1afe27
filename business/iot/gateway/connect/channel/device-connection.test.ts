import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const at = 'iot/connection-service/connection';
const config = 'blade-system/device/connect/config';

const parent = (over: object = {}) => ({
  name: '岚能 LN-14',
  ip: '0.0.0.0',
  port: 9502,
  deviceConnectType: 'tcp_server',
  deviceConnectMethod: 'long',
  deviceConnectFormat: 'hex',
  deviceIdRule: 'field',
  agreementVal: 'AA55',
  startBit: 0,
  endBit: 1,
  ...over,
});

const connectionsOf = async (connectConfigId: string): Promise<Record<string, unknown>[]> =>
  (await iot.get(`${at}/page`, { connectConfigId })).data.records;

test('a configuration that waits for devices owns one connection, which goes with it', async () => {
  const { data } = await iot.post(`${config}/saveOrUpdate`, parent());
  const [own, ...others] = await connectionsOf(data.id);
  expect(own).toMatchObject({ name: '岚能 LN-14', channelState: 'stopped' });
  expect(others).toEqual([]);
  const refused = await iot.post(`${at}/delete?ids=${String(own.id)}`);
  expect(refused.reason).toBe('connection.ofConfig');
  await iot.post(`${config}/saveOrUpdate`, { ...parent({ port: 9503 }), id: data.id });
  expect(await connectionsOf(data.id)).toHaveLength(1);
  expect((await iot.post(`${config}/del?ids=${data.id}`)).status).toBe(200);
  expect(await connectionsOf(data.id)).toEqual([]);
});

test('a dialled connection is added, changed, read and removed by each of its addresses', async () => {
  const { data } = await iot.post(`${config}/saveOrUpdate`, parent({ name: '远端', deviceConnectType: 'tcp_client' }));
  expect(await connectionsOf(data.id)).toEqual([]);
  const made = await iot.post(`${at}/add`, {
    name: '远端一号',
    connectConfigId: data.id,
    params: { host: '10.1.2.3', port: 9600 },
  });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  expect((await iot.get(`${at}/info/${id}`)).data).toMatchObject({ params: { host: '10.1.2.3', port: 9600 } });
  const wrong = await iot.post(`${at}/update`, { id, allowFrom: '10.0.0.0/8, 300.1.1.1' });
  expect(wrong.reason).toBe('connection.networkWrong');
  expect((await iot.post(`${at}/update`, { id, allowFrom: '10.0.0.0/8' })).status).toBe(200);
  expect((await iot.get(`${at}/detail`, { id })).data.allowFrom).toBe('10.0.0.0/8');
  const tried = await iot.post(`${at}/test`, { id, frame: 'AA5501' });
  expect(tried.data).toMatchObject({ ok: false, msg: expect.stringContaining('OUTBOUND_HOSTS') });
  expect(tried.data.frame).not.toBeNull();
  expect((await iot.post(`${at}/delete?ids=${id}`)).status).toBe(200);
  expect((await iot.get(`${at}/detail`, { id })).status).toBe(404);
});

test('the port of another company is refused as taken, without a word about that company', async () => {
  const theirs = await server.as('as_iot', { tenantId: '000002' });
  expect((await iot.post(`${config}/saveOrUpdate`, parent({ name: '水表', port: 9530 }))).status).toBe(200);
  const refused = await theirs.post(`${config}/saveOrUpdate`, parent({ name: '别家', port: 9530 }));
  expect([refused.status, refused.reason]).toEqual([409, 'connection.portTaken']);
  expect(refused.msg).toBe('端口 9530 已被占用，请换一个');
});

test('only engineers read frames', async () => {
  const { data } = await iot.post(`${config}/saveOrUpdate`, parent({ name: '看帧', port: 9531 }));
  const [{ id }] = await connectionsOf(data.id);
  expect((await iot.get(`${at}/frames`, { id: String(id) })).data).toEqual([]);
  for (const role of ['as_manager', 'as_admin', 'as_technician'] as const)
    expect((await (await server.as(role)).get(`${at}/frames`, { id: String(id) })).status).toBe(403);
});
