import { mustGet } from '#kernel/language/must.ts';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { Refusal } from '#kernel/language/refusal.ts';
import { assertSameRole } from '../postgres/shared-identity.ts';
import {
  type PresentColumn,
  type PresentSchema,
  type SchemaDifference,
  create,
  indexStatement,
  presentColumns,
  presentIndexes,
  presentMaintainers,
  schemaDifference,
} from './differ.ts';
import { buildIndex } from './indexes/build-indexes.ts';
import { buildBeside } from './maintained.ts';
import { functions, leakproof } from './functions.ts';
import { isOfNewer, noteRelease } from './release.ts';
import type { Table } from './table.ts';
import { LOCK, takeTurn } from './turn.ts';

/** A change that loses or moves data, written by hand: numbered, append-only, with the differences that it covers. */
export interface Patch {
  /** Name of its room, its number and its purpose: `<room>/0001-split-phone`. */
  readonly name: string;
  /** The destructive differences it handles, as the check names them: `table.column: dropped`. */
  readonly covers: readonly string[];
  apply(query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<void>;
}

export interface MigrateOptions {
  readonly ownerUrl: string;
  readonly superUrl?: string;
  readonly workRole: string;
  readonly tables: readonly Table[];
  readonly patches?: readonly Patch[];
  /** Functions of the owner that read what the work role may not: only the work role may call them. */
  readonly guarded?: readonly string[];
  readonly nowMs: number;
  /** Number of this release's schema; a database of a newer one is left unchanged. */
  readonly schema?: number;
}

/** Return the hash of everything a migration would do; equal: nothing to do. */
export const planHash = (
  tables: readonly Table[],
  workRole: string,
  guarded: readonly string[] = [],
  patches: readonly Patch[] = [],
): string =>
  createHash('sha256')
    .update(JSON.stringify([tables, functions, workRole, guarded, patches.map((patch) => patch.name), 2]))
    .digest('hex');

const appliedHash = async (client: pg.Client): Promise<string | undefined> => {
  const found = await client.query("select to_regclass('anju_meta') is not null as there");
  if (!found.rows[0].there) return undefined;
  return (await client.query("select value from anju_meta where id = 'plan'")).rows[0]?.value as string | undefined;
};

/**
 * Bring the database to the definitions: additive differences in one transaction, destructive ones only by a patch. Two
 * concurrent starts migrate once: the second waits for the lock and finds nothing to do. Return the number of
 * statements.
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    if (await isOfNewer(client, options.schema)) return 0;
    const hash = planHash(options.tables, options.workRole, options.guarded, options.patches);
    if ((await appliedHash(client)) === hash) return 0;
    await takeTurn(client, LOCK);
    if ((await appliedHash(client)) === hash || (await isOfNewer(client, options.schema))) return 0;
    await assertSameRole(client, options.workRole.replaceAll('"', ''));
    await client.query('begin');
    const { count, indexes, beside, hasDropped } = await apply(client, options);
    await noteRelease(client, options.schema, hasDropped);
    await client.query('commit');
    for (const waiting of indexes) await buildIndex(client, waiting);
    for (const { table, column } of beside) await buildBeside(client, table, column, indexStatement);
    // Store the hash last: after an interruption the next start does the rest.
    await client.query(
      "insert into anju_meta (id, value) values ('plan', $1) on conflict (id) do update set value = excluded.value",
      [hash],
    );
    await client.query(
      "insert into anju_meta (id, value) values ('role', $1) on conflict (id) do update set value = excluded.value",
      [options.workRole.replaceAll('"', '')],
    );
    await markLeakproof(options.superUrl ?? options.ownerUrl);
    return count + indexes.length + beside.length;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

async function apply(
  client: pg.Client,
  options: MigrateOptions,
): Promise<{ count: number; hasDropped: boolean } & Pick<SchemaDifference, 'indexes' | 'beside'>> {
  for (const extension of ['btree_gin', 'btree_gist', 'pg_trgm'])
    await client.query(`create extension if not exists ${extension}`);
  await client.query('create sequence if not exists anju_id');
  await client.query(functions[0]);
  const { count: patched, hasDropped } = await patch(client, options);
  // Changes of a patch may have deferred triggers, and PostgreSQL alters no table with pending ones.
  await client.query('set constraints all immediate; set constraints all deferred');
  const found = schemaDifference(options.tables, await present(client));
  if (found.destructive.length) throw needsPatch(found.destructive);
  for (const statement of found.statements) await client.query(statement);
  for (const text of functions) await client.query(text);
  for (const text of options.guarded ?? []) await guard(client, text, options.workRole);
  const walls = await wallsOf(client);
  for (const table of options.tables) await secure(client, table, options.workRole, walls.get(table.name));
  await client.query(`grant usage on sequence anju_id to ${options.workRole}`);
  await client.query(`grant usage on schema public to ${options.workRole}`);
  const { statements, indexes, beside } = found;
  return { count: patched + statements.length, indexes, beside, hasDropped };
}

/**
 * Apply the patches that this database has not seen. New tables and columns exist already, so that a patch can move
 * data into them. An empty database has no data to move: patches are only noted. Return the number of statements, and
 * whether older releases lost columns.
 */
async function patch(
  client: pg.Client,
  { tables, patches = [], nowMs }: MigrateOptions,
): Promise<{ count: number; hasDropped: boolean }> {
  const before = await present(client);
  const isEmpty = !tables.some((table) => before.columns.has(table.name));
  await client.query('create table if not exists anju_patch (id text primary key, applied timestamptz not null)');
  const seen = new Set((await client.query<{ id: string }>('select id from anju_patch')).rows.map((row) => row.id));
  const waiting = patches.filter((one) => !seen.has(one.name));
  const additions =
    waiting.length && !isEmpty
      ? [
          ...tables.filter((table) => !before.columns.has(table.name)).flatMap(create),
          ...schemaDifference(tables, before).statements.filter((statement) => ADDS.test(statement)),
        ]
      : [];
  for (const statement of additions) await client.query(statement);
  for (const one of waiting) {
    if (!isEmpty) await one.apply(async (text, values) => (await client.query(text, values)).rows);
    await client.query('insert into anju_patch values ($1, to_timestamp($2 / 1000.0))', [one.name, nowMs]);
  }
  return { count: additions.length + waiting.length, hasDropped: waiting.some((one) => one.covers.length > 0) };
}

/**
 * Matches the statements that add columns. They run before a patch, which may rely on them. Indexes and constraints
 * follow the patch, since the data may violate them until then.
 */
const ADDS = /add column (?!.*generated always)/;

const needsPatch = (what: string[]): Refusal =>
  new Refusal(500, 'schema.needsPatch', [
    `这些改动会丢失数据，需要手写补丁 business/<room>/patches/NNNN-*.ts:${what.join('; ')}`,
    `These changes lose data and need a hand-written patch business/<room>/patches/NNNN-*.ts: ${what.join('; ')}`,
  ]);

/** Existing protection of a table. */
interface Wall {
  /** Does row-level security apply, by exactly the rule of the tenant? */ readonly isWalled: boolean;
  /** Definition of the trigger that raises the version of the rights, as PostgreSQL writes it; null without one. */
  readonly counting: string | null;
}

/** The rule of the tenant, as PostgreSQL writes it. */
const WALL = "(tenant_id = current_setting('anju.tenant'::text, true))";

/**
 * Return the existing protection by table. Creating it again would lock each table until the end, while others read and
 * write.
 */
const wallsOf = async (client: pg.Client): Promise<ReadonlyMap<string, Wall>> =>
  new Map(
    (
      await client.query(
        `select c.relname as name,
          c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant' and pg_get_expr(p.polqual, c.oid) = $1 and pg_get_expr(p.polwithcheck, c.oid) = $1) as "isWalled",
          (select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'rights') as counting
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and c.relkind in ('r', 'p')`,
        [WALL],
      )
    ).rows.map((row): [string, Wall] => [row.name as string, row as Wall]),
  );

/**
 * Protect a table by row-level security, the second wall between tenants. Not FORCEd: the owner migrates and backs up,
 * and the work role is never the owner.
 */
async function secure(client: pg.Client, table: Table, role: string, wall: Wall | undefined): Promise<void> {
  if (table.isGuarded) {
    await client.query(`revoke all on "${table.name}" from ${role}`);
    return;
  }
  const rights = table.appendOnly ? 'select, insert' : 'select, insert, update, delete';
  if (table.appendOnly) await client.query(`revoke update, delete on "${table.name}" from ${role}`);
  await client.query(`grant ${rights} on "${table.name}" to ${role}`);
  if (table.rights) await countRights(client, table, table.rights, wall?.counting ?? null);
  if (!table.tenants || wall?.isWalled) return;
  await client.query(`alter table "${table.name}" enable row level security`);
  await client.query(`drop policy if exists tenant on "${table.name}"`);
  await client.query(
    `create policy tenant on "${table.name}" using (tenant_id = current_setting('anju.tenant', true)) with check (tenant_id = current_setting('anju.tenant', true))`,
  );
}

/** Add a trigger that raises the version of a part of the rights when rows of the table change. */
async function countRights(
  client: pg.Client,
  { name, tenants }: Table,
  part: string,
  counting: string | null,
): Promise<void> {
  const work = `rights_changed('${part}'${tenants ? ", 'tenants'" : ''})`;
  if (counting?.endsWith(`EXECUTE FUNCTION ${work}`)) return;
  await client.query(`drop trigger if exists rights on "${name}"`);
  await client.query(
    `create constraint trigger rights after insert or update or delete on "${name}" deferrable initially deferred for each row execute function ${work}`,
  );
}

/**
 * Replace a function while another release may be using it. PostgreSQL replaces only a function with the same result
 * type. Drop and create the function if the type differs.
 */
async function replaceFunction(client: pg.Client, text: string, signature: string): Promise<void> {
  await client.query('savepoint replaced');
  try {
    await client.query(text);
  } catch (error) {
    if ((error as { code?: string }).code !== OTHER_ANSWER) throw error;
    await client.query('rollback to savepoint replaced');
    await client.query(`drop function ${signature}`);
    await client.query(text);
  }
  await client.query('release savepoint replaced');
}

/** SQLSTATE of a function that cannot be replaced, as its result type differs. */
const OTHER_ANSWER = '42P13';

/** Create a function of the owner that the work role alone may call. */
async function guard(client: pg.Client, text: string, role: string): Promise<void> {
  const [, name, parameters] = /function (\w{1,63})\(([^)(]*)\)/.exec(text)!;
  const types = parameters
    .split(',')
    .map((one) => one.trim().split(' ').slice(1).join(' '))
    .filter(Boolean)
    .join(', ');
  await replaceFunction(client, text, `${name}(${types})`);
  await client.query(`revoke all on function ${name}(${types}) from public`);
  await client.query(`grant execute on function ${name}(${types}) to ${role}`);
}

/** Mark functions as leakproof, which needs a superuser. Without one the search uses functions of the owner. */
async function markLeakproof(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of leakproof) await client.query(`alter function ${text} leakproof`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
  } finally {
    await client.end();
  }
}

export async function present(client: pg.Client): Promise<PresentSchema> {
  const columns = new Map<string, Map<string, PresentColumn>>();
  for (const row of (await client.query(presentColumns)).rows) {
    if (!columns.has(row.table)) columns.set(row.table, new Map());
    mustGet(columns, row.table).set(row.name, row);
  }
  const indexes = new Map(
    (await client.query(presentIndexes)).rows.map((row): [string, string] => [row.name as string, row.text as string]),
  );
  const maintainers = new Map(
    (await client.query(presentMaintainers)).rows.map((row): [string, string] => [
      row.name as string,
      row.body as string,
    ]),
  );
  return { columns, indexes, maintainers };
}
