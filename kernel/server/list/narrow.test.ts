import { beforeAll, expect, test } from 'vitest';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { allTables } from '../../../server/assemble.ts';

const server = await openTestServer(import.meta.url);
const admin = await server.as('administrator');
const LIST = `${repairForm.path}/list`;
const ROWS = 60_000;
const WIDE = { status: 400, reason: 'row.filterTooWide' };

/**
 * Insert 60,000 forms, one every five minutes until now. One is critical, and each was accepted an hour after its
 * creation.
 */
beforeAll(async () => {
  const { indexes } = allTables().find(({ name }) => name === repairForm.table)!;
  // Only the indexes under test stay, so that the insert takes a second.
  const stay = ['order', 'by_customer_id', 'by_repair_status', 'rising'].map((name) => `${repairForm.table}_${name}`);
  for (const { name } of indexes) if (!stay.includes(name)) await server.tables(`drop index "${name}"`);
  await server.tables(`alter table ${repairForm.table} disable trigger user`);
  await server.tables(
    `insert into ${repairForm.table} (id, tenant_id, create_time, update_time, repair_no, source, repair_type, urgency, repair_status, customer_id, accept_time, description)
     select n, '000000', moment, moment, 'ZZ' || n, 'phone', 'boiler', case when n = 100 then 'critical' else 'normal' end, 'submitted', n % 100, moment + interval '1 hour', repeat('a', 400)
     from (select n, to_timestamp($1::float8 / 1000) - ($2 - n) * interval '5 minutes' as moment from generate_series(1, $2::int) n) made`,
    [server.clock.ms(), ROWS],
  );
  await server.tables(`analyze ${repairForm.table}`);
});

const day = (days: number): string => new Date(server.clock.ms() - days * 86_400_000).toISOString().slice(0, 10);

test('a rare word without an index is refused in both languages, a common one is answered', async () => {
  const refused = await admin.get(LIST, { urgency: 'critical' });
  expect(refused).toMatchObject(WIDE);
  expect(refused.msg).toBe('按紧急程度筛选时，请同时把创建时间限定在92天内');
  expect((await admin.inEnglish().get(LIST, { urgency: 'critical' })).msg).toBe(
    'Filtering by Urgency also needs “Created” limited to 92 days',
  );
  expect((await admin.get(LIST, { urgency: 'normal' })).data.records).toHaveLength(10);
});

test('the range that the refusal asks for is answered', async () => {
  const query = { urgency: 'critical', createTime_ge: day(60), createTime_le: day(0) };
  expect(await admin.get(LIST, query)).toMatchObject({ status: 200, data: { records: [] } });
});

test('a lookup by an index is answered, also beside a rare word', async () => {
  expect((await admin.get(LIST, { customerId: '7' })).data.records).toHaveLength(10);
  expect(await admin.get(LIST, { customerId: '7', urgency: 'critical' })).toMatchObject({ status: 200 });
});

test('a short span of a moment that rises with the id is answered wherever it is, a long one near the newest rows alone', async () => {
  expect((await admin.get(LIST, { acceptTime_ge: day(205), acceptTime_le: day(200) })).data.records).toHaveLength(10);
  expect((await admin.get(LIST, { acceptTime_ge: day(120), acceptTime_le: day(10) })).data.records).toHaveLength(10);
  expect(await admin.get(LIST, { acceptTime_ge: day(0) })).toMatchObject({ status: 200 });
  expect(await admin.get(LIST, { acceptTime_ge: day(400), acceptTime_le: day(200) })).toMatchObject(WIDE);
});

test('a bound that cannot be read is refused by its name', async () => {
  expect(await admin.get(LIST, { acceptTime_le: 'yesterday' })).toMatchObject({
    status: 400,
    reason: 'row.filterUnreadable',
  });
});

test('a short span near the newest rows is answered beside a rare word', async () => {
  const query = { urgency: 'critical', acceptTime_ge: day(20), acceptTime_le: day(10) };
  expect(await admin.get(LIST, query)).toMatchObject({ status: 200, data: { records: [] } });
});

test('exports and groups refuse what the list refuses', async () => {
  const filters = { urgency: 'critical' };
  expect(await admin.post(`${repairForm.path}/export`, { filters, format: 'csv', scope: 'all' })).toMatchObject(WIDE);
  const groups = { paper: repairForm.name, groupBy: 'repairType', ...filters };
  expect(await admin.get('blade-core/groups', groups)).toMatchObject(WIDE);
});

test('a verdict holds for an hour, and then the planner is asked again', async () => {
  await server.tables(`create index planted on ${repairForm.table} (tenant_id, urgency) where is_deleted = 0`);
  try {
    expect(await admin.get(LIST, { urgency: 'critical' })).toMatchObject(WIDE);
    server.clock.set(server.clock.ms() + 3_600_001);
    const again = await server.as('administrator', { who: 'an hour later' });
    expect(await again.get(LIST, { urgency: 'critical' })).toMatchObject({ status: 200, data: { total: 1 } });
  } finally {
    await server.tables('drop index planted');
  }
});
