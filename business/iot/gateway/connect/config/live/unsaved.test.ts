import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const at = 'blade-system/device/connect/config';
const GOOD = 'AA550102030401C5';
const BAD = 'AA55';

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
const samplesOf = (temp: number) => [
  { name: '出水', frame: GOOD, expect: { deviceId: '01020304', props: { temp } }, sort: 1 },
  { name: '短帧', frame: BAD, refusedAs: 'RANGE', sort: 2 },
];

async function make(name: string, port: number): Promise<string> {
  const made = await iot.post(`${at}/saveOrUpdate`, {
    ...{ name, port, ip: '0.0.0.0', deviceConnectType: 'tcp_server', deviceConnectMethod: 'long' },
    ...{ deviceConnectFormat: 'hex', deviceIdRule: 'field', agreementVal: 'AA55', startBit: 0, endBit: 1 },
  });
  expect(made.status, made.msg).toBe(200);
  const published = await iot.post(`${at}/publish`, {
    keyId: made.data.id,
    fields: fieldsOf('0.1'),
    samples: samplesOf(45.3),
  });
  expect(published.status, published.msg).toBe(200);
  return made.data.id;
}
const stored = async (keyId: string): Promise<unknown> => [
  (await iot.get(`${at}/detail`, { id: keyId })).data,
  (await iot.get(`${at}/list/son`, { keyId })).data,
  (await iot.get(`${at}/list/sample`, { keyId })).data,
];

test('samples are checked against rows that are not saved, and nothing is written', async () => {
  const keyId = await make('未存', 9330);
  const before = await stored(keyId);
  const check = async (body: object) => (await iot.post(`${at}/samples/check`, { keyId, ...body })).data;
  expect(await check({})).toMatchObject({ isRight: true });
  const broken = await check({ fields: fieldsOf('0.01') });
  expect(broken).toMatchObject({
    isRight: false,
    samples: [
      { name: '出水', error: 'temp 应为 45.3，现为 4.53' },
      { name: '短帧', error: null },
    ],
  });
  expect(broken.samples[0].id).not.toBe('');
  const both = await check({ fields: fieldsOf('0.01'), samples: samplesOf(4.53) });
  expect(both).toMatchObject({ isRight: true, samples: [{ id: '', error: null }, { id: '' }] });
  expect(await check({ config: { deviceIdRule: 'const:9' } })).toMatchObject({ isRight: false });
  expect(await check({ samples: [], config: { sampleFrames: `${GOOD}\n${BAD}` } })).toMatchObject({
    samples: [{ frame: GOOD, deviceId: '01020304', error: null }, { frame: BAD }],
  });
  const [, row] = (await iot.get(`${at}/list/son`, { keyId })).data as { id: string }[];
  expect(await check({ fields: [fieldsOf('0.1')[0], { id: row.id, scale: '1' }] })).toMatchObject({
    samples: [{ error: 'temp 应为 45.3，现为 453' }, {}],
  });
  const wrong = await iot.post(`${at}/samples/check`, { keyId, fields: [{ startBit: 'x' }] });
  expect([wrong.status, wrong.data.fields[0].field]).toEqual([400, 'startBit']);
  for (const junk of [{ fields: [{}] }, { samples: [{}] }, { config: { transform: { add: 1, from: 2, to: 3 } } }])
    expect((await iot.post(`${at}/samples/check`, { keyId, ...junk })).status, JSON.stringify(junk)).toBe(200);
  expect(await stored(keyId)).toEqual(before);
  expect((await iot.post(`${at}/samples/check`, { keyId: '1' })).status).toBe(404);
});

test('a publication whose connection breaks in the middle leaves nothing half done, and its repeat completes', async () => {
  const keyId = await make('中断', 9331);
  const before = await stored(keyId);
  const [{ id: sampleId }] = (await iot.get(`${at}/list/sample`, { keyId })).data as { id: string }[];
  const blocker = new pg.Client({ connectionString: server.ownerUrl });
  const killer = new pg.Client({ connectionString: server.appUrl });
  await Promise.all([blocker.connect(), killer.connect()]);
  await blocker.query('begin');
  await blocker.query('select 1 from sys_device_connect_sample where id = $1 for update', [sampleId]);
  const body = {
    keyId,
    config: { agreementKey: 'start' },
    fields: fieldsOf('0.01'),
    samples: [{ id: sampleId, expect: { deviceId: '01020304', props: { temp: 4.53 } } }],
  };
  const publication = iot.post(`${at}/publish`, body);
  const waiting =
    'select pid from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())';
  await expect.poll(async () => (await killer.query(waiting)).rows.length).toBeGreaterThan(0);
  await killer.query(`select pg_terminate_backend(w.pid) from (${waiting}) w`);
  expect((await publication).status).toBeGreaterThanOrEqual(500);
  await blocker.query('rollback');
  await Promise.all([blocker.end(), killer.end()]);
  expect(await stored(keyId)).toEqual(before);
  const again = await iot.post(`${at}/publish`, body);
  expect(again.status, again.msg).toBe(200);
  const [head, sons] = (await stored(keyId)) as [Record<string, unknown>, { scale: string }[]];
  expect([head.agreementKey, head.isLive, Number(sons[1].scale)]).toEqual(['start', true, 0.01]);
});
