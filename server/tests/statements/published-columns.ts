import type pg from 'pg';
import { Relation } from '#kernel/server/schema/relation.ts';

/** Prefix of the names of copied tables; no table of the product begins with it. */
const PREFIX = 'published_';

export const isPublished = (table: unknown): table is string => typeof table === 'string' && table.startsWith(PREFIX);

const copyOf = (name: string): string => PREFIX + name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Modules = Iterable<readonly [path: string, exported: Readonly<Record<string, unknown>>]>;

/** Return the relations that modules export, by their names. */
export const relationsIn = (modules: Modules): ReadonlyMap<string, Relation> =>
  new Map(
    [...modules].flatMap(([, exported]) =>
      Object.entries(exported).filter((one): one is [string, Relation] => one[1] instanceof Relation),
    ),
  );

/**
 * Return the modules with each relation replaced by the name of its copy, against which statements are then checked.
 */
export const overCopies = (modules: Modules): ReadonlyMap<string, Readonly<Record<string, unknown>>> =>
  new Map(
    [...modules].map(([path, exported]) => [
      path,
      Object.fromEntries(
        Object.entries(exported).map(([name, value]) => [name, value instanceof Relation ? copyOf(name) : value]),
      ),
    ]),
  );

/**
 * Create copies of the tables with only the published columns, so that PostgreSQL refuses statements that use another
 * one.
 */
export async function copyPublished(client: pg.Client, relations: ReadonlyMap<string, Relation>): Promise<void> {
  for (const [name, { table, base, published }] of relations) {
    const copy = copyOf(name);
    const { rows } = await client.query<{ column: string; key: boolean }>(
      `select attname as column, attnum = any(coalesce((select conkey from pg_constraint where conrelid = $1::regclass and contype = 'p'), '{}')) as key
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    const other = rows.filter(({ column, key }) => !key && !base.includes(column) && !published.includes(column));
    await client.query(`drop table if exists ${copy}`);
    await client.query(`create table ${copy} (like ${table})`);
    if (other.length)
      await client.query(`alter table ${copy} ${other.map(({ column }) => `drop column ${column}`).join(', ')}`);
    const keys = rows.filter(({ key }) => key).map(({ column }) => column);
    if (keys.length) await client.query(`alter table ${copy} add primary key (${keys.join(', ')})`);
  }
}
