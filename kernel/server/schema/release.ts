import type { Client } from 'pg';
import { StartupError } from '../settings/startup-error.ts';

/** Releases that a database fits: the newest that changed it, and the oldest that still works with it. */
interface StoredRelease {
  readonly schema: number;
  readonly oldest: number;
}

async function storedRelease(owner: Client): Promise<StoredRelease | null> {
  const { rows } = await owner.query<{ there: boolean }>("select to_regclass('anju_meta') is not null as there");
  if (!rows[0].there) return null;
  const found = await owner.query<{ id: string; value: string }>(
    "select id, value from anju_meta where id in ('schema', 'oldest')",
  );
  const of = (id: string): number => Number(found.rows.find((row) => row.id === id)?.value ?? 0);
  return { schema: of('schema'), oldest: of('oldest') };
}

/**
 * Did a newer release change the database? If it only added columns, the database is used without a migration. If it
 * removed needed ones, the start is refused.
 */
export async function isOfNewer(owner: Client, schema: number | undefined): Promise<boolean> {
  const stored = schema === undefined ? null : await storedRelease(owner);
  if (stored === null || schema === undefined) return false;
  if (schema < stored.oldest)
    throw new StartupError(
      `数据库已由更新的版本修改（结构 ${stored.schema}，至少需要 ${stored.oldest}，这里是 ${schema}）：请启动更新的版本，或从备份恢复。`,
      `A newer release has changed the database (schema ${stored.schema}, at least ${stored.oldest} is needed, this one is ${schema}): start a newer release, or restore a backup.`,
    );
  return schema < stored.schema;
}

/** Store that this release has changed the database. `hasDropped`: older releases cannot work with it any more. */
export async function noteRelease(owner: Client, schema: number | undefined, hasDropped: boolean): Promise<void> {
  if (schema === undefined) return;
  const before = await storedRelease(owner);
  const values = { schema, oldest: hasDropped ? schema : (before?.oldest ?? 0) };
  for (const [id, value] of Object.entries(values))
    await owner.query(
      'insert into anju_meta (id, value) values ($1, $2) on conflict (id) do update set value = excluded.value',
      [id, String(value)],
    );
}
