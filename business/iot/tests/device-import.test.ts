import { expect, test } from 'vitest';
import { checked, committed, downloadSheet, sheetOf, sheetWith, uploadSheetFile } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const at = 'iot/device-thing-instance';
const header = ['设备标识*', '设备名称*', '物模型*', 'MAC地址', '序列号', '所属网关'];
const MANY = Number(process.env.IMPORT_ROWS ?? 1500);

async function modelOf(caller: typeof iot, code: string, nodeType: string): Promise<void> {
  const { id } = (
    await caller.post('iot/device-thing-model/add', {
      modelCode: code,
      modelName: `型号${code}`,
      category: 'gateway',
      nodeType,
      authType: 'device_secret',
    })
  ).data;
  await caller.post('iot/device-model-attribute/add', {
    modelId: id,
    identifier: 'cpu',
    name: '处理器',
    dataType: 'float',
  });
  expect((await caller.post(`iot/device-thing-model/publish/${id}`)).status).toBe(200);
}

await modelOf(iot, 'gw_sheet', 'gateway');
await modelOf(iot, 'sub_sheet', 'sub');
const macOf = (n: number): string => `A4CF${n.toString(16).toUpperCase().padStart(8, '0')}`;
const row = (n: number, more: Partial<Record<number, string>> = {}): string[] =>
  [`dev-${n}`, `设备${n}`, 'sub_sheet', macOf(n), `SN${n}`, ''].map((cell, column) => more[column] ?? cell);

test('the device sheet names models by code and gateways by MAC, and a repeat changes nothing', async () => {
  const template = await downloadSheet(iot, `${at}/import-template`);
  expect((await sheetOf(template.bytes))[0]).toEqual(expect.arrayContaining(['设备标识*', 'MAC地址', '所属网关']));
  const gateways = await checked(iot, at, await sheetWith([header, row(1, { 2: 'gw_sheet' })]));
  expect(gateways.data.counts).toMatchObject({ new: 1 });
  await committed(iot, at, gateways.data.batch);
  const colons = macOf(1).replaceAll(/(..)(?=.)/g, '$1:');
  const sheet = await sheetWith([
    header,
    row(2, { 5: colons.replaceAll(':', '') }),
    row(3, { 3: 'A4-CF-00-00-00-03' }),
  ]);
  const page = await checked(iot, at, sheet);
  expect(page.data.counts, JSON.stringify(page.data.records)).toMatchObject({ new: 2, refused: 0 });
  await committed(iot, at, page.data.batch);
  const child = (await iot.get(`${at}/page`, { deviceKey: 'dev-2' })).data.records[0];
  expect(child._names).toMatchObject({ parentId: '设备1', modelId: '型号sub_sheet' });
  expect((await checked(iot, at, sheet)).data.counts).toMatchObject({ new: 0, unchanged: 2 });
});

test('a wrong row has its own refusal: a foreign key, a wrong gateway, a missing model', async () => {
  const other = await server.as('as_iot', { tenantId: '100001' });
  await modelOf(other, 'sub_sheet', 'sub');
  const [model] = (await other.get('iot/device-thing-model/page')).data.records;
  await other.post(`${at}/add`, { deviceKey: 'dev-12', deviceName: '他人的', modelId: model.id });
  const page = await checked(
    iot,
    at,
    await sheetWith([
      header,
      row(10),
      row(12),
      row(13, { 2: 'none' }),
      row(14, { 5: macOf(3) }),
      row(15, { 0: 'a/b' }),
      row(16),
    ]),
  );
  expect(page.data.counts).toMatchObject({ new: 2, refused: 4 });
  const errors = new Map(
    page.data.records.map((one: { row: number; problems: { msg: string }[] }) => [one.row, one.problems[0]?.msg]),
  );
  expect([3, 4, 5, 6].map((n) => errors.get(n))).toEqual([
    '设备标识 dev-12 已被登记',
    '物模型不存在或已停用',
    '所属网关必须是网关或直连设备',
    '设备标识只含字母、数字和 . _ : -',
  ]);
  const dry = await uploadSheetFile(iot, `${at}/import?dryRun=true`, await sheetWith([header, row(12), row(17)]));
  expect(dry.data, dry.msg).toMatchObject({ ok: 1, failed: 1, errors: [{ row: 2, msg: '设备标识 dev-12 已被登记' }] });
  expect((await iot.get(`${at}/page`, { deviceKey: 'dev-17' })).data.total).toBe(0);
});

test('many devices are imported together, and a repeat is no change', async () => {
  const sheet = await sheetWith([header, ...Array.from({ length: MANY }, (_, n) => row(10_000 + n))]);
  const began = performance.now();
  const page = await checked(iot, at, sheet);
  const read = performance.now();
  expect(page.data.counts).toMatchObject({ new: MANY, refused: 0 });
  const done = await committed(iot, at, page.data.batch);
  expect(done.data.counts).toMatchObject({ new: MANY, refused: 0 });
  const saved = performance.now();
  if (process.env.IMPORT_ROWS)
    console.log(`${MANY} rows: dry ${Math.round(read - began)} ms, saved ${Math.round(saved - read)} ms`);
  const [{ n }] = await server.tables<{ n: number }>(
    "select count(*)::int as n from iot_device_key where tenant_id = '000000' and key like 'dev-1____'",
  );
  expect(n).toBe(Math.min(MANY, 10_000));
  expect((await checked(iot, at, sheet)).data.counts).toMatchObject({ new: 0, unchanged: MANY });
});
