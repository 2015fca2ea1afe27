import { BETWEEN_SERIES } from '../../secrets/seals/series.ts';
import { describe, expect, it } from 'vitest';
import {
  checked,
  committed,
  downloadSheet,
  settledBatch,
  sheetOf,
  sheetWith,
  uploadSheetFile,
} from '#kernel/testing/sheets.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const customers = 'blade-maintenance/webApi/ascustomer';
const header = ['客户编号', '客户姓名*', '手机号*', '客户等级', '详细地址*', '备注'];
const row = (n: number, more: Partial<Record<number, string>> = {}): string[] =>
  ['', `客户${n}`, `1370000${String(1000 + n)}`, '普通', `龙柏路${n}号`, ''].map((cell, at) => more[at] ?? cell);

describe('imports', () => {
  it('offer a template with required fields and choices', async () => {
    const admin = await server.as('as_admin');
    const file = await downloadSheet(admin, `${customers}/import/template`);
    expect(file.headers.get('content-type')).toContain('spreadsheetml');
    const [head, sample] = await sheetOf(file.bytes);
    expect(head).toContain('客户姓名*');
    expect(head).toContain('备注');
    expect(sample.some(Boolean)).toBe(true);
    expect((await sheetOf(file.bytes, 1)).length).toBeGreaterThan(2);
    expect((await checked(admin, customers, file.bytes)).reason).toBe('exchange.empty');
  });

  it('name a file that is no sheet as what it is', async () => {
    const admin = await server.as('as_admin');
    const reasonOf = async (content: Buffer | string, name: string) =>
      (await uploadSheetFile(admin, `${customers}/import/upload`, content, name)).reason;
    expect(await reasonOf('', 'a.xlsx')).toBe('files.noBytes');
    expect(await reasonOf('\uFEFF<html><table><tr><td>客户姓名</td></tr></table></html>', 'a.xls')).toBe(
      'exchange.webPage',
    );
    expect(await reasonOf(Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'), 'a.xls')).toBe(
      'exchange.oldWorkbook',
    );
    expect(await reasonOf(await sheetWith([['', '']]), 'a.xlsx')).toBe('exchange.emptySheet');
    expect(await reasonOf(' , \r\n', 'a.csv')).toBe('exchange.empty');
    const wide = Buffer.from(`\uFEFF${header.join('\t')}\r\n${row(90).join('\t')}`, 'utf16le');
    expect(await reasonOf(wide, 'a.txt')).toBeUndefined();
  });

  it('show the verdict on every row, and write nothing', async () => {
    const admin = await server.as('as_admin');
    const page = await checked(
      admin,
      customers,
      await sheetWith([
        header,
        row(1),
        row(2, { 3: '金卡' }),
        row(3, { 2: '1370000' }),
        row(4, { 3: '钻石级' }),
        row(5, { 1: '' }),
        row(1),
        ['', '', '', '', '', ''],
      ]),
    );
    expect(page.data).toMatchObject({
      state: 'ready',
      rows: 6,
      counts: { new: 1, update: 0, unchanged: 0, refused: 5 },
    });
    const byRow = new Map(page.data.records.map((one: { row: number }) => [one.row, one]));
    expect(byRow.get(2)).toMatchObject({
      verdict: 'refused',
      // A wrong cell is shown unmasked, as it was typed, so that it can be corrected.
      names: { phone: '13700001001' },
      problems: [{ msg: '与第7行重复' }],
    });
    expect(byRow.get(3)).toMatchObject({ verdict: 'new' });
    expect(byRow.get(4)).toMatchObject({
      verdict: 'refused',
      problems: [{ field: 'phone', msg: '手机号码长度不是11位' }],
      names: { phone: '1370000' },
    });
    expect(byRow.get(5)).toMatchObject({ problems: [{ field: 'customerLevel' }] });
    expect(byRow.get(6)).toMatchObject({ problems: [{ field: 'customerName', msg: '请输入客户姓名' }] });
    expect(byRow.get(7)).toMatchObject({ problems: [{ msg: '与第2行重复' }] });
    expect((await admin.get(`${customers}/list`, { customerName: '客户1' })).data.total).toBe(0);
    const [, ...refused] = await sheetOf(
      (await downloadSheet(admin, `${customers}/import/refused?batch=${page.data.batch}`)).bytes,
    );
    expect(refused.map((one) => one.at(-2))).toEqual([
      '与第7行重复',
      '手机号码长度不是11位',
      '客户等级不在可选范围内',
      '请输入客户姓名',
      '与第2行重复',
    ]);
  });

  it('write the verdicts, recognise an own export, and change the changed values', async () => {
    const admin = await server.as('as_admin');
    const first = await checked(admin, customers, await sheetWith([header, row(11), row(12)]));
    const done = await committed(admin, customers, first.data.batch);
    expect(done.data).toMatchObject({ state: 'committed', counts: { new: 2, refused: 0 } });
    const list = await admin.get(`${customers}/list`, { customerName: '客户1', ascs: 'customerNo' });
    expect(list.data.records).toHaveLength(2);
    expect(list.data.records[0].customerNo).toMatch(/^KH/);
    const file = await downloadSheet(admin, `${customers}/export`, {
      scope: 'all',
      filters: { ascs: 'customerNo' },
      format: 'xlsx',
      columns: ['customerNo', 'customerName', 'phone', 'customerLevel', 'addressDetail'],
      masked: true,
    });
    expect((await checked(admin, customers, file.bytes)).data.counts).toEqual({
      new: 0,
      update: 0,
      unchanged: 2,
      refused: 0,
    });
    const rows = (await sheetOf(file.bytes)).map((one) => one.map(String));
    rows[1][4] = '新搬的家';
    const again = await checked(admin, customers, await sheetWith(rows));
    expect(again.data.counts).toEqual({ new: 0, update: 1, unchanged: 1, refused: 0 });
    expect(again.data.records[0]).toMatchObject({
      verdict: 'update',
      values: { addressDetail: '新搬的家' },
      old: { addressDetail: '龙柏路11号' },
    });
    await committed(admin, customers, again.data.batch);
    const changed = await admin.get(`${customers}/detail`, { id: list.data.records[0].id });
    expect(changed.data.addressDetail).toBe('新搬的家');
    const history = await admin.get(`${customers}/history`, { id: changed.data.id });
    expect(history.data.map((one: { action: string }) => one.action)).toEqual(['import', 'import']);
  });

  it('leave masked and empty personal values as they are, write no mask, and name each key once', async () => {
    const admin = await server.as('as_admin');
    const technicians = 'blade-maintenance/webApi/astechnician';
    const made = await saved(server, server.app.papers.get('technician')!);
    const { id, technicianNo, realName } = (await admin.get(`${technicians}/detail`, { id: made.id })).data;
    const stored = async (): Promise<unknown> =>
      (await server.tables('select phone, id_card_no, base_salary from astechnician where id = $1', [id]))[0];
    await server.tables("update astechnician set id_card_no = '440524188001010014' where id = $1", [id]);
    const before = await stored();
    const columns = ['technicianNo', 'realName', 'phone', 'idCardNo', 'baseSalary'];
    const file = await downloadSheet(admin, `${technicians}/export`, {
      scope: 'all',
      filters: { technicianNo },
      format: 'xlsx',
      columns,
      masked: true,
    });
    const [names, row] = (await sheetOf(file.bytes)).map((one) => one.map((cell) => String(cell ?? '')));
    expect(row.join()).toContain('****');
    const page = await checked(admin, technicians, await sheetWith([names, row]));
    expect(page.data.counts).toMatchObject({ unchanged: 1, update: 0, refused: 0 });
    expect(new Set(page.data.keys.map(String)).size).toBe(page.data.keys.length);
    // Empty cells change nothing, and a mask that is not that of the stored value is refused.
    const changed = await checked(
      admin,
      technicians,
      await sheetWith([
        [...names, '车牌号'],
        [technicianNo, realName, '', '', '', '沪A12345'],
        ['', '新来的', row[2], '3101**********1234', '****', ''],
      ]),
    );
    expect(changed.data.counts, JSON.stringify(changed.data.records[0].problems)).toMatchObject({
      update: 1,
      refused: 1,
    });
    expect(changed.data.records[1].problems.map((one: { field: string; msg: string }) => [one.field, one.msg])).toEqual(
      expect.arrayContaining([['idCardNo', '打码的内容不能导入：请填完整，或留空']]),
    );
    await committed(admin, technicians, changed.data.batch);
    expect(await stored()).toEqual(before);
  });

  it('are rolled back as a whole, except rows changed since', async () => {
    const admin = await server.as('as_admin');
    const {
      data: { batch },
    } = await checked(admin, customers, await sheetWith([header, row(21), row(22), row(23)]));
    await committed(admin, customers, batch);
    const {
      data: { records },
    } = await admin.get(`${customers}/list`, { customerName: '客户2', ascs: 'customerNo' });
    expect(records).toHaveLength(3);
    await admin.post(`${customers}/update`, { id: records[1].id, remark: '已联系' });
    expect((await admin.post(`${customers}/import/rollback`, { batch })).status).toBe(200);
    const page = await settledBatch(admin, customers, batch, { only: 'kept' });
    expect(page.data).toMatchObject({ state: 'rolledBack', counts: { rolledBack: 2, kept: 1 } });
    expect(page.data.records.map((one: { id: string }) => one.id)).toEqual([records[1].id]);
    expect(
      (await admin.get(`${customers}/list`, { customerName: '客户2' })).data.records.map(
        (one: { id: string }) => one.id,
      ),
    ).toEqual([records[1].id]);
  });

  it('save many rows together like single ones, and report a row that somebody entered meanwhile', async () => {
    const admin = await server.as('as_admin');
    const page = await checked(
      admin,
      customers,
      await sheetWith([header, ...Array.from({ length: 40 }, (_, n) => row(100 + n))]),
    );
    expect(page.data.counts).toMatchObject({ new: 40, refused: 0 });
    const fresh = {
      customerName: '抢先一步',
      phone: '13700001117',
      addressDetail: '龙柏路117号',
      customerType: 'person',
      customerLevel: 'normal',
      customerDataSource: 'manual',
    };
    const { data: first } = await admin.post(`${customers}/submit`, fresh);
    const done = await committed(admin, customers, page.data.batch);
    expect(done.data).toMatchObject({ state: 'committed', counts: { new: 39, refused: 1 } });
    const {
      data: {
        records: [refused],
      },
    } = await admin.get(`${customers}/import/verdict`, { batch: page.data.batch, only: 'refused' });
    expect(refused).toMatchObject({ row: 19, problems: [{ msg: '已存在相同客户' }] });
    const rows = await server.tables<Record<string, unknown>>(
      "select * from ascustomer where address_detail like '龙柏路1__号' and customer_name like '客户1__' and is_deleted = 0 order by customer_no",
    );
    expect(rows).toHaveLength(39);
    expect(new Set(rows.map((one) => one.customer_no)).size).toBe(39);
    const byNumber = rows.map((one) => one.customer_name);
    expect(byNumber).toEqual([...byNumber].toSorted());
    // An imported row equals one that was typed by hand in all columns except `own`.
    const [typed] = await server.tables<Record<string, unknown>>('select * from ascustomer where id = $1', [first.id]);
    const own = [
      'id',
      'customer_no',
      'customer_name',
      'phone',
      'phone_tail',
      'address_detail',
      'search_text',
      'create_time',
      'update_time',
    ];
    for (const [name, value] of Object.entries(typed))
      if (!own.includes(name)) expect(rows[0][name], name).toEqual(value);
    interface Entry {
      readonly row_id: string;
      readonly seq: string;
      readonly action: string;
      readonly channel: string;
      readonly remark: string;
      readonly changes: readonly { field: string }[];
    }
    const entries = await server.tables<Entry>(
      'select * from anju_audit where row_id = any($1::bigint[]) order by seq',
      [rows.map((one) => one.id)],
    );
    expect(entries.map((one) => one.row_id)).toEqual(rows.map((one) => one.id));
    expect(entries[0]).toMatchObject({ action: 'import', channel: 'import', remark: page.data.batch });
    const [alone] = await server.tables<Entry>('select * from anju_audit where row_id = $1', [first.id]);
    expect(entries[0].changes.map((one) => one.field)).toEqual(alone.changes.map((one) => one.field));
    // The audit is numbered without a gap in each series, so that a missing entry shows.
    const series = await server.tables<{ n: number; last: number; begin: number }>(
      `select count(*)::int as n, max(seq % ${BETWEEN_SERIES})::int as last, min(seq % ${BETWEEN_SERIES})::int as begin from anju_audit where tenant_id = '000000' group by seq / ${BETWEEN_SERIES}`,
    );
    expect(series.length).toBeGreaterThan(0);
    for (const { n, last, begin } of series) expect(last - begin + 1).toBe(n);
    expect((await admin.post(`${customers}/import/rollback`, { batch: page.data.batch })).status).toBe(200);
    expect((await settledBatch(admin, customers, page.data.batch)).data).toMatchObject({
      counts: { rolledBack: 39, kept: 0 },
    });
  });

  it('read CSV of an old Excel, and are refused without the right', async () => {
    const admin = await server.as('as_admin');
    const page = await checked(
      admin,
      customers,
      `${header.join(',')}\r\n,"王, 小明",13700003001,金卡,"地址\n两行",\r\n\r\n`,
      '客户.csv',
    );
    expect(page.data.records[0]).toMatchObject({ verdict: 'new', names: { customerName: '王, 小明' } });
    expect((await checked(await server.as('as_technician'), customers, 'a')).status).toBe(403);
    expect(
      (await (await server.as('as_cs')).get(`${customers}/import/verdict`, { batch: page.data.batch })).status,
    ).toBe(404);
  });
});
