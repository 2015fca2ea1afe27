import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bookWith,
  checked,
  committed,
  downloadSheet,
  settledBatch,
  sheetOf,
  uploadSheetFile,
} from '#kernel/testing/sheets.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const by = await server.as('as_admin');
const customers = 'blade-maintenance/webApi/ascustomer';
const header = ['客户姓名', '手机号', '客户等级', '详细地址'];
const row = (n: number, more: Partial<Record<number, string>> = {}): string[] =>
  [`列${n}`, `1376000${String(1000 + n)}`, '普通', `江宁路${n}号`].map((cell, at) => more[at] ?? cell);

const look = (content: Buffer | string, name?: string): Promise<Answer> =>
  uploadSheetFile(by, `${customers}/import/upload?look=1`, content, name);
const layoutOf = (batch: string, query: Record<string, number> = {}, who: TestCaller = by): Promise<Answer> =>
  who.get(`${customers}/import/layout`, { batch, ...query });
const map = (body: object, who: TestCaller = by): Promise<Answer> => who.post(`${customers}/import/map`, body);
const fieldsOf = ({ data }: Answer): string[] => data.columns.map((one: { field: string }) => one.field);
const FIELDS = ['customerName', 'phone', 'customerLevel', 'addressDetail'];

it('offers a column without a heading that has values, to be matched by hand; one without values is left out', async () => {
  const [name, phone, level, address] = header;
  const sheet = [
    [name, '', phone, '', level, address],
    ['列头缺1', '13760007001', '13760007001', '', '普通', '江宁路7001号'],
  ];
  const { data } = await look(sheet.map((one) => one.join(',')).join('\n'), '缺表头.csv');
  const { data: layout } = await layoutOf(data.batch);
  expect(
    layout.columns.map((one: { at: number; header: string; field: string }) => [one.at, one.header, one.field]),
  ).toEqual([
    [0, name, 'customerName'],
    [1, '第 2 列', ''],
    [2, phone, 'phone'],
    [4, level, 'customerLevel'],
    [5, address, 'addressDetail'],
  ]);
  expect(layout.columns[1]).toMatchObject({ sample: '13760007001' });
  // Nothing is checked until a person has matched the columns.
  expect((await settledBatch(by, customers, data.batch)).data.state).toBe('matching');
  const { data: mapped } = await map({
    batch: data.batch,
    version: layout.version,
    columns: [
      { at: 1, field: 'phone' },
      { at: 2, field: null },
    ],
  });
  expect(mapped.batch).toBe(data.batch);
  expect((await settledBatch(by, customers, data.batch)).data.counts).toMatchObject({ new: 1, refused: 0 });
});

describe('the header of an uploaded file', () => {
  it('is found under titles, instructions and merged cells, on any visible sheet, in one row or two', async () => {
    const guide = ['请按说明填写，带星号的必填'];
    const found = async (content: Buffer | string, name?: string): Promise<unknown[]> => {
      const { data } = await look(content, name);
      const { data: layout } = await layoutOf(data.batch);
      return [layout.sheet, layout.header, layout.height, layout.total, fieldsOf({ data: layout } as Answer)];
    };
    const sheet = {
      name: '客户',
      rows: [['安居客户台账'], [], guide, header, row(1), row(2)],
      merged: ['A1:D1', 'A3:D3'],
    };
    expect(await found(await bookWith([sheet]))).toEqual([0, 4, 1, 2, FIELDS]);
    expect(await found(await bookWith([{ name: '说明', rows: [guide, ['客户等级'], ['普通']] }, sheet]))).toEqual([
      1,
      4,
      1,
      2,
      FIELDS,
    ]);
    expect(
      await found(
        await bookWith([
          { ...sheet, name: '旧', isHidden: true },
          { ...sheet, rows: [header, row(3)] },
        ]),
      ),
    ).toEqual([0, 1, 1, 1, FIELDS]);
    const upper = ['客户姓名', '联系', '', '详细地址'];
    const lower = ['', '手机号（必填）', '客户等级', ''];
    const two = { name: '两行', rows: [upper, lower, row(4)] };
    expect(await found(await bookWith([two]))).toEqual([0, 2, 2, 1, FIELDS]);
    expect(await found(await bookWith([{ ...two, merged: ['A1:A2', 'B1:C1', 'D1:D2'] }]))).toEqual([
      0,
      2,
      1,
      1,
      FIELDS,
    ]);
    const report = `客户台账\n\n${header.join(';')}\n${row(5).join(';')}\n`;
    expect(await found(report, '台账.csv')).toEqual([0, 3, 1, 1, FIELDS]);
  });

  it('is shown before anything is checked where it is in doubt, and not asked about where it is plain', async () => {
    const plain = await look(await bookWith([{ name: '客户', rows: [header, row(11)] }]));
    expect((await settledBatch(by, customers, plain.data.batch)).data).toMatchObject({
      state: 'ready',
      layout: { header: 1, height: 1, sheets: 1, hiddenRows: 0 },
      counts: { new: 1 },
    });
    const doubts: readonly Parameters<typeof bookWith>[0][] = [
      [{ name: '客户', rows: [['台账'], header, row(12)] }],
      [{ name: '客户', rows: [[...header, '门牌'], row(13)] }],
      [{ name: '客户', rows: [header, row(14), row(15)], hidden: [3] }],
      [
        { name: '一月', rows: [header, row(16)] },
        { name: '二月', rows: [header, row(17)] },
      ],
    ];
    for (const sheets of doubts) {
      const { data } = await look(await bookWith(sheets));
      const page = await by.get(`${customers}/import/verdict`, { batch: data.batch });
      expect(page.data).toMatchObject({ state: 'matching', counts: { new: 0, refused: 0 }, records: [] });
      expect((await by.post(`${customers}/import/commit`, { batch: data.batch })).reason).toBe('exchange.notReady');
    }
    // A program that asks no questions gets its check at once.
    const answered = await checked(by, customers, await bookWith(doubts[0]));
    expect(answered.data).toMatchObject({ state: 'ready', counts: { new: 1 } });
  });

  it('is corrected by one call, which checks anew; only by its owner, and only in the version that was seen', async () => {
    const file = await bookWith([
      { name: '说明', rows: [['第一页只是说明']] },
      { name: '客户', rows: [['姓名', '电话', '级别', '住址'], row(21), row(22)] },
    ]);
    const { batch } = (await look(file)).data;
    const first = await layoutOf(batch, { sheet: 1 });
    expect(first.data).toMatchObject({ version: 0, sheet: 1, header: 1, total: 2 });
    expect(first.data.sheets.map((one: { name: string }) => one.name)).toEqual(['说明', '客户']);
    expect(first.data.columns[1]).toEqual({ at: 1, header: '电话', field: '', sample: '13760001021' });
    const columns = FIELDS.map((field, at) => ({ at, field }));
    const body = { batch, version: 0, sheet: 1, header: 1, height: 1, columns };
    for (const [wrong, reason] of [
      [{ ...body, header: 7 }, 'exchange.noSuchHeader'],
      [{ ...body, sheet: 2 }, 'exchange.noSuchHeader'],
      [{ ...body, height: 2 }, 'exchange.noSuchHeader'],
      [{ ...body, columns: columns.map(({ at }) => ({ at, field: 'phone' })) }, 'exchange.columnTwice'],
    ] as const)
      expect((await map(wrong)).reason, reason).toBe(reason);
    const other = await server.as('as_cs');
    expect((await map(body, other)).status).toBe(404);
    expect((await layoutOf(batch, {}, other)).status).toBe(404);
    const [one, two] = await Promise.all([map(body), map(body)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const page = await settledBatch(by, customers, batch);
    expect(page.data).toMatchObject({
      counts: { new: 2, refused: 0 },
      layout: { sheet: '客户', header: 1, version: 1 },
    });
    // The same version again has been overtaken.
    expect((await map(body)).reason).toBe('row.changed');
    // The second row of the sheet as the header: one row is left, and no column is known.
    expect((await map({ batch, version: 1, header: 2 })).status).toBe(200);
    expect((await settledBatch(by, customers, batch)).data).toMatchObject({ counts: { new: 0, refused: 1 }, rows: 1 });
    expect((await map({ ...body, version: 2 })).status).toBe(200);
    expect((await settledBatch(by, customers, batch)).data.counts).toMatchObject({ new: 2 });
    const remembered = await look(file);
    expect(fieldsOf(await layoutOf(remembered.data.batch, { sheet: 1 }))).toEqual(FIELDS);
    expect((await committed(by, customers, batch)).data.counts).toMatchObject({ new: 2 });
    expect((await layoutOf(batch)).reason).toBe('exchange.sheetGone');
  });

  it('cannot be changed once the uploaded file is gone', async () => {
    const { batch } = (await look(await bookWith([{ name: '客户', rows: [['台账'], header, row(31)] }]))).data;
    const folder = join(server.app.dataDir, 'uploads');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect((await map({ batch })).reason).toBe('exchange.sheetGone');
  });
});

describe('rows of an uploaded file', () => {
  it('that are hidden are counted, asked about, and taken or left out', async () => {
    const rows = [header, row(41), row(42), row(43), row(44)];
    const { batch } = (await look(await bookWith([{ name: '客户', rows, hidden: [3, 4], isFiltered: true }]))).data;
    const { data } = await layoutOf(batch);
    expect(data).toMatchObject({ hiddenRows: 2, isFiltered: true, hidden: '', total: 4 });
    const open = await map({ batch });
    expect([open.reason, open.msg]).toEqual(['exchange.hiddenUnanswered', '有2行被隐藏，请先选择带上或不带']);
    await map({ batch, hidden: 'out' });
    const out = await settledBatch(by, customers, batch);
    expect(out.data.records.map((one: { row: number }) => one.row)).toEqual([2, 5]);
    expect(out.data).toMatchObject({ rows: 2, layout: { hidden: 'out', hiddenRows: 2 } });
    await map({ batch, hidden: 'in' });
    expect((await settledBatch(by, customers, batch)).data).toMatchObject({ rows: 4, counts: { new: 4 } });
  });

  it('with more cells than the header are refused with the likely cause, and their sheet keeps every cell', async () => {
    const csv = `${header.join(',')}\n列51,13760001051,普通,江宁路51号,甲座\n${row(52).join(',')},,\n`;
    const page = await checked(by, customers, csv, '错位.csv');
    expect(page.data.counts).toMatchObject({ new: 1, refused: 1 });
    expect(page.data.records[0].problems).toEqual([
      { field: '', msg: '比表头多 1 格（“甲座”）：可能某格里有“,”却没加引号，后面的格因此错位' },
    ]);
    expect(page.data.reasons).toMatchObject([{ msg: '这一行的格数比表头多', count: 1 }]);
    const [, refused] = await sheetOf(
      (await downloadSheet(by, `${customers}/import/refused?batch=${page.data.batch}`)).bytes,
    );
    expect(refused.slice(5)).toEqual([2, '甲座']);
    const book = await checked(
      by,
      customers,
      await bookWith([{ name: '客户', rows: [header, [...row(53), '', '备注']] }]),
    );
    expect(book.data.records[0].problems).toMatchObject([
      { msg: '表头之外还有 1 格内容（“备注”）：请给那一列加表头，或清空' },
    ]);
  });

  it('that hold a total are left out, and can be taken in again', async () => {
    const csv = `${header.join(',')}\n${row(61).join(',')}\n合计：,,1,\n`;
    const page = await checked(by, customers, csv, '合计.csv');
    expect(page.data.counts).toMatchObject({ new: 1, refused: 1 });
    expect(page.data.records[1]).toMatchObject({ leftOut: true, problems: [{ msg: '像是合计行，没有导入' }] });
    await by.post(`${customers}/import/repair`, { batch: page.data.batch, takeIn: [3] });
    const again = await by.get(`${customers}/import/verdict`, { batch: page.data.batch });
    expect(again.data.records[1]).toMatchObject({
      leftOut: false,
      verdict: 'refused',
      names: { customerName: '合计：' },
    });
  });
});

it('500 customers with 12 faults are imported, and all 12 faults are named', async () => {
  const faults: readonly (readonly [at: number, cell: number, text: string, problem: RegExp])[] = [
    [17, 0, '', /请输入客户姓名/],
    [45, 1, '1376000', /手机号码长度不是11位/],
    [80, 1, '23760001080', /手机号码格式不正确/],
    [101, 2, '铂金', /客户等级不在可选范围内/],
    [150, 3, '', /请输入详细地址/],
    [199, 1, '1.37600012E+10', /15 位数字/],
    [233, 4, '没有的苑', /不存在/],
    [280, 5, '十二', /面积/],
    [320, 0, '#N/A', /公式错误/],
    [377, 6, '多出', /比表头多 1 格/],
    [411, 0, '客户412', /与第414行重复/],
    [412, 0, '客户412', /与第413行重复/],
  ];
  const names = [...header, '楼盘', '面积（㎡）'];
  const rows = Array.from({ length: 500 }, (_, n) => [
    `客户${n}`,
    `1369${String(1_000_000 + n)}`,
    n % 7 ? '普通' : '金卡',
    `南京西路${n}号`,
    '',
    '',
  ]);
  for (const [at, cell, text] of faults) rows[at][cell] = text;
  rows[411] = [...rows[412]];
  const page = await checked(by, customers, [names, ...rows].map((one) => one.join(',')).join('\n'), '五百.csv');
  expect(page.data.counts).toMatchObject({ new: 488, refused: 12 });
  const refused = await by.get(`${customers}/import/verdict`, { batch: page.data.batch, only: 'refused', size: 100 });
  const named = new Map<number, string>(
    refused.data.records.map((one: { row: number; problems: { msg: string }[] }) => [
      one.row,
      one.problems.map(({ msg }) => msg).join('；'),
    ]),
  );
  expect([...named.keys()]).toEqual(faults.map(([at]) => at + 2));
  for (const [at, , , problem] of faults) expect(named.get(at + 2)).toMatch(problem);
  const done = await committed(by, customers, page.data.batch);
  expect(done.data).toMatchObject({ state: 'committed', counts: { new: 488, refused: 12 } });
});
