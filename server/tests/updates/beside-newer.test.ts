import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Patch, migrate, present } from '#kernel/server/schema/migrate.ts';
import { schemaDifference } from '#kernel/server/schema/differ.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import { workRoleOf } from '#kernel/server/postgres/shared-identity.ts';
import {
  type CrashableServer,
  end,
  gone,
  logInOverHttp,
  startProcess,
  startServer,
} from '#kernel/testing/power-cut.ts';
import { allTables } from '../../assemble.ts';
import { SCHEMA } from '../../generated/schema-release.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'anju-beside-'));
let first: CrashableServer;
let running: Pick<CrashableServer, 'server' | 'base'>;
let owner: pg.Client;

beforeAll(async () => {
  first = await startServer(dataDir);
  running = first;
  owner = new pg.Client({ connectionString: first.database.ownerUrl });
  await owner.connect();
}, 60_000);

afterAll(async () => {
  await owner.end();
  if (running.server.exitCode === null && running.server.signalCode === null)
    process.kill(-running.server.pid!, 'SIGKILL');
  await end(first);
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * The tables of a later release. Each present table has a new nullable column and one with a default, most also a new
 * index. One table is new.
 */
const newer: readonly Table[] = [
  ...allTables().map((table): Table => ({
    ...table,
    columns: [
      ...table.columns,
      { name: 'next_release', type: 'text' },
      { name: 'next_count', type: 'integer', notNull: true, initial: '0' },
    ],
    indexes:
      table.isGuarded || table.spans
        ? table.indexes
        : [...table.indexes, { name: `next_of_${table.name}`, on: 'next_release', user: 'next release' }],
  })),
  {
    name: 'next_table',
    columns: [{ name: 'id', type: 'bigint', notNull: true }],
    primaryKey: ['id'],
    indexes: [],
    tenants: false,
  },
];

/** Migrate the database of the test as the start of a later release does. Return the number of changes. */
const startNewer = async (schema: number, patches: readonly Patch[] = []): Promise<number> =>
  migrate({
    ownerUrl: first.database.ownerUrl,
    superUrl: first.database.superUrl,
    workRole: `"${await workRoleOf(owner)}"`,
    tables: newer,
    patches,
    nowMs: Date.now(),
    schema,
  });

const columns = async (): Promise<number> =>
  (await owner.query("select 1 from information_schema.columns where column_name in ('next_release', 'next_count')"))
    .rows.length;
const release = async (): Promise<unknown> =>
  (await owner.query("select id, value from anju_meta where id in ('schema', 'oldest') order by id")).rows;

/** Save rows by calls, as people do. */
async function saves(base: string, name: string): Promise<number> {
  const token = await logInOverHttp(base);
  const answer = await fetch(`${base}/api/blade-system/param/submit`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ paramName: name, paramKey: `beside.${name}`, paramValue: '1' }),
  });
  return answer.status;
}

async function restart(): Promise<void> {
  process.kill(-running.server.pid!, 'SIGKILL');
  await gone(running.server);
  running = await startProcess({ database: first.database, dataDir });
}

test('新旧两个版本并存：只增不减的更新之后，旧版本照常工作、重启、单独服务 a release older than its database works beside the newer one, restarts and serves alone', async () => {
  expect(await startNewer(SCHEMA + 1)).toBeGreaterThan(newer.length);
  const added = await columns();
  expect(added).toBeGreaterThan(2 * allTables().length);
  const noted = [
    { id: 'oldest', value: expect.any(String) },
    { id: 'schema', value: String(SCHEMA + 1) },
  ];
  expect(await release()).toEqual(noted);
  expect(await saves(running.base, 'beside')).toBe(200);
  await restart();
  expect(await saves(running.base, 'alone')).toBe(200);
  expect([await columns(), await release()]).toEqual([added, noted]);
  // A restart of the later release changes nothing.
  expect(await startNewer(SCHEMA + 1)).toBe(0);
}, 60_000);

test('unknown columns and tables are left alone, where rows need not fill them', async () => {
  const { statements, destructive, unknown, beside } = schemaDifference(allTables(), await present(owner));
  expect([statements, destructive, beside]).toEqual([[], [], []]);
  expect(unknown.length).toBe(2 * allTables().length);
  await owner.query('alter table anju_patch alter column next_count drop default');
  try {
    expect(schemaDifference(allTables(), await present(owner)).destructive).toEqual(['anju_patch.next_count: dropped']);
  } finally {
    await owner.query('alter table anju_patch alter column next_count set default 0');
  }
});

test('a release older than a patch that drops something is refused with an explanation', async () => {
  const drops: Patch = {
    name: 'probe/9999-drops',
    covers: ['blade_param.remark: dropped'],
    apply: async () => undefined,
  };
  await startNewer(SCHEMA + 2, [drops]);
  expect(await release()).toEqual([
    { id: 'oldest', value: String(SCHEMA + 2) },
    { id: 'schema', value: String(SCHEMA + 2) },
  ]);
  await expect(restart()).rejects.toThrow(/更新的版本[\s\S]*A newer release has changed the database/);
}, 60_000);
