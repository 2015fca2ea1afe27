import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { tableOfPaper } from '#kernel/server/schema/paper-table.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { isAllowed, databasePlaceOf } from './address.rules.ts';
import { camel, fieldName, identifierOf } from './definition-text.rules.ts';

const owner = new URL(process.env.ANJU_TEST_OWNER_URL!);
const server = await openTestServer(import.meta.url, { env: { OUTBOUND_HOSTS: `${owner.hostname}:${owner.port}` } });
const admin = await server.as('admin', { who: 'keeper' });
const own = new URL(server.ownerUrl);
const url = `jdbc:postgresql://${own.hostname}:${own.port}${own.pathname}`;
const login = { username: decodeURIComponent(own.username), password: decodeURIComponent(own.password) || 'none' };
await server.tables(
  'create table biz_boiler (id bigint primary key, boiler_no varchar(32) not null, model_text varchar(64), contact_phone varchar(20), made_on date, power_kw numeric(10,2), is_old boolean, remark text, create_time timestamptz)',
);
await server.tables("comment on column biz_boiler.boiler_no is '锅炉''编号\"${x}`'");

const source = async (over: object = {}) =>
  admin.post('blade-develop/datasource/submit', { name: `库${Math.random()}`, url, ...login, ...over });

/** Return the files of an archive by path, from its central directory. */
function filesIn(zip: Buffer): Map<string, string> {
  const out = new Map<string, string>();
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const [packed, length, begin] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const data = begin + 30 + zip.readUInt16LE(begin + 26) + zip.readUInt16LE(begin + 28);
    out.set(
      zip.subarray(at + 46, at + 46 + length).toString(),
      inflateRawSync(zip.subarray(data, data + packed)).toString(),
    );
    at += 46 + length;
  }
  return out;
}

test('a connection test really connects, and only to hosts that the server’s operator allows', async () => {
  const {
    data: { id },
  } = await source();
  const tried = await admin.post(`blade-develop/datasource/test?id=${id}`);
  expect(tried.status, tried.msg).toBe(200);
  expect(tried.data.tables).toBeGreaterThan(50);
  expect(
    (
      await admin.post('blade-develop/datasource/test', {
        id: (await source({ password: 'wrong', username: 'nobody_here' })).data.id,
      })
    ).reason,
  ).toMatch(/wrongLogin|noConnection/);
  expect(
    (
      await admin.post('blade-develop/datasource/test', {
        id: (await source({ url: url.replace(/[^/]+$/, 'no_such_db') })).data.id,
      })
    ).reason,
  ).toBe('platform.noDatabase');
  for (const elsewhere of [
    'jdbc:postgresql://169.254.169.254:5432/x',
    'jdbc:postgresql://localhost:1/x',
    `jdbc:postgresql://${own.hostname}:1/x`,
  ]) {
    const far = await admin.post('blade-develop/datasource/test', { id: (await source({ url: elsewhere })).data.id });
    expect([far.status, far.reason], elsewhere).toEqual([403, 'platform.hostNotAllowed']);
  }
  for (const other of [
    'jdbc:mysql://127.0.0.1/x',
    'jdbc:h2:mem:x;INIT=RUNSCRIPT',
    'jdbc:postgresql://me:pw@127.0.0.1/x',
    'postgresql:///x',
  ])
    expect((await source({ url: other })).reason, other).toBe('platform.onlyPostgres');
  expect((await admin.get('blade-develop/datasource/select')).data[0]).toEqual({
    id: expect.any(String),
    name: expect.any(String),
  });
  expect(databasePlaceOf('jdbc:postgresql://db.example:6543/shop')).toEqual({
    host: 'db.example',
    port: 6543,
    database: 'shop',
  });
  expect([isAllowed([], 'a', 1), isAllowed(['a'], 'A', 1), isAllowed(['a:1'], 'a', 2)]).toEqual([false, true, false]);
});

test('a table becomes a model, and a zip with a valid definition', async () => {
  const {
    data: { id: datasourceId },
  } = await source();
  const tables = (await admin.get('blade-develop/model/table-list', { datasourceId })).data as { name: string }[];
  expect(tables.map((one) => one.name)).toContain('biz_boiler');
  const info = (await admin.get('blade-develop/model/table-info', { tableName: 'biz_boiler', datasourceId })).data;
  expect(info).toMatchObject({
    entityName: 'bizBoiler',
    fields: expect.arrayContaining([
      expect.objectContaining({ jdbcName: 'boiler_no', propertyName: 'boilerNo', isRequired: true }),
    ]),
  });
  const {
    data: { id: modelId },
  } = await admin.post('blade-develop/model/submit', {
    modelName: '锅炉',
    modelCode: 'boiler',
    modelTable: 'biz_boiler',
    datasourceId,
  });
  const found = (await admin.get('blade-develop/model/model-prototype', { modelId, datasourceId })).data as Record<
    string,
    unknown
  >[];
  const saved = await admin.post(
    'blade-develop/model/submit-list',
    found.filter((one) => one.isForm).map((one) => ({ ...one, modelId })),
  );
  expect(saved.status, saved.msg).toBe(200);
  const columns = (await admin.get('blade-develop/model-prototype/select', { modelId })).data as Record<
    string,
    unknown
  >[];
  expect([
    columns.length,
    columns.flatMap(Object.values).filter((value) => value === null || typeof value === 'boolean'),
    columns[0].isForm,
  ]).toEqual([7, [], 1]);
  const {
    data: { id },
  } = await admin.post('blade-develop/code/submit', {
    codeName: '锅炉',
    tableName: 'biz_boiler',
    tablePrefix: 'biz_',
    packageName: 'com.example.heating',
    datasourceId,
    apiPath: '/etc',
    webPath: '../../..',
  });
  const copied = await admin.post(`blade-develop/code/copy?id=${id}`);
  expect(copied.data.id).not.toBe(id);
  const answer = await fetch(`${server.base}/api/blade-develop/code/gen-code?ids=${id}&system=saber`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${admin.token}`, 'Tenant-Id': '000000' },
  });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = filesIn(Buffer.from(await answer.arrayBuffer()));
  expect([...files.keys()]).toEqual(
    ['boiler.paper.ts', 'boiler.test.ts', 'boiler.menu.json'].map((file) => `business/heating/boiler/${file}`),
  );
  const folder = mkdtempSync(join(process.cwd(), '.anju', 'generated-'));
  try {
    const file = join(folder, 'boiler.paper.ts');
    writeFileSync(file, files.get('business/heating/boiler/boiler.paper.ts')!);
    const { boiler } = await import(pathToFileURL(file).href);
    expect(storedFields(boiler).map(([name, field]) => [name, field.kind])).toEqual([
      ['boilerNo', 'text'],
      ['modelText', 'text'],
      ['contactPhone', 'phone'],
      ['madeOn', 'day'],
      ['powerKw', 'quantity'],
      ['isOld', 'flag'],
      ['remark', 'longText'],
    ]);
    expect(tableOfPaper(boiler, new Map()).columns.map((one) => one.name)).toContain('boiler_no');
    expect(boiler.fields.boilerNo).toMatchObject({ label: ['锅炉 编号 x', 'Boiler no'], required: true, max: 32 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(
    (JSON.parse(files.get('business/heating/boiler/boiler.menu.json')!) as { code: string }[]).map((one) => one.code),
  ).toContain('biz_boiler_add');
  // A plan with a model generates the same definition, named by the model.
  const {
    data: { id: ofModel },
  } = await admin.post('blade-develop/code/submit', {
    codeName: '锅炉',
    tableName: 'biz_boiler',
    tablePrefix: 'biz_',
    packageName: 'com.example.heating',
    modelId,
  });
  const modelled = await fetch(`${server.base}/api/blade-develop/code/gen-code?ids=${ofModel}&system=saber3`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${admin.token}`, 'Tenant-Id': '000000' },
  });
  expect(filesIn(Buffer.from(await modelled.arrayBuffer())).get('business/heating/boiler/boiler.paper.ts')).toContain(
    "boilerNo: text(['锅炉 编号 x', 'Boiler no'], { required: true",
  );
  expect((await admin.post(`blade-develop/code/gen-code?ids=${id}&system=vue9`)).reason).toBe('platform.unknownSystem');
  expect((await admin.post('blade-develop/code/gen-code')).reason).toBe('platform.idMissing');
  expect((await (await server.as('as_cs')).post(`blade-develop/code/gen-code?ids=${id}`)).status).toBe(403);
  expect(
    (await (await server.as('admin', { tenantId: '100001' })).post(`blade-develop/code/gen-code?ids=${id}`)).status,
  ).toBe(404);
});

/** Return the archive of a plan. */
async function generated(id: string): Promise<Map<string, string>> {
  const answer = await fetch(`${server.base}/api/blade-develop/code/gen-code?ids=${id}&system=saber`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${admin.token}`, 'Tenant-Id': '000000' },
  });
  expect(answer.headers.get('content-type'), answer.ok ? '' : await answer.text()).toBe('application/zip');
  return filesIn(Buffer.from(await answer.arrayBuffer()));
}

/** Write the definitions of an archive to a folder and import them, as the product does. */
async function definitionsIn(files: Map<string, string>): Promise<AnyPaper[]> {
  const folder = mkdtempSync(join(process.cwd(), '.anju', 'generated-'));
  try {
    return await Promise.all(
      [...files]
        .filter(([name]) => name.endsWith('.paper.ts'))
        .map(async ([name, text]) => {
          const file = join(folder, name.split('/').at(-1)!);
          writeFileSync(file, text);
          return Object.values((await import(pathToFileURL(file).href)) as Record<string, AnyPaper>)[0];
        }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const modelled = async (modelName: string, modelTable: string, columns: readonly object[]): Promise<string> => {
  const {
    data: { id },
  } = await admin.post('blade-develop/model/submit', { modelName, modelCode: modelTable, modelTable });
  const saved = await admin.post(
    'blade-develop/model/submit-list',
    columns.map((column) => ({ jdbcType: 'varchar', isForm: 1, isList: 1, ...column, modelId: id })),
  );
  expect(saved.status, saved.msg).toBe(200);
  return id;
};

test('a tree plan generates rows with parents, a header plan two papers; each names its author', async () => {
  const areas = await modelled('区域', 'biz_area', [
    { jdbcName: 'area_id', jdbcType: 'bigint' },
    { jdbcName: 'area_code', propertyName: 'areaCode' },
    { jdbcName: 'above_id', jdbcType: 'bigint', propertyName: 'aboveId', isForm: 0 },
    { jdbcName: 'area_name', propertyName: 'areaName', jdbcComment: '区域名称' },
    { jdbcName: 'opened', propertyType: 'day' },
  ]);
  const whole = {
    codeName: '区域*/',
    tableName: 'biz_area',
    tablePrefix: 'biz_',
    packageName: 'com.example.heating',
    modelId: areas,
    author: "张三'\n*/",
    templateType: 'tree',
    pkName: 'area_id',
    treeId: 'area_id',
    treePid: 'aboveId',
    treeName: 'area_name',
    feignMode: 1,
    codeStyle: 'element',
  };
  for (const [over, field] of [
    [{ treePid: '' }, 'treePid'],
    [{ treePid: 'nowhere' }, 'treePid'],
    [{ treeName: 'nowhere' }, 'treeName'],
    [{ templateType: 'sub' }, 'subModelId'],
    [{ templateType: 'sub', subModelId: areas, subFkId: 'above_id' }, 'subModelId'],
  ] as const) {
    const refused = await admin.post('blade-develop/code/submit', { ...whole, ...over });
    expect([refused.status, refused.reason, refused.data.fields?.[0]?.field], JSON.stringify(over)).toEqual([
      400,
      'platform.templateUnfinished',
      field,
    ]);
  }
  const {
    data: { id },
  } = await admin.post('blade-develop/code/submit', whole);
  const { data: stored } = await admin.get('blade-develop/code/detail', { id });
  expect(stored).toMatchObject({
    templateType: 'tree',
    treeId: 'area_id',
    treePid: 'aboveId',
    treeName: 'area_name',
    subModelId: '',
    subFkId: '',
    feignMode: 1,
    codeStyle: 'element',
  });
  expect((await admin.get('blade-develop/code/list', { templateType: 'tree' })).data.records).toEqual([
    expect.objectContaining({ id, author: stored.author, treePid: 'aboveId' }),
  ]);
  const files = await generated(id);
  expect([...files.keys()]).toEqual(
    ['area.paper.ts', 'area.test.ts', 'area.menu.json'].map((file) => `business/heating/area/${file}`),
  );
  for (const file of ['area.paper.ts', 'area.test.ts'])
    expect(files.get(`business/heating/area/${file}`)).toContain(' * @author 张三\n */');
  const [tree] = await definitionsIn(files);
  expect([tree.tree, tree.caption, storedFields(tree).map(([name, field]) => [name, field.kind, field.paper])]).toEqual(
    [
      { parent: 'aboveId' },
      'areaName',
      [
        ['areaCode', 'text', undefined],
        ['aboveId', 'ref', 'area'],
        ['areaName', 'text', undefined],
        ['opened', 'day', undefined],
      ],
    ],
  );

  const lines = await modelled('区域设备', 'biz_area_unit', [
    { jdbcName: 'area_id', jdbcType: 'bigint', propertyName: 'areaId' },
    { jdbcName: 'unit_no', propertyName: 'unitNo', isRequired: 1 },
  ]);
  const {
    data: { id: ofLines },
  } = await admin.post('blade-develop/code/submit', {
    ...whole,
    templateType: 'sub',
    author: '',
    subModelId: lines,
    subFkId: ((await admin.get('blade-develop/model-prototype/select', { modelId: lines })).data as { id: string }[])[0]
      .id,
  });
  const both = await generated(ofLines);
  expect([...both.keys()]).toEqual(
    ['area.paper.ts', 'area-unit.paper.ts', 'area.test.ts', 'area.menu.json'].map(
      (file) => `business/heating/area/${file}`,
    ),
  );
  const [header, line] = await definitionsIn(both);
  expect([header.lines, header.tree, line.menu, line.fields.areaId]).toEqual([
    { lines: { paper: 'areaUnit', parent: 'areaId' } },
    undefined,
    undefined,
    expect.objectContaining({ kind: 'ref', paper: 'area', required: true, filter: 'exact' }),
  ]);
  expect(both.get('business/heating/area/area.paper.ts')).not.toContain('@author');
  for (const one of [tree, header, line])
    await server.tables(
      `create table made_${one === tree ? 'tree' : one.table} (${tableOfPaper(one, new Map())
        .columns.map(
          (column) =>
            `${column.name} ${column.type}${column.generated ? ` generated always as (${column.generated}) stored` : ''}`,
        )
        .join(', ')})`,
    );
});

test('a definition from any column names is valid, and its table can be created', async () => {
  await server.tables(
    'create table biz_class (id bigint primary key, "order" varchar(20), "user" integer, "table" text, "名称" varchar(20), "小时" integer, is_old boolean, "is-old" boolean, "createTime" timestamptz, "Status" text, customer_id bigint, extra jsonb, "1st" date)',
  );
  const {
    data: { id: datasourceId },
  } = await source();
  const {
    data: { id },
  } = await admin.post('blade-develop/code/submit', {
    codeName: '班级',
    tableName: 'biz_class',
    tablePrefix: 'biz_',
    packageName: 'com.example.school',
    datasourceId,
  });
  const answer = await fetch(`${server.base}/api/blade-develop/code/gen-code?ids=${id}`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${admin.token}`, 'Tenant-Id': '000000' },
  });
  const text = filesIn(Buffer.from(await answer.arrayBuffer())).get(
    'business/school/class-paper/class-paper.paper.ts',
  )!;
  const folder = mkdtempSync(join(process.cwd(), '.anju', 'generated-'));
  try {
    const file = join(folder, 'class.paper.ts');
    writeFileSync(file, text);
    const { classPaper } = await import(pathToFileURL(file).href);
    const names = storedFields(classPaper).map(([name]) => name);
    expect(names).toEqual([
      'orderValue',
      'userValue',
      'tableValue',
      'field',
      'field2',
      'isOld',
      'isOld2',
      'createTimeValue',
      'statusValue',
      'customerId',
      'extra',
      'f1st',
    ]);
    expect(text.match(/^ {4}\w+: /gm)).toHaveLength(names.length);
    await server.tables(
      `create table made_class (${tableOfPaper(classPaper, new Map())
        .columns.map(
          (one) => `${one.name} ${one.type}${one.generated ? ` generated always as (${one.generated}) stored` : ''}`,
        )
        .join(', ')})`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const table of ['day', 'text', 'phone', 'class', 'paper', 'new'])
    expect(identifierOf(table)).toBe(`${table}Paper`);
  expect([camel('boilerNo'), camel('BOILER_NO'), fieldName('select'), fieldName('Version')]).toEqual([
    'boilerNo',
    'boilerNo',
    'selectValue',
    'versionValue',
  ]);
});
