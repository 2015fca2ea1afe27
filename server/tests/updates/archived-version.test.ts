import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { allTables, papers } from '../../assemble.ts';
import { prepare } from '../../prepare.ts';

/**
 * A demo company of the version of 24 November 2026 (96ed4e4d): the statements that created its tables, and all rows.
 */
interface Archive {
  readonly statements: readonly string[];
  /** Rows as JSON, by table. */ readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly sequence: string;
}

const archive = JSON.parse(
  String(brotliDecompressSync(readFileSync(join(import.meta.dirname, 'version-of-2026-11.json.br')))),
) as Archive;

/** Matches the quoted name of the archived version's work role in its statements. */
const OLD_ROLE = /"anju_work_\w+"/g;

/** Columns whose values a patch moved elsewhere: their new place is checked instead. */
const CARRIED: Readonly<Record<string, readonly string[]>> = { asrepairform: ['alarm_id', 'diagnosis'] };

type Sums = Readonly<Record<string, { readonly count: number; readonly sum: string }>>;

/**
 * Return whether a table is written by the product itself at each update: menus, dictionaries, descriptions of tables.
 */
const isOfTheProduct = (table: string): boolean =>
  !papers.values().some((paper) => paper.table === table && table.startsWith('as'));

/** Return the number and a checksum of the stored rows of each business table, without computed columns. */
async function sumsOf(client: pg.Client): Promise<Sums> {
  const sums: Record<string, { count: number; sum: string }> = {};
  for (const [table, rows] of Object.entries(archive.tables)) {
    if (rows.length === 0 || isOfTheProduct(table)) continue;
    const columns = Object.keys(JSON.parse(rows[0]) as object)
      .filter((name) => !CARRIED[table]?.includes(name))
      .map((name) => `"${name}"`);
    const { rows: found } = await client.query<{ row: string }>(
      `select to_jsonb(r)::text as row from (select ${columns.join(', ')} from "${table}") r order by 1`,
    );
    sums[table] = {
      count: found.length,
      sum: createHash('sha256')
        .update(found.map(({ row }) => row).join('\n'))
        .digest('hex'),
    };
  }
  return sums;
}

async function restore(client: pg.Client, appUrl: string): Promise<void> {
  const role = `"${decodeURIComponent(new URL(appUrl).username)}"`;
  await client.query('drop schema public cascade; create schema public');
  await client.query(`grant usage on schema public to ${role}`);
  // Skip the leakproof marks of functions: they need a superuser, and no row depends on them.
  const statements = archive.statements.filter((one) => !one.includes('leakproof'));
  for (const statement of statements) await client.query(statement.replaceAll(OLD_ROLE, role));
  for (const [table, rows] of Object.entries(archive.tables)) {
    if (rows.length === 0) continue;
    const columns = Object.keys(JSON.parse(rows[0]) as object)
      .map((name) => `"${name}"`)
      .join(', ');
    await client.query(
      `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [`[${rows.join(',')}]`.replaceAll(OLD_ROLE, role.replaceAll('"', '\\"'))],
    );
  }
  await client.query("select setval('anju_id', $1)", [archive.sequence]);
}

let before: Sums = {};
let after: Sums = {};
let again = -1;

const server = await openTestServer(import.meta.url, {
  async before({ ownerUrl, appUrl, dataDir }) {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    try {
      await restore(client, appUrl);
      before = await sumsOf(client);
      const start = (): Promise<{ migrated: number }> =>
        prepare({ ownerUrl, appUrl, dataDir, seed: 'none', say: () => {} });
      await start();
      after = await sumsOf(client);
      again = (await start()).migrated;
    } finally {
      await client.end();
    }
  },
});

describe('上一版本的数据库在新版本下启动 a database of the version before starts under this one', () => {
  test('业务数据一行不少、一字不差，再启动无事可做 no row and no character of business data is lost, and a second start changes nothing', () => {
    expect(Object.keys(before).length).toBeGreaterThan(45);
    expect(Object.values(before).reduce((all, { count }) => all + count, 0)).toBeGreaterThan(3000);
    expect(after).toEqual(before);
    expect(again).toBe(0);
  });

  test('报修单的告警编号仍在诊断里 the alarm number of a repair form is retained in its diagnosis', async () => {
    const archived = archive.tables.asrepairform.flatMap(
      (row) => (JSON.parse(row) as { alarm_id: string | null }).alarm_id ?? [],
    );
    expect(archived.length).toBeGreaterThan(0);
    const stored = await server.tables<{ number: string; alarm: string | null }>(
      "select diagnosis->>'alarmNo' as number, alarm_id as alarm from asrepairform where diagnosis ? 'alarmNo' order by 1",
    );
    expect(stored).toEqual(archived.toSorted().map((number) => ({ number, alarm: null })));
  });

  test('indexes without a definition are watched, each of them', async () => {
    const retired = await server.tables<{ name: string }>('select name from anju_index where retired is not null');
    const planned = new Set(allTables().flatMap(({ indexes }) => indexes.map(({ name }) => name)));
    const standing = await server.tables<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       where t.relname = any($1) and not i.indisprimary and not c.relispartition order by 1`,
      [allTables().map(({ name }) => name)],
    );
    const unplanned = standing.map(({ name }) => name).filter((name) => !planned.has(name));
    expect(retired.map(({ name }) => name).toSorted()).toEqual(unplanned);
    expect(unplanned.length).toBeGreaterThan(100);
  });

  test('每条不变式仍然成立 every invariant still holds', async () => {
    // Check as of the last action: what became due since is no violation.
    const [{ at }] = await server.tables<{ at: string }>('select max(operate_time)::text as at from asactionlog');
    for (const { code, sql } of server.app.invariants)
      expect(
        await server.tables(`select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null`, [
          '000000',
          at,
        ]),
        code,
      ).toEqual([]);
  });

  test('老单据照样找得到、看得见历史 old papers are found, read and show their history', async () => {
    const admin = await server.as('administrator', { who: 'archive' });
    const page = await admin.get('blade-maintenance/webApi/asrepairform/page', { size: 20 });
    expect(page.data.total).toBe(before.asrepairform.count);
    for (const { id, repairNo, customerName } of page.data.records.slice(0, 5)) {
      const { data } = await admin.get('blade-maintenance/webApi/asrepairform/detail', { id });
      expect(data.repairNo).toBe(repairNo);
      const history = await admin.get('blade-maintenance/webApi/asrepairform/history', { id });
      expect(history.data.length).toBeGreaterThan(0);
      const found = await admin.get('blade-maintenance/webApi/asrepairform/page', { keyword: customerName, size: 50 });
      expect(found.data.records.map((row: { id: string }) => row.id)).toContain(id);
    }
  });
});
