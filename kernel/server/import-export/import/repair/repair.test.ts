import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { checked, committed, settledBatch, sheetWith } from '#kernel/testing/sheets.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
// PostgreSQL does not learn that the table has grown: a plan for a small sheet must not be reused for a large one.
await server.tables('alter table anju_import_row set (autovacuum_enabled = off)');
const customers = 'blade-maintenance/webApi/ascustomer';
const header = ['客户姓名*', '手机号*', '客户等级', '详细地址*'];
const row = (n: number, more: Partial<Record<number, string>> = {}): string[] =>
  [`客户${n}`, `1380000${String(1000 + n)}`, '普通', `龙柏路${n}号`].map((cell, at) => more[at] ?? cell);

interface Shown {
  readonly row: number;
  readonly verdict: string;
  readonly leftOut: boolean;
  readonly problems: readonly { field: string; msg: string }[];
  readonly repaired: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

/** The verdicts of a batch as they are now, by the number of the row. */
async function rowsOf(by: TestCaller, batch: string, query: Record<string, string> = {}): Promise<Map<number, Shown>> {
  const page = await by.get(`${customers}/import/verdict`, { batch, size: 1000, ...query });
  return new Map((page.data.records as Shown[]).map((one) => [one.row, one]));
}

const repair = (by: TestCaller, batch: string, body: object) =>
  by.post(`${customers}/import/repair`, { batch, ...body });

describe('the repair of a checked sheet', () => {
  it('proposes similar values, repairs the cell and all with the same text, and writes them then', async () => {
    const by = await server.as('as_admin');
    const page = await checked(
      by,
      customers,
      await sheetWith([header, row(1, { 2: '金咔' }), row(2, { 2: '金咔' }), row(3, { 1: '1380000' }), row(4)]),
    );
    const { batch } = page.data;
    expect(page.data.counts).toMatchObject({ new: 1, refused: 3 });
    const near = await by.get(`${customers}/import/nearest`, { batch, field: 'customerLevel', typed: '金咔' });
    expect(near.data.same).toBe(2);
    expect(near.data.matches[0].text).toBe('金卡');
    // Repair the cell of one row.
    const one = await repair(by, batch, { repairs: [{ field: 'phone', row: 4, to: '13800001003' }] });
    expect(one.data).toMatchObject({ changed: 1 });
    expect((await rowsOf(by, batch)).get(4)).toMatchObject({ verdict: 'new', repaired: { phone: expect.any(String) } });
    // A repair with a wrong text is refused like a wrong cell of the sheet.
    await repair(by, batch, { repairs: [{ field: 'customerLevel', row: 2, to: '铂金' }] });
    expect((await rowsOf(by, batch)).get(2)).toMatchObject({
      verdict: 'refused',
      problems: [{ field: 'customerLevel' }],
      repaired: { customerLevel: '金咔' },
    });
    await repair(by, batch, { repairs: [{ field: 'customerLevel', row: 2, to: '金咔' }] });
    expect((await rowsOf(by, batch)).get(2)?.repaired).toEqual({});
    const same = await repair(by, batch, { repairs: [{ field: 'customerLevel', from: '金咔', to: '金卡' }] });
    expect(same.data).toMatchObject({ changed: 2 });
    const now = await by.get(`${customers}/import/verdict`, { batch, size: 10 });
    expect(now.data).toMatchObject({ state: 'ready', counts: { new: 4, refused: 0 } });
    expect((await committed(by, customers, batch)).data.counts).toMatchObject({ new: 4, refused: 0 });
    const list = await by.get(`${customers}/list`, { phone: '13800001001' });
    expect(list.data.records[0]).toMatchObject({ customerName: '客户1', customerLevel: 'gold' });
    // A written row cannot be repaired.
    expect((await repair(by, batch, { repairs: [{ field: 'phone', row: 4, to: '1' }] })).reason).toBe(
      'exchange.notReady',
    );
  });

  it('frees a duplicate when the other is repaired or left out, and finds the new duplicate of a repaired row', async () => {
    const by = await server.as('as_admin');
    const { data } = await checked(by, customers, await sheetWith([header, row(11), row(11), row(12), row(13)]));
    const { batch } = data;
    expect(data.counts).toMatchObject({ new: 2, refused: 2 });
    await repair(by, batch, { repairs: [{ field: 'phone', row: 3, to: '13800009911' }] });
    let rows = await rowsOf(by, batch);
    expect(rows.get(2)?.verdict).toBe('new');
    expect(rows.get(3)?.verdict).toBe('new');
    await repair(by, batch, {
      repairs: [
        { field: 'customerName', row: 3, to: '客户12' },
        { field: 'phone', row: 3, to: '13800001012' },
        { field: 'addressDetail', row: 3, to: '龙柏路12号' },
      ],
    });
    rows = await rowsOf(by, batch);
    expect(rows.get(3)?.problems.map((one) => one.msg)).toEqual(['与第4行重复']);
    expect(rows.get(4)?.problems.map((one) => one.msg)).toEqual(['与第3行重复']);
    await repair(by, batch, { leaveOut: [4] });
    rows = await rowsOf(by, batch);
    expect(rows.get(3)?.verdict).toBe('new');
    expect(rows.get(4)).toMatchObject({ verdict: 'refused', leftOut: true, problems: [{ msg: '不导入这一行' }] });
    await repair(by, batch, { takeIn: [4] });
    expect((await rowsOf(by, batch)).get(3)?.verdict).toBe('refused');
    const reasons = (await by.get(`${customers}/import/verdict`, { batch })).data.reasons as {
      key: string;
      msg: string;
      count: number;
    }[];
    expect(reasons).toMatchObject([{ msg: '与文件内其他行重复', count: 2 }]);
    expect([...(await rowsOf(by, batch, { reason: reasons[0].key })).keys()]).toEqual([3, 4]);
    await repair(by, batch, { firstOnly: true });
    rows = await rowsOf(by, batch);
    expect([rows.get(3)?.verdict, rows.get(4)?.leftOut]).toEqual(['new', true]);
  });

  it(
    'lists the different mistakes of a reason with proposals, and repairs thousands of rows by a job',
    { timeout: 120_000 },
    async () => {
      const by = await server.as('as_admin');
      const many = Array.from({ length: 20_000 }, (_, n) => {
        const cell = n % 4 === 0 ? '普桶' : n % 4 === 1 ? '金咔' : '普通';
        return [`批量${n}`, `139${String(10_000_000 + n)}`, cell, `合川路${n}号`];
      });
      const { data } = await checked(by, customers, [header, ...many].map((one) => one.join(',')).join('\n'), '大.csv');
      const { batch, reasons } = data;
      expect(data.counts).toMatchObject({ new: 10_000, refused: 10_000 });
      const mistakes = await by.get(`${customers}/import/mistakes`, { batch, reason: reasons[0].key });
      expect(mistakes.data).toMatchObject({ field: 'customerLevel', rows: 10_000 });
      expect(mistakes.data.cells).toMatchObject([
        { typed: '普桶', count: 5000, matches: expect.arrayContaining([{ text: '普通', hint: '' }]) },
        { typed: '金咔', count: 5000, matches: expect.arrayContaining([{ text: '金卡', hint: '' }]) },
      ]);
      const begun = await repair(by, batch, {
        repairs: [
          { field: 'customerLevel', from: '普桶', to: '普通' },
          { field: 'customerLevel', from: '金咔', to: '金卡' },
        ],
      });
      expect(begun.data.job).toMatch(/^\d+$/);
      // Other calls are answered while the job repairs.
      const at = Date.now();
      expect((await by.get(`${customers}/list`, { size: 1 })).status).toBe(200);
      expect(Date.now() - at).toBeLessThan(2000);
      const done = await settledBatch(by, customers, batch, { size: 1 });
      expect(done.data).toMatchObject({ state: 'ready', counts: { new: 20_000, refused: 0 } });
    },
  );
});

describe('the mapping of columns', () => {
  it('is changed by hand, checked again with the repairs, and remembered for the same headers', async () => {
    const by = await server.as('as_admin');
    const own = ['姓名', '联系电话', '级别', '住址'];
    const page = await checked(by, customers, await sheetWith([own, row(31), row(32, { 2: '白金' })]));
    const { batch } = page.data;
    expect(page.data.columns.map((one: { field: string }) => one.field)).toEqual(['', '', '', '']);
    expect(page.data.counts).toMatchObject({ new: 0, refused: 2 });
    const fields = ['customerName', 'phone', 'customerLevel', 'addressDetail'];
    const columns = fields.map((field, at) => ({ at, field }));
    const twice = await by.post(`${customers}/import/map`, {
      batch,
      columns: columns.map(({ at }) => ({ at, field: 'phone' })),
    });
    expect(twice.reason).toBe('exchange.columnTwice');
    expect(
      (await by.post(`${customers}/import/map`, { batch, columns: [{ at: 0, field: 'createUser' }] })).reason,
    ).toBe('exchange.columnNotOffered');
    expect((await by.post(`${customers}/import/map`, { batch, columns })).status).toBe(200);
    const mapped = await settledBatch(by, customers, batch);
    expect(mapped.data.counts).toMatchObject({ new: 1, refused: 1 });
    await repair(by, batch, { repairs: [{ field: 'customerLevel', row: 3, to: '金卡' }] });
    await by.post(`${customers}/import/map`, { batch, columns });
    expect((await settledBatch(by, customers, batch)).data.counts).toMatchObject({ new: 2, refused: 0 });
    const again = await checked(by, customers, await sheetWith([own, row(33)]));
    expect(again.data.columns.map((one: { field: string }) => one.field)).toEqual(fields);
    expect(again.data.counts).toMatchObject({ new: 1 });
    // Another person cannot repair this batch, map its columns or get proposals.
    const other = await server.as('as_cs');
    for (const [path, body] of [
      ['repair', { batch, leaveOut: [2] }],
      ['map', { batch, columns }],
    ] as const)
      expect((await other.post(`${customers}/import/${path}`, body)).status).not.toBe(200);
    expect((await other.get(`${customers}/import/nearest`, { batch, field: 'phone', typed: '1' })).status).not.toBe(
      200,
    );
  });

  it('omits a slow proposal, and the row can still be repaired', async () => {
    const by = await server.as('as_admin');
    const page = await checked(
      by,
      customers,
      await sheetWith([
        [...header, '楼盘'],
        [...row(41), '没有的苑'],
      ]),
    );
    const { batch } = page.data;
    const query = { batch, field: 'premisesId', typed: '没有的苑' };
    const holder = new pg.Client({ connectionString: server.ownerUrl });
    await holder.connect();
    try {
      // A locked table cannot be searched: the time limit ends the search, as for a table that is too large.
      await holder.query('begin; lock table asbasepremises in access exclusive mode');
      expect(await by.get(`${customers}/import/nearest`, query)).toMatchObject({
        status: 200,
        data: { same: 1, isSure: false, matches: [] },
      });
    } finally {
      await holder.query('rollback');
      await holder.end();
    }
    await repair(by, batch, { repairs: [{ field: 'premisesId', row: 2, to: '' }] });
    expect((await rowsOf(by, batch)).get(2)).toMatchObject({ verdict: 'new' });
  });
});
