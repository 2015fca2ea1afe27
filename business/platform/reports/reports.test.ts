import { expect, test } from 'vitest';
import { paperNamed } from '#kernel/server/app.ts';
import { saved } from '#kernel/testing/sample.ts';
import { nextSampleNumber } from '#kernel/testing/sample-numbers.ts';
import { downloadSheet, sheetOf } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import type { ReportAnswer } from './reports.calls.ts';
import { daysOfSpan, isDue } from './report.rules.ts';

const server = await openTestServer(import.meta.url);
const manager = await server.as('as_manager');
const leader = await server.as('as_leader');
const at = 'blade-report/report/rest';
const customer = paperNamed(server.app, 'customer');
for (const team of ['east', 'east', 'west']) await saved(server, customer, { customerServiceTeam: team });

const report = { name: '各班组客户', paperName: 'customer', groupBy: 'customerServiceTeam', chart: 'bar' };
const run = async (who: typeof manager, id: string, page: Record<string, number> = {}): Promise<ReportAnswer> =>
  (await who.get(`${at}/run`, { id, ...page })).data as ReportAnswer;
const cellsOf = (answer: ReportAnswer): (readonly string[])[] => answer.rows.map((one) => one.cells);
const savedReport = async (over: object, name = `报表${nextSampleNumber()}`): Promise<string> => {
  const made = await manager.post(`${at}/submit`, { ...report, name, ...over });
  expect(made.status, made.msg).toBe(200);
  return made.data.id as string;
};

test('a report answers about rows that its reader sees', async () => {
  const id = await savedReport({});
  const whole = await run(manager, id);
  expect(whole).toMatchObject({ count: 3, lines: 2, more: false, foot: ['合计', '3'] });
  expect(cellsOf(whole)).toEqual([
    [expect.stringMatching(/东/), '2'],
    [expect.stringMatching(/班/), '1'],
  ]);
  expect(whole.chart).toEqual({
    labels: whole.rows.map((one) => one.cells[0]),
    series: [{ label: '', values: ['2', '1'] }],
  });
  expect(cellsOf(await run(leader, id)).map((cells) => cells[1])).toEqual(['2']);
  expect(JSON.stringify(await run(manager.inEnglish(), id))).not.toMatch(/[\u4e00-\u9fff]/);
  expect(await sheetOf((await downloadSheet(manager, `${at}/take?id=${id}`)).bytes)).toEqual([
    whole.columns.map((column) => column.label),
    ...whole.rows.map(({ cells: [name, count] }) => [name, Number(count)]),
    ['合计', 3],
  ]);
  expect((await (await server.as('admin', { tenantId: '100001' })).get(`${at}/run`, { id })).status).toBe(404);
});

test('a plain list has the chosen columns in order, limited to the reader’s permission, by page', async () => {
  const id = await savedReport({
    shape: 'list',
    columns: [{ name: 'phone' }, { name: 'customerName' }, { name: 'customerServiceTeam' }, { name: 'createTime' }],
    orderBy: 'customerServiceTeam',
    orderDown: true,
  });
  const whole = await run(manager, id);
  expect(whole.columns.map((column) => column.label)).toEqual(['手机号', '客户姓名', '服务班组', '创建时间']);
  expect(whole).toMatchObject({ count: 3, lines: 3, foot: null, chart: null });
  expect(cellsOf(whole).map((cells) => cells[0])).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^\d{3}\*{4}\d{4}$/)),
  );
  expect(new Set(cellsOf(whole).map((cells) => cells[2])).size).toBe(2);
  expect(cellsOf(await run(leader, id))).toHaveLength(2);
  expect(cellsOf(await run(manager, id, { size: 2, current: 2 }))).toEqual(cellsOf(whole).slice(2));
  const file = await downloadSheet(manager, `${at}/take?id=${id}&format=csv`);
  expect(file.bytes.toString().trim().split('\r\n')).toHaveLength(4);
  expect(file.bytes.toString()).not.toMatch(/1\d{10}/);
  expect((await downloadSheet(await server.as('as_technician'), `${at}/take?id=${id}`)).status).toBe(403);
  const [note] = await server.tables<{ remark: string }>(
    "select remark from anju_audit where action = 'export' and paper = 'customer' order by id desc limit 1",
  );
  expect(note.remark).toMatch(/^3行，csv/);
  expect(
    cellsOf(await run(manager, await savedReport({ shape: 'list', columns: [{ name: 'customerName' }], mostRows: 2 }))),
  ).toHaveLength(2);
});

const things = paperNamed(server.app, 'consumable');
const priced = async (): Promise<void> => {
  for (const [price, equipmentCategory, lifeDays] of [
    ['0.10', 'boiler', 10],
    ['0.20', 'boiler', 20],
    ['70000000.07', 'pump', 30],
  ] as const)
    await saved(server, things, { price, equipmentCategory, lifeDays });
};

test('sums are exact below a list, in groups, and in nested groups', async () => {
  await priced();
  const list = await run(
    manager,
    await savedReport({
      paperName: 'consumable',
      shape: 'list',
      columns: [{ name: 'suppliesName' }, { name: 'price', sum: true }],
      orderBy: 'price',
    }),
  );
  expect(cellsOf(list).map((cells) => cells[1])).toEqual(['0.10', '0.20', '70000000.07']);
  expect(list.foot).toEqual(['合计', '70000000.37']);
  const measures = [
    { how: 'sum', name: 'price' },
    { how: 'count' },
    { how: 'average', name: 'price' },
    { how: 'min', name: 'lifeDays' },
    { how: 'max', name: 'lifeDays' },
  ];
  const by = { paperName: 'consumable', groupBy: 'equipmentCategory', measures };
  const grouped = await run(manager, await savedReport({ ...by, orderBy: 'count', orderDown: true }));
  expect(cellsOf(grouped).map((cells) => cells.slice(1))).toEqual([
    ['0.30', '2', '0.15', '10', '20'],
    ['70000000.07', '1', '70000000.07', '30', '30'],
  ]);
  expect(grouped.foot).toEqual(['合计', '70000000.37', '3', '23333333.46', '10', '30']);
  const parted = await run(
    manager,
    await savedReport({ ...by, thenBy: 'lifeDays', orderBy: 'group', orderDown: true }),
  );
  expect(parted.rows.map((one) => [one.part ?? false, one.cells[1], one.cells[2]])).toEqual([
    [true, '小计', '70000000.07'],
    [false, '30', '70000000.07'],
    [true, '小计', '0.30'],
    [false, '20', '0.20'],
    [false, '10', '0.10'],
  ]);
  expect(parted.chart?.series).toEqual([
    { label: '30', values: ['70000000.07', ''] },
    { label: '20', values: ['', '0.20'] },
    { label: '10', values: ['', '0.10'] },
  ]);
  // The dictionary colour of a key is also its colour in the chart.
  await server.tables(
    "update ascustomer set customer_level = case when id = (select max(id) from ascustomer) then 'black' else 'normal' end where tenant_id = '000000'",
  );
  const levels = await run(manager, await savedReport({ thenBy: 'customerLevel' }));
  expect(levels.chart?.series.map(({ label, tone }) => [label, tone]).toSorted()).toEqual([
    ['普通', undefined],
    ['黑名单', 'red'],
  ]);
  const first = await run(manager, await savedReport({ ...by, mostRows: 1 }));
  expect([first.rows.length, first.lines, first.more, first.foot?.[2]]).toEqual([1, 2, true, '3']);
  const [head, ...lines] = await sheetOf(
    (await downloadSheet(manager, `${at}/take?id=${await savedReport({ ...by, orderBy: 'count' })}`)).bytes,
  );
  expect([head[1], lines.map((line) => line[1])]).toEqual(['更换报价合计', [70000000.07, 0.3, 70000000.37]]);
  const narrowed = await run(
    manager,
    await savedReport({
      ...by,
      filters: [
        { name: 'price_ge', value: '0.2' },
        { name: 'price_le', value: '1' },
      ],
    }),
  );
  expect(narrowed).toMatchObject({ count: 1, foot: ['合计', '0.20', '1', '0.20', '20', '20'] });
});

test('an author previews an unsaved report; a preview stores nothing', async () => {
  const before = await server.tables('select count(*)::int from blade_report_file');
  const seen = await manager.post(`${at}/preview`, {
    paperName: 'customer',
    shape: 'list',
    columns: [{ name: 'customerName' }],
    name: '',
  });
  expect([seen.status, (seen.data as ReportAnswer).rows.length], seen.msg).toEqual([200, 3]);
  expect((await manager.post(`${at}/preview`, { paperName: 'customer', shape: 'list', columns: [] })).reason).toBe(
    'platform.noColumnsChosen',
  );
  expect((await leader.post(`${at}/preview`, { paperName: 'customer', groupBy: 'createTime' })).status).toBe(403);
  expect(await server.tables('select count(*)::int from blade_report_file')).toEqual(before);
});

test('its history shows fields and filters by label', async () => {
  const id = await savedReport({
    measures: [{ how: 'count' }],
    filters: [{ name: 'customerServiceTeam', value: 'east' }],
    orderBy: 'count',
    orderDown: true,
  });
  await manager.post(`${at}/submit`, {
    id,
    shape: 'list',
    columns: [{ name: 'customerName' }, { name: 'createTime' }],
    orderBy: 'createTime',
    filters: [
      { name: 'customerName', value: '王' },
      { name: 'createTime_datege', value: '2026-11-01' },
    ],
  });
  const changesOf = async (who: typeof manager): Promise<Record<string, string>[]> =>
    ((await who.get(`${at}/history`, { id })).data as { changes: { field: string; new: string }[] }[]).map(
      ({ changes }) => Object.fromEntries(changes.map((one) => [one.field, one.new])),
    );
  expect(
    (await changesOf(manager)).map(({ paperName, columns, groupBy, measures, filters, orderBy }) => [
      paperName,
      columns,
      groupBy,
      measures,
      filters,
      orderBy,
    ]),
  ).toEqual([
    [undefined, '客户姓名、创建时间', undefined, undefined, '客户姓名 包含 王；创建时间 不早于 2026-11-01', '创建时间'],
    ['客户', undefined, '服务班组', '数量', '服务班组 为 浦东班', '数量'],
  ]);
  expect((await changesOf(manager.inEnglish()))[0].filters).toBe(
    'Customer name contains 王; Created not before 2026-11-01',
  );
});

test('a column that the reader may not read is left out; a group or filter on it is refused', async () => {
  const keeper = await server.as('administrator');
  const made = async (over: object): Promise<string> =>
    (await keeper.post(`${at}/submit`, { ...report, name: `库存${nextSampleNumber()}`, paperName: 'stock', ...over }))
      .data.id as string;
  const list = await made({ shape: 'list', columns: [{ name: 'onHand', sum: true }, { name: 'avgCost' }] });
  const store = await server.as('as_technician');
  expect((await run(keeper, list)).columns.map((column) => column.key)).toEqual(['onHand', 'avgCost']);
  expect(await run(store, list)).toMatchObject({ hidden: 1, columns: [{ key: 'onHand' }] });
  const summed = await made({ groupBy: 'createTime', measures: [{ how: 'sum', name: 'avgCost' }] });
  expect((await store.get(`${at}/run`, { id: summed })).reason).toBe('platform.notForYourEyes');
});

test('filters and spans limit a report; months are in order', async () => {
  const east = await savedReport({
    groupBy: 'createTime',
    groupUnit: 'month',
    span: 'thisMonth',
    filters: [{ name: 'customerServiceTeam', value: 'east' }],
  });
  expect(cellsOf(await run(manager, east))).toEqual([['2026-11', '2']]);
  expect(
    cellsOf(
      await run(
        manager,
        await savedReport({
          filters: [
            { name: 'customerServiceTeam', value: 'east' },
            { name: 'customerServiceTeam', value: 'west' },
          ],
        }),
      ),
    ),
  ).toHaveLength(2);
  expect(await run(manager, await savedReport({ span: 'lastMonth' }))).toMatchObject({
    rows: [],
    count: 0,
    foot: null,
  });
  expect(daysOfSpan('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOfSpan('last7', '2026-01-03')).toEqual({ from: '2025-12-28', to: '2026-01-03' });
});

test('fields that the author may not read, group, sum or filter are refused', async () => {
  const refused = async (over: object): Promise<string | undefined> =>
    (await manager.post(`${at}/submit`, { ...report, name: '错', ...over })).reason;
  expect(await refused({ paperName: 'nothing' })).toBe('platform.noSuchRows');
  expect(await refused({ paperName: 'datasource' })).toBe('platform.noSuchRows');
  expect(await refused({ groupBy: 'phone' })).toBe('platform.cannotGroup');
  expect(await refused({ groupBy: '1; drop table x' })).toBe('platform.cannotGroup');
  expect(await refused({ thenBy: 'customerServiceTeam' })).toBe('platform.cannotGroup');
  expect(await refused({ measures: [{ how: 'sum', name: 'customerName' }] })).toBe('platform.cannotSum');
  expect(await refused({ orderBy: 'sum.amount' })).toBe('platform.cannotOrder');
  expect(await refused({ shape: 'list' })).toBe('platform.noColumnsChosen');
  expect(await refused({ shape: 'list', columns: [{ name: 'password' }] })).toBe('platform.cannotShow');
  expect(await refused({ shape: 'list', columns: [{ name: 'customerName', sum: true }] })).toBe('platform.cannotSum');
  expect(await refused({ shape: 'list', columns: [{ name: 'customerName' }], orderBy: 'phone' })).toBe(
    'platform.cannotOrder',
  );
  expect(await refused({ filters: [{ name: 'phone', value: '1' }] })).toBe('platform.cannotFilter');
  expect((await (await server.as('as_technician')).post(`${at}/submit`, report)).status).toBe(403);
});

test('a scheduled report notifies its receivers once a day', async () => {
  const cs = await server.as('as_cs');
  const made = await manager.post(`${at}/submit`, {
    ...report,
    name: '每日客户',
    schedule: 'daily',
    receivers: [cs.id],
  });
  expect(made.status, made.msg).toBe(200);
  await server.app.jobs.run('reportFile.deliver');
  await server.app.jobs.run('reportFile.deliver');
  const { messages } = (await cs.get('blade-maintenance/webApi/asmessage/recent')).data as {
    messages: Record<string, string>[];
  };
  expect(messages.filter((one) => one.messageEvent === 'report')).toEqual([
    expect.objectContaining({ title: '报表：每日客户', paperName: 'reportFile', bizId: made.data.id }),
  ]);
  expect([
    isDue('weekly', '2026-11-23'),
    isDue('weekly', '2026-11-24'),
    isDue('monthly', '2026-12-01'),
    isDue('none', '2026-12-01'),
  ]).toEqual([true, false, true, false]);
});
