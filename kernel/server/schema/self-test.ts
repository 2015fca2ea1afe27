import type { Database } from '../database/database.ts';
import type { Capabilities, App } from '../app.ts';
import type { Table } from './table.ts';

/** Return what PostgreSQL allows the work role. */
export async function capabilitiesOf(db: Database): Promise<Capabilities> {
  const [row] = await db.platform((sql) =>
    sql.query<{ leakproof: boolean }>(
      "select bool_and(proleakproof) as leakproof from pg_proc where proname in ('search_parts', 'textlike', 'arraycontains')",
    ),
  );
  return { searchIndex: row?.leakproof === true };
}

/**
 * Maximum number of blocks of a table that is read whole. Of a larger one only the ends are read, so that the start
 * does not wait.
 */
const WHOLE_BLOCKS = 1000;
const END_BLOCKS = 8;

interface Secured {
  readonly name: string;
  readonly mine: boolean;
  readonly secured: boolean;
  readonly blocks: number;
  /** Is the table divided into partitions? */ readonly divided: boolean;
}

const probes = ({ name, blocks, divided }: Secured): string[] =>
  (divided
    ? [`ctid < '(${END_BLOCKS},0)'::tid`]
    : blocks <= WHOLE_BLOCKS
      ? ['true']
      : [`ctid < '(${END_BLOCKS},0)'::tid`, `ctid >= '(${blocks - END_BLOCKS},0)'::tid`]
  ).map((where) => `(select '${name}' as name from "${name}" where ${where} limit 1)`);

/**
 * Prove the wall between tenants before anything is served. Read policies and role from the catalogue, and probe rows
 * of each tenant table without a tenant. Any visible row stops the server.
 */
export async function selfTest(app: Pick<App, 'db'>, tables: readonly Table[]): Promise<void> {
  const own = tables.filter((table) => table.tenants).map((table) => table.name);
  await app.db.platform(async (sql) => {
    // On a disk that is cold or busy the first read of every table takes longer than any call may.
    await sql.query("set statement_timeout = '5min'");
    try {
      const [role] = await sql.query<{ name: string; bad: boolean }>(
        'select rolname as name, rolsuper or rolbypassrls as bad from pg_roles where rolname = current_user',
      );
      if (role.bad) throw new Error(`the work role ${role.name} may not be a superuser or bypass row-level security`);
      const open = await sql.query<Secured>(
        `select c.relname as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks, c.relkind = 'p' as divided, pg_get_userbyid(c.relowner) = current_user as mine, c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid) as secured
        from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)`,
        [own],
      );
      const wrong = own.filter((name) => !open.some((table) => table.name === name && table.secured && !table.mine));
      if (wrong.length) throw new Error(`no row-level security, or owned by the work role: ${wrong.join(', ')}`);
      const seen = await sql.query<{ name: string }>(open.flatMap(probes).join(' union all '));
      if (seen.length)
        throw new Error(`rows of a tenant are seen without one: ${seen.map((one) => one.name).join(', ')}`);
    } finally {
      await sql.query('reset statement_timeout');
    }
  });
}
