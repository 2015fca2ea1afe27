import pg from 'pg';
import { LOCK, takeTurn } from '../turn.ts';
import { isSameIndex } from '../differ.ts';
import type { Table } from '../table.ts';

const DAY_MS = 86_400_000;
/** Time without use after which an index is dropped (milliseconds). */
const WATCHED_MS = 7 * DAY_MS;
/** Time limit of the lock of a dropped index's table (milliseconds). A later start retries. */
const PATIENCE_MS = 2000;

export interface RetireOptions {
  readonly ownerUrl: string;
  readonly tables: readonly Table[];
  readonly nowMs: number;
  /**
   * Statements of indexes that earlier releases made without recording them, by name. An index of the name with another
   * statement was not made by the product.
   */
  readonly earlier: ReadonlyMap<string, readonly string[]>;
}

interface PresentIndex {
  readonly name: string;
  readonly table: string;
  readonly text: string;
  readonly scans: string;
  readonly isDivided: boolean;
}

interface StoredIndex {
  readonly name: string;
  readonly retired: Date | null;
  readonly scans: string | null;
  readonly stays: Date | null;
}

const moment = (ms: number): string => `to_timestamp(${ms} / 1000.0)`;

/**
 * Return the indexes that no plan names and no key or constraint needs. The indexes of all partitions of a table count
 * as one.
 */
const unplannedOf = async (client: pg.Client, tables: readonly Table[]): Promise<PresentIndex[]> =>
  (
    await client.query<PresentIndex>(
      `select c.relname as name, t.relname as table, pg_get_indexdef(c.oid) as text, c.relkind = 'I' as "isDivided",
         (select coalesce(sum(s.idx_scan), 0) from pg_stat_all_indexes s where s.indexrelid in (select p.relid from pg_partition_tree(c.oid) p union select c.oid))::text as scans
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
       where n.nspname = current_schema() and t.relname = any($1) and c.relname <> all($2) and not c.relispartition and not i.indisprimary
         and not exists (select 1 from pg_constraint k where k.conindid = c.oid)`,
      [tables.map(({ name }) => name), tables.flatMap(({ indexes }) => indexes.map(({ name }) => name))],
    )
  ).rows;

/**
 * Record the planned indexes as made by this product. Those that were retired before are planned again, so their
 * retirement ends.
 */
const register = (client: pg.Client, tables: readonly Table[]): Promise<unknown> => {
  const planned = tables.flatMap(({ name, indexes }) => indexes.map((index) => [index.name, name] as const));
  return client.query(
    `insert into anju_index (name, of_table) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set retired = null, scans = null, stays = null where anju_index.retired is not null`,
    [planned.map(([name]) => name), planned.map(([, table]) => table)],
  );
};

/** Start to watch the use of an index; also again, if PostgreSQL has lost its statistics. */
const retire = (client: pg.Client, { name, table, scans }: PresentIndex, nowMs: number): Promise<unknown> =>
  client.query(
    `insert into anju_index (name, of_table, retired, scans) values ($1, $2, ${moment(nowMs)}, $3)
     on conflict (name) do update set retired = excluded.retired, scans = excluded.scans`,
    [name, table, scans],
  );

async function drop(client: pg.Client, { name, isDivided }: PresentIndex): Promise<boolean> {
  try {
    await client.query(`drop index ${isDivided ? '' : 'concurrently'} "${name}"`);
    await client.query('delete from anju_index where name = $1', [name]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    return false;
  }
}

/** Start, continue or end the retirement of one index that no definition needs. Return whether it was dropped. */
async function judge(
  client: pg.Client,
  index: PresentIndex,
  stored: StoredIndex | undefined,
  nowMs: number,
): Promise<boolean> {
  const before = stored?.retired ? BigInt(stored.scans ?? 0) : undefined;
  const now = BigInt(index.scans);
  if (before === undefined || now < before) await retire(client, index, nowMs);
  else if (stored?.stays === null && stored.retired && nowMs - stored.retired.getTime() >= WATCHED_MS) {
    if (now === before) return drop(client, index);
    await client.query(`update anju_index set stays = ${moment(nowMs)} where name = $1`, [index.name]);
  }
  return false;
}

/**
 * Retire the indexes that no definition needs any more: their use is counted for seven days. An unused one is then
 * dropped without blocking others; a used one stays, and the data quality names it. An index that this product did not
 * make is left alone. Return the number of dropped indexes.
 */
export async function retireIndexes({ ownerUrl, tables, nowMs, earlier }: RetireOptions): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await takeTurn(client, LOCK);
    await client.query(`set lock_timeout = ${PATIENCE_MS}`);
    await register(client, tables);
    const unplanned = await unplannedOf(client, tables);
    const { rows } = await client.query<StoredIndex>(
      'select name, retired, scans::text as scans, stays from anju_index',
    );
    const stored = new Map(rows.map((row) => [row.name, row]));
    const isOurs = ({ name, text }: PresentIndex): boolean =>
      stored.has(name) || (earlier.get(name) ?? []).some((statement) => isSameIndex(text, statement));
    let dropped = 0;
    for (const index of unplanned.filter(isOurs))
      if (await judge(client, index, stored.get(index.name), nowMs)) dropped += 1;
    await client.query('delete from anju_index where retired is not null and name <> all($1)', [
      unplanned.map(({ name }) => name),
    ]);
    return dropped;
  } finally {
    await client.end();
  }
}
