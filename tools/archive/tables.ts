import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/** A table in a backup, with its stored columns in order. Generated columns are omitted. */
export interface ArchiveTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Return all tables of the product, each after those that it refers to. Partitions are not listed apart from their
 * parent.
 */
export async function listTables(client: Client): Promise<ArchiveTable[]> {
  const { rows } = await client.query<ArchiveTable & { needs: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array(select quote_ident(a.attname) from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
           array(select format('%I.%I', fn.nspname, f.relname) from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
                  where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and n.nspname not in ('pg_catalog', 'information_schema')
     order by 1`);
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }));
}

function inOrder<T extends { name: string; needs: string[] }>(tables: readonly T[]): T[] {
  const done: T[] = [];
  const visit = (table: T): void => {
    if (done.includes(table)) return;
    for (const need of table.needs) {
      const other = tables.find(({ name }) => name === need);
      if (other && other !== table && !done.includes(other)) visit(other);
    }
    done.push(table);
  };
  for (const table of tables) visit(table);
  return done;
}

/** Return the partitions of a table divided by time: the days or months at the ends of their names. */
export async function listParts(client: Client, { name }: ArchiveTable): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select substring(c.relname from '_([0-9]{6}|[0-9]{8})$') as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname ~ '_([0-9]{6}|[0-9]{8})$' order by 1`,
    [name],
  );
  return rows.map(({ part }) => part);
}

export interface Sequence {
  readonly name: string;
  readonly value: string | null;
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  return rows;
}

/** Return the number of rows and the sum of their hashes: equal for equal rows in any order. */
export async function hashOf(client: Client, { name, columns }: ArchiveTable): Promise<string> {
  const row = columns.length > 0 ? `row(${columns.join(', ')})::text` : `''`;
  const { rows } = await client.query<{ hash: string }>(
    `select count(*) || ':' || coalesce(sum(('x' || substr(md5(${row}), 1, 16))::bit(64)::bigint::numeric), 0) as hash from ${name}`,
  );
  return rows[0]?.hash ?? '';
}

/** Return a hash of all table and column names of a database. */
export const schemaHash = (tables: readonly ArchiveTable[]): string =>
  createHash('sha256').update(JSON.stringify(tables)).digest('hex');
