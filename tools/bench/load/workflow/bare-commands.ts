import type pg from 'pg';
import type { App } from '#kernel/server/app.ts';

const FIRST = 930_000_000_000_000_000n;
const MANY = 2000;
let next = 0;

/** Create a table with rows that `bareCommand` locks, reads and writes. */
export async function prepareBare(owner: pg.Client): Promise<void> {
  await owner.query(
    'create table if not exists bench_bare (id bigint primary key, tenant_id text not null, root_id bigint not null, data jsonb not null)',
  );
  await owner.query('create index if not exists bench_bare_root on bench_bare (root_id)');
  await owner.query(
    `insert into bench_bare select ${FIRST} + n, '000000', ${FIRST} + n / 8, '{"a": 1}' from generate_series(0, ${MANY * 8}) n on conflict do nothing`,
  );
  await owner.query('grant select, insert, update, delete on bench_bare to public');
}

/**
 * Run only the statements of a process command: lock the case, read all its rows once, and write one row for each of
 * six tables.
 */
export async function bareCommand(
  app: App,
  tenancy: { readonly tenantId: string; readonly zone: string },
): Promise<void> {
  const root = String(FIRST + BigInt(next++ % MANY) * 8n);
  await app.db.write(tenancy, async (sql) => {
    await sql.query('select id from bench_bare where id = $1 and tenant_id = $2 for update', [root, tenancy.tenantId]);
    await sql.query('select data from bench_bare where root_id = $1 and tenant_id = $2', [root, tenancy.tenantId]);
    await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        sql.query('update bench_bare set data = $3 where id = $1 and tenant_id = $2', [
          String(BigInt(root) + BigInt(at)),
          tenancy.tenantId,
          JSON.stringify({ a: at, b: 'what a row of the history is like', c: root }),
        ]),
      ),
    );
  });
}
