import { cpSync, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectOrExplain } from '#kernel/server/postgres/connect.ts';
import { ProductKeys } from '#kernel/server/secrets/product-keys.ts';
import { type KeySource, keysBeside } from '#kernel/server/settings/key-source.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { type Archive, writeArchive } from './archive.ts';
import { sealKeys } from './keys.ts';
import { hashOf, listParts, listSequences, listTables, schemaHash } from './tables.ts';

export interface BackUp {
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Source of the keys; absent: the folder `keys` in `dataDir`. */ readonly keys?: KeySource;
  /** Folder to create; it must not exist. */
  readonly folder: string;
  readonly passphrase: string;
  readonly product: string;
  readonly madeAt: string;
}

/** Write all tables, files and keys into one folder, in the state of one moment, while the product may run. */
export async function backUp({
  ownerUrl,
  dataDir,
  keys,
  folder,
  passphrase,
  product,
  madeAt,
}: BackUp): Promise<Archive> {
  if (existsSync(folder))
    throw new StartupError(`${folder} 已存在，请另取一个名字。`, `${folder} is there already; choose another name.`);
  const halfway = `${folder}.unfinished`;
  rmSync(halfway, { recursive: true, force: true });
  mkdirSync(join(halfway, 'tables'), { recursive: true, mode: 0o700 });
  const client = await connectOrExplain(ownerUrl, 'DATABASE_URL');
  try {
    // First copy all tables in one snapshot. Then copy the files: files are only added, so none that the snapshot
    // refers to is missing. Then write the encrypted keys.
    const rows = await copyRows(client, halfway);
    if (existsSync(join(dataDir, 'files'))) cpSync(join(dataDir, 'files'), join(halfway, 'files'), { recursive: true });
    writeFileSync(join(halfway, 'keys.enc'), sealKeys(new ProductKeys(keys ?? keysBeside(dataDir)), passphrase), {
      mode: 0o600,
    });
    const archive: Archive = { format: 1, madeAt, product, ...rows };
    writeArchive(halfway, archive);
    renameSync(halfway, folder); // The name is set last, so a backup of this name is complete.
    return archive;
  } catch (error) {
    rmSync(halfway, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function copyRows(client: Client, folder: string): Promise<Pick<Archive, 'schemaHash' | 'tables' | 'sequences'>> {
  await client.query(
    `begin isolation level repeatable read read only; set local timezone = 'UTC'; set local statement_timeout = 0;`,
  );
  const tables = await listTables(client);
  // With a wrong ANJU_DATA the database is a new, empty one. Refuse it, as its backup would be taken for the company's.
  if (tables.length === 0)
    throw new StartupError(
      '这个数据库里没有数据，没有备份。请像运行中的产品一样设置 ANJU_DATA 或 DATABASE_URL。',
      'This database is empty, so nothing is backed up. Set ANJU_DATA or DATABASE_URL as the running product has them.',
    );
  const copied: Archive['tables'][number][] = [];
  for (const [index, table] of tables.entries()) {
    const file = `${String(index).padStart(3, '0')}-${basename(table.name.replaceAll('"', ''))}.zst`;
    const source = client.query(copyTo(`copy (select ${table.columns.join(', ')} from ${table.name}) to stdout`));
    await pipeline(source, createZstdCompress(), createWriteStream(join(folder, 'tables', file), { mode: 0o600 }));
    const parts = await listParts(client, table);
    copied.push({ ...table, file, hash: await hashOf(client, table), ...(parts.length > 0 && { parts }) });
  }
  const sequences = await listSequences(client);
  await client.query('commit');
  return { schemaHash: schemaHash(tables), tables: copied, sequences };
}
