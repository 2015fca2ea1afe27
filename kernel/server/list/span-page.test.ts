import { beforeAll, expect, it } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { papers } from '../../../server/assemble.ts';
import { readPage } from './list.ts';

const server = await openTestServer(import.meta.url);
const paper = papers.get('repairForm')!;
const TENANT = '000000';
const ROWS = 6000;

/**
 * Insert 6,000 forms, one a minute. The first 2,000 expect a day of March 2025, the next any day of 2023 and 2024, the
 * last May 2025. Every 50th came by WeChat; every 1,000th was urged.
 */
beforeAll(async () => {
  await server.tables(
    `insert into asrepairform (id, tenant_id, create_time, update_time, repair_no, source, repair_type, repair_status, urge_count, expect_date, accept_time)
     select n, $1, moment, moment, 'ZZ' || n, case when n % 50 = 0 then 'wechat' else 'phone' end, 'boiler', 'submitted', case when n % 1000 = 0 then n / 1000 else 0 end,
       case when n <= 2000 then date '2025-03-01' + n % 31 when n <= 4000 then date '2023-01-01' + n % 730 else date '2025-05-01' + n % 31 end, moment + n % 7 * interval '1 hour'
     from (select n, timestamptz '2026-01-01 00:00:00+08' + n * interval '1 minute' as moment from generate_series(1, $2::int) n) made`,
    [TENANT, ROWS],
  );
  await server.tables('analyze asrepairform');
});

it.each([
  ['a day', { expectDate_ge: '2025-03-05', expectDate_le: '2025-03-05' }],
  ['a day that nothing is on', { expectDate_ge: '2024-12-31', expectDate_le: '2024-12-31', source: 'letter' }],
  ['ten days of few hundred rows', { expectDate_ge: '2025-03-01', expectDate_le: '2025-03-10' }],
  ['a wide span among the newest', { expectDate_ge: '2025-05-01' }],
  ['a wide span far back', { expectDate_ge: '2025-03-01', expectDate_le: '2025-03-31' }],
  ['few of a wide span', { expectDate_ge: '2025-03-01', expectDate_le: '2025-03-31', source: 'wechat' }],
  ['less than a page of a wide span', { expectDate_ge: '2025-03-01', expectDate_le: '2025-03-31', urgeCount_gt: '1' }],
  ['all rows, by an open span', { expectDate_ge: '2020-01-01' }],
  ['a day of a moment that rises with the id', { acceptTime_ge: '2026-01-02', acceptTime_le: '2026-01-02' }],
  ['a moment that rises with the id, from a day on', { acceptTime_ge: '2026-10-01' }],
  ['few of such a day', { acceptTime_ge: '2026-01-02', acceptTime_le: '2026-01-02', source: 'wechat' }],
  ['such a day that nothing is on', { acceptTime_ge: '2025-01-02', acceptTime_le: '2025-01-02' }],
  ['a number from one on', { urgeCount_gt: '0' }],
] as [string, Record<string, string>][])('answers %s as the order of the list does', async (_name, query) => {
  const tenancy = { tenantId: TENANT, zone: 'Asia/Shanghai' };
  const idsOf = async (more: Record<string, string>): Promise<string[]> =>
    server.app.db.read(tenancy, async (sql) => {
      const { rows } = await readPage(server.app, sql, {
        paper,
        tenantId: TENANT,
        where: [{ kind: 'all' }],
        query: { ...query, ...more },
        now: '2026-11-23 10:00:00',
      });
      return rows.map((row) => String(row.id));
    });
  // An explicit order, here the default one, is answered by the plain statement (`pageSql`).
  const plain = { descs: 'createTime' };
  for (const page of [
    { current: '1', size: '10' },
    { current: '2', size: '10' },
    { current: '3', size: '50' },
    { current: '2', size: '200' },
  ])
    expect(await idsOf(page), JSON.stringify(page)).toEqual(await idsOf({ ...page, ...plain }));
});

it('reads a distant span by its index, and only the newest of its rows', async () => {
  const sent: string[] = [];
  await server.app.db.read({ tenantId: TENANT, zone: 'Asia/Shanghai' }, (sql) =>
    readPage(
      server.app,
      {
        query: (text: string, values?: readonly unknown[]) => {
          sent.push(text);
          return sql.query(text, values);
        },
      } as typeof sql,
      {
        paper,
        tenantId: TENANT,
        where: [{ kind: 'all' }],
        query: { expectDate_ge: '2025-03-01', expectDate_le: '2025-03-31' },
        now: '2026-11-23 10:00:00',
      },
    ),
  );
  // Four statements. Count the span up to 1,001 rows; read the page among the 500 newest rows of the paper. Count the
  // span up to 20,001 rows; read the page among the 500 newest rows of the span.
  expect(sent.slice(0, 4).map((text) => /limit (\d{3,})\)/.exec(text)?.[1])).toEqual(['1001', '500', '20001', '500']);
  expect(sent[3]).toContain('array(select s.id from');
});

it.each([
  ['every row', 'zz', 1001, true],
  ['a thousand of the newest', 'zz5', 1001, true],
  ['a thousand of the oldest', 'zz1', 1001, true],
  ['some of the newest', 'zz599', 11, false],
  ['some of the oldest', 'zz12', 111, false],
  ['none', 'zz0', 0, false],
])('counts a text that is in %s', async (_name, keyword, least, approx) => {
  const { total } = await server.app.db.read({ tenantId: TENANT, zone: 'Asia/Shanghai' }, (sql) =>
    readPage(server.app, sql, {
      paper,
      tenantId: TENANT,
      where: [{ kind: 'all' }],
      query: { keyword },
      now: '2026-11-23 10:00:00',
    }),
  );
  expect(total.approx).toBe(approx);
  if (approx) expect(total.total).toBeGreaterThanOrEqual(least);
  else expect(total.total).toBe(least);
});
