import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { earlierIndexes } from '#kernel/server/schema/indexes/earlier-indexes.ts';
import { retireIndexes } from '#kernel/server/schema/indexes/retire-indexes.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { allTables, papers } from '../../assemble.ts';

const server = await openTestServer(import.meta.url);
const owner = new pg.Client({ connectionString: server.ownerUrl });
const DAY_MS = 86_400_000;

/** Two indexes that an earlier release made, and one that a person made (`BY_HAND`). */
const BY_URGENCY = 'asrepairform_by_urgency';
const BY_ACCEPT_TIME = 'asrepairform_by_accept_time';
const BY_HAND = 'asrepairform_by_source';

beforeAll(() => owner.connect());
afterAll(() => owner.end());
beforeEach(async () => {
  for (const name of [BY_URGENCY, BY_ACCEPT_TIME, BY_HAND, 'anju_view_older'])
    await owner.query(`drop index if exists "${name}"`);
  await owner.query('truncate anju_index');
  await owner.query(
    `create index ${BY_URGENCY} on asrepairform (tenant_id, urgency, create_time desc, id desc) where is_deleted = 0`,
  );
  await owner.query(
    `create index ${BY_ACCEPT_TIME} on asrepairform (tenant_id, accept_time desc, create_time desc, id desc) where is_deleted = 0 and accept_time is not null`,
  );
  await owner.query(`create index ${BY_HAND} on asrepairform (source)`);
});

/**
 * Retire indexes as a start of the product does, this many days after the first start. Return the number of dropped
 * ones.
 */
const start = (days: number, tables = allTables()): Promise<number> =>
  retireIndexes({
    ownerUrl: server.ownerUrl,
    tables,
    nowMs: server.clock.ms() + days * DAY_MS,
    earlier: earlierIndexes(papers),
  });

const standing = async (...names: string[]): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      'select indexname as name from pg_indexes where indexname = any($1) order by 1',
      [names],
    )
  ).rows.map(({ name }) => name);

/** Read a row by an index, and wait until PostgreSQL's statistics show the scan. */
async function use(index: string, column: string, value: string): Promise<void> {
  const scans = async (): Promise<number> =>
    Number(
      (await owner.query('select idx_scan as n from pg_stat_user_indexes where indexrelname = $1', [index])).rows[0].n,
    );
  const before = await scans();
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  await client.query(
    `select 1 from asrepairform where tenant_id = '000000' and is_deleted = 0 and ${column} = ${value} order by create_time desc`,
  );
  await client.end();
  await expect.poll(scans).toBeGreaterThan(before);
}

test('an index without a definition is dropped after seven days without use, not before', async () => {
  expect(await start(0)).toBe(0);
  expect(await start(6)).toBe(0);
  expect(await standing(BY_URGENCY, BY_ACCEPT_TIME)).toHaveLength(2);
  expect(await start(8)).toBe(2);
  expect(await standing(BY_URGENCY, BY_ACCEPT_TIME)).toEqual([]);
  expect(await start(9)).toBe(0);
});

test('a used index remains, and the data quality names it', async () => {
  await start(0);
  await use(BY_URGENCY, 'urgency', "'high'");
  expect(await start(8)).toBe(1);
  expect(await start(30)).toBe(0);
  expect(await standing(BY_URGENCY, BY_ACCEPT_TIME)).toEqual([BY_URGENCY]);
  await server.app.jobs.run('invariants');
  const admin = await server.as('administrator');
  const { data } = await admin.get('blade-system/invariant/list', { invariantCode_equal: 'IX1' });
  expect(data.records).toMatchObject([{ invariantState: 'broken', violations: 1 }]);
  const detail = await admin.get('blade-system/invariant/detail', { id: data.records[0].id });
  expect(detail.data.findings).toMatchObject([{ words: expect.stringContaining(`${BY_URGENCY} (asrepairform)`) }]);
});

test('an index created by hand is never dropped', async () => {
  await start(0);
  await start(8);
  await start(30);
  expect(await standing(BY_HAND)).toEqual([BY_HAND]);
});

test('an index of an earlier plan is retired, and one that is planned again is no longer watched', async () => {
  const older = allTables().map((table) =>
    table.name === 'anju_view'
      ? { ...table, indexes: [...table.indexes, { name: 'anju_view_older', on: 'updated', user: 'older release' }] }
      : table,
  );
  await owner.query('create index anju_view_older on anju_view (updated)');
  await start(0, older);
  await start(1);
  await start(2, older);
  await start(9);
  expect(await standing('anju_view_older')).toEqual(['anju_view_older']);
  expect(await start(17)).toBe(1);
  expect(await standing('anju_view_older')).toEqual([]);
});

test('lost statistics restart the seven days', async () => {
  await start(0);
  await owner.query('update anju_index set scans = 1000 where name = $1', [BY_URGENCY]);
  expect(await start(8)).toBe(1);
  expect(await standing(BY_URGENCY)).toEqual([BY_URGENCY]);
  expect(await start(15)).toBe(1);
  expect(await standing(BY_URGENCY)).toEqual([]);
});
