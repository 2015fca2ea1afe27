import pg from 'pg';
import type { Row } from '#kernel/language/paper.ts';
import type { App, Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { isAllowed, databasePlaceOf } from './address.rules.ts';
import { datasource } from './datasource.paper.ts';
import type { FoundTable } from './develop.calls.ts';

const PATIENCE_MS = 5000;

/** A column of a table of another database. */
export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  readonly length: number | null;
  readonly required: boolean;
  readonly key: boolean;
}

/**
 * Return the address of a datasource. Refuse one that is no PostgreSQL or not among the allowed hosts, before a
 * connection is opened.
 */
export function assertReachable(
  app: Pick<App, 'settings'>,
  url: string,
): NonNullable<ReturnType<typeof databasePlaceOf>> {
  const place = databasePlaceOf(url);
  if (!place) throw refuse.onlyPostgres();
  if (!isAllowed(app.settings.outboundHosts, place.host, place.port))
    throw refuse.hostNotAllowed({ host: `${place.host}:${place.port}` });
  return place;
}

/** Describe a failed connection; reveal only what its owner must fix. */
function whyNot(error: unknown): Error {
  const { code } = error as { code?: string };
  if (code === '28P01' || code === '28000') return refuse.wrongLogin();
  if (code === '3D000') return refuse.noDatabase();
  if (code === '42501') return refuse.notYourTable();
  return refuse.noConnection();
}

/** Run read-only work on another database, limited to a few seconds, with the login of its datasource. */
export async function within<T>(
  app: App,
  reading: Reading,
  source: Row<typeof datasource>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { host, port, database } = assertReachable(app, source.url);
  const client = new pg.Client({
    host,
    port,
    database,
    user: source.username,
    password: reading.opened(datasource, source, 'password') ?? '',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    options: '-c default_transaction_read_only=on',
    application_name: 'anju',
  });
  // Without a listener the error event would end the process; the pending query reports the failure.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw whyNot(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const MAX_TABLES = 2000;

export const tablesIn = async (client: pg.Client): Promise<FoundTable[]> =>
  (
    await client.query<FoundTable>(`select c.relname as name, coalesce(obj_description(c.oid), '') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm') and n.nspname = 'public' and has_table_privilege(c.oid, 'select') order by 1 limit ${MAX_TABLES}`)
  ).rows;

export const columnsIn = async (client: pg.Client, table: string): Promise<ColumnFacts[]> =>
  (
    await client.query<ColumnFacts>(
      `select a.attname as name, format_type(a.atttypid, null) as type, coalesce(col_description(c.oid, a.attnum), '') as comment,
    case when a.atttypmod > 4 and t.typname in ('varchar', 'bpchar') then a.atttypmod - 4 end as length, a.attnotnull as required,
    exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
  where c.relname = $1 and n.nspname = 'public' order by a.attnum`,
      [table],
    )
  ).rows;
