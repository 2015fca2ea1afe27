import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { allTables } from '../../../../server/assemble.ts';
import { migrate } from '../migrate.ts';
import type { IndexPlan, Table } from '../table.ts';

const server = await openTestServer(import.meta.url);
const owner = new pg.Client({ connectionString: server.ownerUrl });
const workRole = `"${decodeURIComponent(new URL(process.env.ANJU_TEST_APP_URL!).username)}"`;

beforeAll(() => owner.connect());
afterAll(() => owner.end());

/** Return the tables of the product with one more index. */
const planted = (index: Pick<IndexPlan, 'on' | 'where'>): Table[] =>
  allTables().map((table) =>
    table.name === 'anju_view'
      ? { ...table, indexes: [...table.indexes, { name: 'anju_view_planted', user: 'test', ...index }] }
      : table,
  );

const migrated = (tables: readonly Table[]): Promise<number> =>
  migrate({ ownerUrl: server.ownerUrl, workRole, tables, nowMs: server.clock.ms() });

const insert = (id: number): string =>
  `insert into anju_view (id, tenant_id, person_id, paper, name, settings, updated) values (${id}, '000000', ${id}, 'planted', '', '{}', now())`;

const plantedIndex = async (): Promise<{ text: string; valid: boolean }[]> =>
  (
    await owner.query<{ text: string; valid: boolean }>(
      "select pg_get_indexdef(i.indexrelid) as text, i.indisvalid as valid from pg_index i where i.indexrelid = any(array[to_regclass('anju_view_planted'), to_regclass('anju_view_planted_next')])",
    )
  ).rows;

async function whileBuilt(tables: readonly Table[], work: () => Promise<unknown>): Promise<number> {
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  // The build waits for a transaction that wrote before it began.
  await holder.query('begin');
  await holder.query(insert(9001));
  const building = migrated(tables);
  try {
    await expect
      .poll(async () => {
        const waiting =
          "select 1 from pg_stat_activity where query like 'create %index%anju_view_planted%' and wait_event_type = 'Lock'";
        return (await owner.query(waiting)).rowCount;
      })
      .toBe(1);
    await work();
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
  return building;
}

const write = async (id: number): Promise<void> => {
  await owner.query("set lock_timeout = '5s'");
  await owner.query(insert(id));
};

test('an index is added while others write', async () => {
  expect(await whileBuilt(planted({ on: 'paper' }), () => write(1))).toBe(1);
  expect(await plantedIndex()).toMatchObject([{ valid: true, text: expect.stringContaining('(paper)') }]);
});

test('an index with another definition is replaced while others write, and serves until then', async () => {
  const next = planted({ on: 'updated' });
  const meanwhile = async (): Promise<void> => {
    await write(2);
    expect((await plantedIndex()).map(({ valid }) => valid)).toContain(true);
  };
  expect(await whileBuilt(next, meanwhile)).toBe(1);
  expect(await plantedIndex()).toMatchObject([{ valid: true, text: expect.stringContaining('(updated)') }]);
});

test('an interrupted build is built again', async () => {
  await owner.query('drop index anju_view_planted');
  // Two rows have the same `paper`, so the build of a unique index fails and leaves an invalid index behind.
  await expect(
    owner.query('create unique index concurrently anju_view_planted on anju_view (paper)'),
  ).rejects.toThrow();
  expect(await plantedIndex()).toMatchObject([{ valid: false }]);
  expect(await migrated(planted({ on: 'paper' }))).toBe(1);
  expect(await plantedIndex()).toMatchObject([{ valid: true, text: expect.not.stringContaining('UNIQUE') }]);
});
