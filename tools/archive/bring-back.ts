import { cpSync, createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectOrExplain } from '#kernel/server/postgres/connect.ts';
import { type KeySource, keysBeside } from '#kernel/server/settings/key-source.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { type Archive, readArchive } from './archive.ts';
import { openKeys } from './keys.ts';
import { hashOf, listTables, type ArchiveTable } from './tables.ts';

export interface BringBack {
  readonly ownerUrl: string;
  readonly dataDir: string;
  /**
   * Source of the keys; absent: the folder `keys` in `dataDir`. A secret is not restored; the next start compares it
   * with the database.
   */
  readonly keys?: KeySource;
  readonly folder: string;
  readonly passphrase: string;
  /** Create the tables, as a first start does. */
  makeTables(): Promise<unknown>;
}

/** Restore a backup into an empty database. Fail unless every table has the same hash as at the backup. */
export async function bringBack({
  ownerUrl,
  dataDir,
  keys = keysBeside(dataDir),
  folder,
  passphrase,
  makeTables,
}: BringBack): Promise<Archive> {
  const archive = readArchive(folder);
  const client = await connectOrExplain(ownerUrl, 'DATABASE_URL');
  try {
    await assertEmpty(client, dataDir);
    if (keys.folder) openKeys(readFileSync(join(folder, 'keys.enc')), passphrase, keys.folder);
    await makeTables();
    await pour(client, archive, folder);
    if (existsSync(join(folder, 'files'))) cpSync(join(folder, 'files'), join(dataDir, 'files'), { recursive: true });
    return archive;
  } finally {
    await client.end();
  }
}

async function assertEmpty(client: Client, dataDir: string): Promise<void> {
  const tables = await listTables(client);
  const files = join(dataDir, 'files');
  if (tables.length === 0 && (!existsSync(files) || readdirSync(files).length === 0)) return;
  throw new StartupError(
    `数据库不是空的（${tables.length} 张表，数据目录 ${dataDir}）。恢复只能在空数据库中进行：请新建数据库，或用 ANJU_DATA 指定新目录。`,
    `The database is not empty (${tables.length} tables, data in ${dataDir}). Restore needs an empty one: create a database, or name a new folder by ANJU_DATA.`,
  );
}

/** Restore in one transaction: the whole company, or nothing. */
async function pour(client: Client, archive: Archive, folder: string): Promise<void> {
  const present = await listTables(client);
  assertFits(archive, present);
  await client.query(`begin; set local timezone = 'UTC'; set local statement_timeout = 0;`);
  // Delete the rows that a first start made (menus, roles): the backup has them as the company changed them.
  if (present.length > 0) await client.query(`truncate ${present.map(({ name }) => name).join(', ')}`);
  for (const table of present) await pourTable(client, archive, folder, table);
  for (const { name, value } of archive.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value ?? '1', value !== null]);
  // Delete the notes about the work role and the queues, since they describe the database of the backup.
  if (present.some(({ name }) => name === 'public.anju_meta'))
    await client.query("delete from anju_meta where id in ('role', 'queues')");
  await client.query('commit; analyze');
}

/**
 * Restore the rows of a table. The tables come in the order of this database: each after the tables that it refers to.
 */
async function pourTable(client: Client, archive: Archive, folder: string, { name }: ArchiveTable): Promise<void> {
  const table = archive.tables.find((one) => one.name === name);
  if (!table) return;
  await makeParts(client, name, table.parts ?? []);
  const target = client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`));
  await pipeline(createReadStream(join(folder, 'tables', table.file)), createZstdDecompress(), target);
  if ((await hashOf(client, table)) === table.hash) return;
  throw new StartupError(
    `表 ${name} 恢复后与备份不一致，备份可能已损坏；数据库未作改动。`,
    `The table ${name} differs from the backup, which may be damaged; nothing was changed.`,
  );
}

/** Create the partitions of past days; a fresh database has only those of the coming days. */
async function makeParts(client: Client, name: string, parts: readonly string[]): Promise<void> {
  const table = name.replace(/^public\./, '').replaceAll('"', '');
  const [{ has }] = (await client.query<{ has: boolean }>("select to_regproc('anju_spans_make') is not null as has"))
    .rows;
  if (!has) return;
  for (const part of parts) {
    const ms = Date.parse(`${part.slice(0, 4)}-${part.slice(4, 6)}-${part.slice(6, 8) || '01'}T00:00:00Z`);
    await client.query('select anju_spans_make($1, $2, $2)', [table, ms]);
  }
}

/**
 * Refuse a backup with columns that this product does not have: their data would be lost. New columns of the product do
 * no harm.
 */
function assertFits(archive: Archive, present: readonly ArchiveTable[]): void {
  const has = new Map(present.map(({ name, columns }) => [name, new Set(columns)]));
  const lost = archive.tables.flatMap(({ name, columns }) =>
    columns.filter((column) => !has.get(name)?.has(column)).map((column) => `${name}.${column}`),
  );
  if (lost.length === 0) return;
  throw new StartupError(
    `备份来自另一个版本（${archive.product}），这里没有：${lost.slice(0, 5).join('、')}。请用该版本或更新的版本恢复。`,
    `The backup is from another version (${archive.product}); missing here: ${lost.slice(0, 5).join(', ')}. Restore with that version or a newer one.`,
  );
}
