import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { ensureSpans } from '#kernel/server/schema/spans.ts';
import { selfTest } from '#kernel/server/schema/self-test.ts';
import { allTables, openApp } from '../../server/assemble.ts';
import { prepare } from '../../server/prepare.ts';
import { dropDatabase } from './drop-database.ts';

export const TEMPLATE = 'anju_template';

/** The time at which the clock of each test starts: Monday, 2026-11-23, 10:00 in Shanghai, within working hours. */
export const BEGIN = Date.parse('2026-11-23T02:00:00Z');

/** Return the address of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/**
 * Analyze the filled tables once for all copies, so that the planner knows menus and dictionaries. Empty tables stay
 * without statistics, because a planner that expects no rows uses no index.
 */
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

/** Allow dispatches far in the future, because each sample has a day of its own. */
async function widenSpans(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner
    .query(
      "insert into blade_param_default (id, param_key, param_value, create_time, update_time) values (next_id(1), 'as.dispatch.aheadDays', '36500', now(), now())",
    )
    .finally(() => owner.end());
}

/** Forget the keys of the template, because each copy has its own folder with its own keys. */
async function forgetKeys(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("delete from anju_meta where id = 'keys'").finally(() => owner.end());
}

/** Create the database that each test file copies: with all shared rows, but without papers. */
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
