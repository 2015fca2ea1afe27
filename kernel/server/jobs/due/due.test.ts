import { beforeEach, expect, test } from 'vitest';
import type { DueWork } from '#kernel/server';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { DuePoller } from './due-poller.ts';
import { dueFunctions } from './due-work.ts';

const server = await openTestServer(import.meta.url);
const OTHER = '300001';
const MINUTE = 60_000;

const [{ role }] = await server.tables<{ role: string }>(
  "select grantee as role from information_schema.role_table_grants where table_name = 'anju_outbox' and grantee <> current_user limit 1",
);

/** Processed rows in order, as `tenant id`. */
const worked: string[] = [];
const broken = new Set<string>();
let isHeldByOthers = false;
/** Results of `first`, as they reach `work` and `failed`. */
const heads: string[] = [];

const work: DueWork<{ readonly of: string }> = {
  table: 'due_probe',
  due: 'due_at',
  where: 't.gone is null',
  most: 20,
  first: async (_context, id) => (isHeldByOthers ? undefined : { of: id }),
  async work(context, id, head) {
    heads.push(`work ${id} ${head.of}`);
    await context.sql.query('update due_probe set gone = $3 where id = $1 and tenant_id = $2', [
      id,
      context.tenantId,
      context.now(),
    ]);
    if (broken.has(id)) throw new Error('broken');
    worked.push(`${context.tenantId} ${id}`);
  },
  async failed(context, id, { error, head }) {
    heads.push(`failed ${id} ${head.of}`);
    await context.sql.query(
      "update due_probe set tries = tries + 1, said = $3, due_at = $4::timestamptz + interval '10 seconds' where id = $1 and tenant_id = $2",
      [id, context.tenantId, error.message, context.now()],
    );
  },
};

await server.tables(
  `create table due_probe (id bigint primary key, tenant_id text not null, due_at timestamptz, gone timestamptz, tries integer not null default 0, said text)`,
);
await server.tables('create index on due_probe (tenant_id, due_at, id) where gone is null');
await server.tables('alter table due_probe enable row level security');
await server.tables("create policy tenant on due_probe using (tenant_id = current_setting('anju.tenant', true))");
await server.tables(`grant select, insert, update, delete on due_probe to ${role}`);
for (const text of dueFunctions([work])) await server.tables(text);

const plan = (tenantId: string, from: number, many: number, inMs = 0): Promise<unknown> =>
  server.tables(
    'insert into due_probe (id, tenant_id, due_at) select n, $1, to_timestamp($2 / 1000.0) from generate_series($3::bigint, $4) n',
    [tenantId, server.clock.ms() + inMs, from, from + many - 1],
  );

const poller = (): DuePoller => {
  const one = new DuePoller([work]);
  one.start(server.app, { isTimed: false });
  return one;
};

beforeEach(async () => {
  worked.length = 0;
  broken.clear();
  isHeldByOthers = false;
  await server.tables('delete from due_probe');
});

test('a row is worked when it is due by the clock of the product, and not before', async () => {
  await plan('000000', 1, 1, MINUTE);
  await poller().work();
  expect(worked).toEqual([]);
  server.clock.set(server.clock.ms() + MINUTE);
  await poller().work();
  expect(worked).toEqual(['000000 1']);
});

test('several pollers work each row once', async () => {
  await plan('000000', 1, 150);
  await plan(OTHER, 1001, 30);
  await Promise.all([poller(), poller(), poller()].map((one) => one.work()));
  expect(worked.length).toBe(180);
  expect(new Set(worked).size).toBe(180);
});

test('a company with many rows delays another for one turn at most', async () => {
  await plan('000000', 1, 200);
  await plan(OTHER, 1001, 1, -1);
  await poller().work();
  expect(worked.indexOf(`${OTHER} 1001`)).toBeLessThan(40);
});

test('a failed work is rolled back and put off by its own rule, and delays no other row', async () => {
  await plan('000000', 1, 3);
  broken.add('2');
  const one = poller();
  await one.work();
  // Several rows are worked at once, in no fixed order.
  expect(worked.toSorted()).toEqual(['000000 1', '000000 3']);
  expect(await server.tables('select id::int as id, gone, tries, said from due_probe where gone is null')).toEqual([
    { id: 2, gone: null, tries: 1, said: 'broken' },
  ]);
  broken.clear();
  await one.work();
  expect(worked.length).toBe(2);
  server.clock.set(server.clock.ms() + 10_000);
  await one.work();
  expect(worked.at(-1)).toBe('000000 2');
});

test('work and its failure get what the first lock returned', async () => {
  await plan('000000', 1, 2);
  heads.length = 0;
  broken.add('2');
  await poller().work();
  expect(heads.toSorted()).toEqual(['failed 2 2', 'work 1 1', 'work 2 2']);
});

test('a row whose first lock is taken waits for the next turn', async () => {
  await plan('000000', 1, 1);
  isHeldByOthers = true;
  await poller().work();
  expect(worked).toEqual([]);
  isHeldByOthers = false;
  await poller().work();
  expect(worked).toEqual(['000000 1']);
});

test('a row that becomes due with a commit is worked at once', async () => {
  const real = server.app.due;
  const one = new DuePoller([{ ...work, everyMs: 600_000 }]);
  one.start(server.app);
  Object.assign(server.app, { due: one });
  await server.work('administrator', async (context) => {
    await context.sql.query('insert into due_probe (id, tenant_id, due_at) values (7, $1, $2)', [
      context.tenantId,
      context.now(),
    ]);
    context.comesDue('due_probe');
  });
  await expect.poll(() => worked).toEqual(['000000 7']);
  Object.assign(server.app, { due: real });
  await one.stop();
});
