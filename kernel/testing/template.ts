import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { ensureSpans } from '#kernel/server/schema/spans.ts';
import { selfTest } from '#kernel/server/schema/self-test.ts';
import { allTables, openApp, prepare } from '../../server/assemble.ts';
import { dropDatabase } from './drop-database.ts';

export const TEMPLATE = 'anju_template';

/** When tests begin: Monday, 2026-11-23, 10:00 in Shanghai, a working hour. */
export const BEGIN = Date.parse('2026-11-23T02:00:00Z');

/** The address of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Rows are counted once for all copies: a planner that knows nothing of menus and word lists reads them whole for each row. Tables without rows stay uncounted, as one that expects none of them goes by no index. */
async function countRows(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>(
      "select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public' and pg_relation_size(c.oid) > 0",
    );
    await owner.query(rows.map(({ name }) => `analyze ${name}`).join('; '));
  } finally {
    await owner.end();
  }
}

/** Samples have days of their own, far ahead: spans that people find usual are wide for them. */
async function widenSpans(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner
    .query(
      "insert into blade_param_default (id, param_key, param_value, create_time, update_time) values (next_id(1), 'as.dispatch.aheadDays', '36500', now(), now())",
    )
    .finally(() => owner.end());
}

/** Each copy has a folder of its own, with keys of its own. */
async function forgetKeys(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("delete from anju_meta where id = 'keys'").finally(() => owner.end());
}

/** One database with everything that is needed and nobody's papers; each file of tests gets a copy of it. */
export async function prepareTemplate(): Promise<void> {
  const ownerUrl = process.env.ANJU_TEST_OWNER_URL!;
  const superUrl = process.env.ANJU_TEST_SUPER_URL || undefined;
  const dataDir = process.env.ANJU_TEST_DATA!;
  mkdirSync(dataDir, { recursive: true });
  await dropDatabase(ownerUrl, TEMPLATE);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`create database ${TEMPLATE}`);
  } finally {
    await owner.end();
  }
  const template = databaseUrl(ownerUrl, TEMPLATE);
  const appUrl = await ensureWorkRole(template, dataDir, null);
  process.env.ANJU_ADMIN_PASSWORD = 'admin';
  await prepare({
    ownerUrl: template,
    superUrl: superUrl && databaseUrl(superUrl, TEMPLATE),
    appUrl,
    dataDir,
    seed: 'none',
    say: () => {},
  });
  await widenSpans(template);
  await countRows(template);
  await forgetKeys(template);
  const app = await openApp({ appUrl, dataDir });
  try {
    await selfTest(app, allTables());
    await ensureSpans(app.db, BEGIN);
  } finally {
    await app.close();
  }
  process.env.ANJU_TEST_APP_URL = appUrl;
}
