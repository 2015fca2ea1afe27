import { describe, expect, test } from 'vitest';
import { type Body, keeper } from '#kernel/testing/sample.ts';
import { downloadSheet, sheetOf } from '#kernel/testing/sheets.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const customers = 'blade-maintenance/webApi/ascustomer';
const admin = await keeper(server);

for (let n = 0; n < 12; n++) {
  const made = await admin.post(`${customers}/submit`, {
    customerName: `客户${n}`,
    phone: `1380013${String(8000 + n)}`,
    addressDetail: `莘庄路${n}号`,
    customerLevel: n < 7 ? 'gold' : 'normal',
    remark: `原话${n}`,
  });
  expect(made.status, made.msg).toBe(200);
}
const gold = { filters: { customerLevel: 'gold' } };
const remarks = async (level: string): Promise<string[]> =>
  (
    await server.tables<{ remark: string }>(
      'select remark from ascustomer where is_deleted = 0 and customer_level = $1 order by customer_name',
      [level],
    )
  ).map((row) => row.remark);
const before = { gold: await remarks('gold'), normal: await remarks('normal') };

describe('acts on all rows that match', () => {
  test('a bulk edit changes the matching rows only, and can be reverted row by row', async () => {
    expect((await admin.post(`${customers}/bulk`, { matching: gold, set: {}, dry: true })).data.count).toBe(7);
    const done = await admin.post(`${customers}/bulk`, { matching: gold, set: { remark: '一样的话' } });
    expect([done.data.success.length, done.data.failed]).toEqual([7, []]);
    expect(await remarks('gold')).toEqual(before.gold.map(() => '一样的话'));
    expect(await remarks('normal')).toEqual(before.normal);
    await admin.post(`${customers}/bulk`, { rows: done.data.before });
    expect(await remarks('gold')).toEqual(before.gold);
  });

  test('missing filters are refused: a mistake does not change the whole company', async () => {
    for (const matching of [{}, { customerLevel: 'gold' }, 'all', true]) {
      const answer = await admin.post(`${customers}/bulk`, { matching, set: { remark: '错' } });
      expect([answer.status, answer.reason]).toEqual([400, 'http.missing']);
    }
    expect(await remarks('normal')).toEqual(before.normal);
  });

  test('without a match nothing is done, and the answer says so', async () => {
    const none = { filters: { customerName: '没有这个人' }, count: 0 };
    for (const call of ['bulk', 'remove'])
      expect((await admin.post(`${customers}/${call}`, { matching: none, set: { remark: '错' } })).status, call).toBe(
        400,
      );
  });

  test('the answer does not reveal former personal data', async () => {
    const [one] = (await admin.get(`${customers}/list`, { size: 1 })).data.records as Body[];
    const done = await admin.post(`${customers}/bulk`, { ids: [one.id], set: { phone: '13900139000', remark: '新' } });
    expect(Object.keys(done.data.before[String(one.id)])).toEqual(['remark']);
  });

  test('a removal takes the same filters', async () => {
    const done = await admin.post(`${customers}/remove`, {
      matching: { filters: { customerLevel: 'normal' }, count: 5 },
    });
    expect(done.data.success.length).toBe(5);
    expect([(await remarks('normal')).length, (await remarks('gold')).length]).toEqual([0, 7]);
  });
});

test('an export of the page holds the rows of that page in the order of the list', async () => {
  const query = { size: 3, current: 2, descs: 'customerName', customerLevel: 'gold' };
  const names = (await admin.get(`${customers}/list`, query)).data.records.map((row: Body) => row.customerName);
  const { size, current, descs, ...filters } = query;
  for (const page of [
    { size, current },
    { ids: (await admin.get(`${customers}/list`, query)).data.records.map((row: Body) => row.id) },
  ]) {
    const file = await downloadSheet(admin, `${customers}/export`, {
      columns: ['customerName'],
      scope: 'page',
      filters,
      descs,
      ...page,
      format: 'xlsx',
    });
    expect((await sheetOf(file.bytes)).slice(1).flat()).toEqual(names);
  }
});
