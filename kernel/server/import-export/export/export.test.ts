import { describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadSheet, sheetOf } from '#kernel/testing/sheets.ts';
import { csvCell, plainCell } from '../sheet/csv.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { ZipArchive } from '../sheet/unzip.ts';
import { MAX_ROWS } from './export-rows.ts';

const server = await openTestServer(import.meta.url);
const customers = 'blade-maintenance/webApi/ascustomer';

/** Return a file inside a workbook. */
async function partOf(bytes: Buffer, name: string): Promise<string> {
  const path = join(server.app.dataDir, `${name.replaceAll('/', '-')}.xlsx`);
  writeFileSync(path, bytes);
  const archive = await ZipArchive.open(path);
  try {
    return await archive.whole(name);
  } finally {
    await archive.close();
  }
}

const draft = (n: number, more: object = {}): object => ({
  customerName: `客户${n}`,
  phone: `1380013${String(8000 + n)}`,
  addressDetail: `莘庄路${n}号`,
  ...more,
});

describe('exports', () => {
  it('every download of every room can be fetched by a ticket', async () => {
    const admin = await server.as('as_admin');
    const downloads = server.assembly.routes.filter((route) => route.download && !route.path.startsWith('../'));
    expect(downloads.length).toBeGreaterThan(5);
    for (const { path } of downloads) {
      const answer = await admin.post('blade-core/ticket', { path: `/api/${path.replaceAll(/[{}]/g, '')}?id=1` });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    for (const path of ['https://elsewhere.example/file', '//elsewhere.example/file', 'javascript:alert(1)'])
      expect((await admin.post('blade-core/ticket', { path })).status, path).toBe(400);
  });
  it('an unknown scope or format is refused, never read as all rows', async () => {
    const admin = await server.as('as_admin');
    for (const sent of [{ scope: 'everything' }, { scope: '%' }, { format: 'pdf' }]) {
      const answer = await admin.post('blade-maintenance/webApi/ascustomer/export', sent);
      expect([answer.status, answer.msg.length > 0]).toEqual([400, true]);
    }
  });
  it('hold exactly the rows of the list, in its order, with its labels', async () => {
    const cs = await server.as('as_admin');
    for (let n = 0; n < 12; n++)
      expect(
        (await cs.post(`${customers}/submit`, draft(n, { customerLevel: n % 2 ? 'gold' : 'normal' }))).status,
      ).toBe(200);
    const list = await cs.get(`${customers}/list`, { size: 100, customerLevel: 'gold', ascs: 'customerName' });
    const file = await downloadSheet(cs, `${customers}/export`, {
      columns: ['customerNo', 'customerName', 'customerLevel', 'createTime'],
      scope: 'all',
      filters: { customerLevel: 'gold', ascs: 'customerName' },
      format: 'xlsx',
    });
    expect(file.headers.get('content-type')).toContain('spreadsheetml');
    const [header, ...rows] = await sheetOf(file.bytes);
    expect(header).toEqual(['客户编号', '客户姓名', '客户等级', '创建时间']);
    expect(rows.map((row) => row[0])).toEqual(list.data.records.map((row: { customerNo: string }) => row.customerNo));
    expect(rows.map((row) => row[2])).toEqual(
      list.data.records.map((row: { _names: { customerLevel: string } }) => row._names.customerLevel),
    );
  });
  it('are in English for a reader of English', async () => {
    const file = await downloadSheet((await server.as('as_admin')).inEnglish(), `${customers}/export`, {
      columns: ['customerNo', 'customerLevel'],
      scope: 'all',
      filters: {},
      format: 'xlsx',
    });
    const [header, first] = await sheetOf(file.bytes);
    expect(header).toEqual(['Customer no.', 'Customer level']);
    expect(first[1]).toMatch(/^[A-Z]/);
  });
  it('never let a spreadsheet calculate a text', async () => {
    const admin = await server.as('as_admin');
    await admin.post(`${customers}/submit`, draft(50, { customerName: '=HYPERLINK("http://x")', remark: '+1;"a"' }));
    const input = { columns: ['customerName', 'remark'], scope: 'all', filters: { phone: '13800138050' } };
    const book = await downloadSheet(admin, `${customers}/export`, { ...input, format: 'xlsx' });
    expect((await sheetOf(book.bytes))[1]).toEqual(['=HYPERLINK("http://x")', '+1;"a"']);
    expect(await partOf(book.bytes, 'xl/worksheets/sheet1.xml')).toContain('<c r="A2" t="inlineStr" s="4">');
    const csv = await downloadSheet(admin, `${customers}/export`, { ...input, format: 'csv' });
    expect(csv.bytes.toString()).toContain(`"'=HYPERLINK(""http://x"")","'+1;""a"""`);
    // Some spreadsheets accept full-width signs in formulas.
    await admin.post(`${customers}/submit`, draft(51, { customerName: '＝1＋1', remark: '＠SUM' }));
    expect(
      (
        await downloadSheet(admin, `${customers}/export`, {
          ...input,
          filters: { phone: '13800138051' },
          format: 'csv',
        })
      ).bytes.toString(),
    ).toContain("'＝1＋1,'＠SUM");
    // Some spreadsheets also accept small forms of these signs, and signs after spaces and invisible characters.
    for (const text of [
      '﹦1+1',
      '﹢1+1',
      '﹣1+1',
      '﹫SUM',
      '\u200b=1+1',
      '\u00a0=1+1',
      '\ufeff\u2060=1+1',
      '\u3164＝1',
    ]) {
      expect([text, csvCell(text)]).toEqual([text, `'${text}`]);
      expect(plainCell(`'${text}`)).toBe(text);
    }
    for (const text of ['-12.5', '+8613800138000', '上门 =1', 'a@b.cn', '东方 - 西方'])
      expect(csvCell(text)).toBe(text);
  });
  it('mask personal numbers without the right, and log people who take unmasked ones', async () => {
    const input = { columns: ['phone'], scope: 'all', filters: { phone: '13800138001' }, format: 'csv' };
    const clear = await downloadSheet(await server.as('as_admin'), `${customers}/export`, input);
    expect(clear.bytes.toString()).toContain('13800138001');
    const hidden = await downloadSheet(await server.as('as_admin'), `${customers}/export`, { ...input, masked: true });
    expect(hidden.bytes.toString()).toContain('138****8001');
    const log = await server.tables<{ remark: string }>(
      "select remark from anju_audit where action = 'export' and paper = 'customer' order by id desc limit 2",
    );
    expect(log.map((one) => one.remark.includes('含明文'))).toEqual([false, true]);
  });
  it('name the person on every page and in a sheet of its own where personal data is unmasked; otherwise as the company sets', async () => {
    const admin = await server.as('as_admin');
    const input = {
      columns: ['customerName', 'phone'],
      scope: 'all',
      filters: { customerLevel: 'gold' },
      format: 'xlsx',
    };
    const marked = (await downloadSheet(admin, `${customers}/export`, input)).bytes;
    const about = (await sheetOf(marked, 1)).map((row) => row.map(String));
    expect(about.map((row) => row[0])).toEqual(['内容', '导出人', '时间', '行数', '个人信息']);
    expect(about[1][1]).toContain('as_admin');
    expect(about[4][1]).toBe('含明文');
    expect(await partOf(marked, 'xl/worksheets/sheet1.xml')).toMatch(
      /<oddFooter>&amp;L.*as_admin.*2026-11-23 10:00:00&amp;R&amp;P \/ &amp;N<\/oddFooter>/,
    );
    const plain = (await downloadSheet(admin, `${customers}/export`, { ...input, masked: true })).bytes;
    expect(await partOf(plain, 'xl/worksheets/sheet1.xml')).not.toContain('oddFooter');
    for (const [wish, has] of [
      ['always', true],
      ['never', false],
    ] as const) {
      await server.tables("delete from blade_param where param_key = 'export.mark'");
      await server.tables(
        "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '000000', '导出留名', 'export.mark', $2, now(), now())",
        [server.clock.ms(), wish],
      );
      server.app.ports.forget('000000');
      const file = (await downloadSheet(admin, `${customers}/export`, { ...input, masked: has })).bytes;
      expect((await partOf(file, 'xl/worksheets/sheet1.xml')).includes('oddFooter'), wish).toBe(has);
    }
    expect(
      (await downloadSheet(admin, `${customers}/export`, { ...input, format: 'csv' })).headers.get(
        'content-disposition',
      ),
    ).not.toContain('as_admin');
  });
  it('hold the chosen rows only, and are refused without the button', async () => {
    const admin = await server.as('as_admin');
    const { records } = (await admin.get(`${customers}/list`, { size: 3 })).data;
    const ids = records.slice(1).map((row: { id: string }) => row.id);
    const file = await downloadSheet(admin, `${customers}/export`, {
      columns: ['customerNo'],
      scope: 'selected',
      ids,
      filters: {},
      format: 'xlsx',
    });
    expect((await sheetOf(file.bytes)).slice(1).flat()).toEqual(
      records.slice(1).map((row: { customerNo: string }) => row.customerNo),
    );
    expect(
      (
        await downloadSheet(await server.as('as_technician'), `${customers}/export`, {
          scope: 'all',
          filters: {},
          format: 'xlsx',
        })
      ).status,
    ).toBe(403);
    expect(
      (await sheetOf((await downloadSheet(admin, `${customers}/exportExcel?customerLevel=gold`, {})).bytes)).length,
    ).toBe(7);
  });
  it('are made in the background where they are large, announced when ready, and open to their person only', async () => {
    const admin = await server.as('as_admin');
    await server.tables(
      `insert into ascustomer (id, tenant_id, customer_no, customer_name, customer_type, customer_level, phone, address_detail, customer_data_source, create_time, update_time)
      select next_id($1::bigint + n), '000000', 'KH1' || lpad(n::text, 6, '0'), '批量' || n, 'person', 'normal', '139' || lpad(n::text, 8, '0'), '路' || n, 'manual', to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0) from generate_series(1, 10500) n`,
      [server.clock.ms()],
    );
    const answer = await admin.post(`${customers}/export`, {
      columns: ['customerNo'],
      scope: 'all',
      filters: {},
      format: 'csv',
    });
    expect(answer.data.rows).toBeGreaterThan(10_500);
    let job = await admin.get('blade-core/job', { id: answer.data.job });
    for (let tries = 0; job.data.state !== 'done' && tries < 400; tries++) {
      await new Promise((resolve) => {
        setTimeout(resolve, 25);
      });
      job = await admin.get('blade-core/job', { id: answer.data.job });
    }
    expect(job.data).toMatchObject({ state: 'done', done: answer.data.rows, answer: { rows: answer.data.rows } });
    const { ticket } = (await admin.post('blade-core/ticket', { path: `/${job.data.answer.file}` })).data;
    const file = await fetch(`${server.base}/api/${job.data.answer.file}&ticket=${ticket}`);
    expect((await file.text()).trim().split('\r\n')).toHaveLength(answer.data.rows + 1);
    expect((await fetch(`${server.base}/api/${job.data.answer.file}&ticket=${ticket}`)).status).toBe(401);
    expect((await (await server.as('as_cs')).get('blade-core/job', { id: answer.data.job })).status).toBe(404);
  });
  it('refuse more rows than a sheet holds, with advice, and export nothing', async () => {
    const admin = await server.as('as_manager');
    const optOuts = 'blade-maintenance/webApi/assmsoptout';
    // Insert one row more than a file may have. The paper has few columns, and unused indexes are dropped for speed.
    await server.tables('drop index assmsoptout_order, assmsoptout_one_phone, assmsoptout_tail_phone');
    await server.tables(
      `insert into assmsoptout (id, tenant_id, phone, create_time, update_time) select $1::bigint * 1000000 + n, '000000', (13900000000 + n)::text, to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0) from generate_series(1, $3::int) n`,
      [1, server.clock.ms(), MAX_ROWS + 1],
    );
    for (const [who, msg] of [
      [admin, '一次最多导出200000行，请缩小筛选范围'],
      [admin.inEnglish(), 'At most 200000 rows can be exported at once, please narrow the filter'],
    ] as const) {
      const refused = await who.post(`${optOuts}/export`, { scope: 'all', filters: {}, format: 'csv' });
      expect([refused.status, refused.reason, refused.msg]).toEqual([400, 'exchange.tooManyRows', msg]);
    }
    expect(await server.tables("select 1 from anju_audit where paper = 'smsOptOut' and action = 'export'")).toEqual([]);
    const narrowed = await downloadSheet(admin, `${optOuts}/export`, {
      scope: 'all',
      filters: { phone: '13900000007' },
      format: 'csv',
    });
    expect([narrowed.status, narrowed.bytes.toString().trim().split('\r\n').length]).toEqual([200, 2]);
  });
});
