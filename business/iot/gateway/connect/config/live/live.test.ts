import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const at = 'blade-system/device/connect/config';

const GOOD = 'AA5501020304 01C5';
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

async function make(name: string, port: number): Promise<string> {
  const made = await iot.post(`${at}/saveOrUpdate`, {
    name,
    ip: '0.0.0.0',
    port,
    deviceConnectType: 'tcp_server',
    deviceConnectMethod: 'long',
    deviceConnectFormat: 'hex',
    deviceIdRule: 'field',
    agreementVal: 'AA55',
    startBit: 0,
    endBit: 1,
  });
  expect(made.status, made.msg).toBe(200);
  return made.data.id as string;
}

const headOf = async (id: string) => (await iot.get(`${at}/getById`, { id })).data;
const sonsOf = async (keyId: string) =>
  (await iot.get(`${at}/list/son`, { keyId })).data as (Record<string, unknown> & { id: string })[];
const samplesOf = async (keyId: string) =>
  (await iot.get(`${at}/list/sample`, { keyId })).data as Record<string, unknown>[];
const publish = (body: object) => iot.post(`${at}/publish`, body);

test('a publication replaces fields and samples in one step; a sample without an expectation gets what it decodes to', async () => {
  const keyId = await make('发布', 9310);
  const before = await headOf(keyId);
  const done = await publish({
    keyId,
    liveVersion: before.liveVersion,
    config: { agreementKey: 'magic' },
    fields: fieldsOf('0.1'),
    samples: [
      { name: '出水 45.3', frame: GOOD, expect: { deviceId: '01020304', props: { temp: 45.3 }, events: [] } },
      { name: '太短', frame: 'AA5501', refusedAs: 'RANGE' },
    ],
  });
  expect(done.status, done.msg).toBe(200);
  expect(done.data.liveVersion).toBe(before.liveVersion + 1);
  expect(await headOf(keyId)).toMatchObject({ agreementKey: 'magic', isLive: true });
  expect(await headOf(keyId)).not.toHaveProperty('live');
  expect((await sonsOf(keyId)).map(({ iotFieldName }) => iotFieldName ?? '')).toEqual(['', 'temp']);
  const more = await iot.post('blade-system/device/connect/sample/submit', { keyId, name: '自动', frame: GOOD });
  expect(more.data.expect).toEqual({ deviceId: '01020304', props: { temp: 45.3 }, events: [] });
  const { data } = await iot.post(`${at}/samples/check`, { keyId });
  expect(data).toMatchObject({ isRight: true, samples: [{ name: '出水 45.3' }, { name: '太短' }, { name: '自动' }] });
});

test('a publication that breaks a sample is refused with the name of the sample, and changes nothing', async () => {
  const keyId = await make('坏发布', 9311);
  const samples = [{ name: '出水', frame: GOOD, expect: { deviceId: '01020304', props: { temp: 45.3 } } }];
  expect((await publish({ keyId, fields: fieldsOf('0.1'), samples })).status).toBe(200);
  const [head, sons] = [await headOf(keyId), await sonsOf(keyId)];
  const refused = await publish({ keyId, config: { agreementKey: 'other' }, fields: fieldsOf('0.01') });
  expect([refused.status, refused.reason]).toEqual([409, 'platform.notLive']);
  expect(refused.msg).toBe('不能生效：样例“出水”temp 应为 45.3，现为 4.53');
  expect(await headOf(keyId)).toEqual(head);
  expect(await sonsOf(keyId)).toEqual(sons);
  const wrong = await publish({ keyId, fields: [{ ...fieldsOf('0.1')[1], whenExpr: 'func in (' }] });
  expect([wrong.status, wrong.reason]).toEqual([409, 'platform.notLive']);
  const outdated = await publish({ keyId, liveVersion: head.liveVersion - 1, fields: fieldsOf('0.1') });
  expect([outdated.status, outdated.reason]).toEqual([409, 'platform.publishedMeanwhile']);
});

test('a single change that breaks a sample stays a draft and says so; the change that mends it makes both live', async () => {
  const keyId = await make('单字段', 9312);
  const samples = [{ name: '出水', frame: GOOD, expect: { deviceId: '01020304', props: { temp: 45.3 } } }];
  expect((await publish({ keyId, fields: fieldsOf('0.1'), samples })).status).toBe(200);
  const { liveVersion } = await headOf(keyId);
  const [id, temp] = await sonsOf(keyId);
  const drafted = await iot.post(`${at}/saveOrUpdate/son`, { id: temp.id, keyId, iotFieldName: 'outletTemp' });
  expect([drafted.status, drafted.msg]).toEqual([200, '已存为草稿，未生效：样例“出水”temp 应为 45.3，现为 —']);
  expect(await headOf(keyId)).toMatchObject({ liveVersion, isLive: false });
  const other = await iot.post(`${at}/saveOrUpdate/son`, { id: id.id, keyId, txt: '还是草稿' });
  expect(other.msg).toContain('未生效');
  const [sample] = await samplesOf(keyId);
  const mended = await iot.post('blade-system/device/connect/sample/submit', {
    ...sample,
    expect: { deviceId: '01020304', props: { outletTemp: 45.3 } },
  });
  expect([mended.status, mended.msg]).toEqual([200, '操作成功!']);
  expect(await headOf(keyId)).toMatchObject({ liveVersion: liveVersion + 1, isLive: true });
  const removed = await iot.post(`${at}/del/son?ids=${temp.id}`);
  expect([removed.status, removed.msg]).toEqual([200, '已存为草稿，未生效：样例“出水”outletTemp 应为 45.3，现为 —']);
  expect(await headOf(keyId)).toMatchObject({ liveVersion: liveVersion + 1, isLive: false });
});

test('only writers publish', async () => {
  const keyId = await make('权限', 9313);
  const manager = await server.as('as_manager');
  expect((await manager.post(`${at}/publish`, { keyId, fields: [] })).status).toBe(403);
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.post(`${at}/publish`, { keyId, fields: [] })).status).toBe(404);
});
