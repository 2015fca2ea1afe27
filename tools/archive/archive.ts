import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import type { Sequence, ArchiveTable } from './tables.ts';

/** The content of `backup.json`. The rest of its folder: `tables/*.zst`, `files/`, `keys.enc`. */
export interface Archive {
  readonly format: 1;
  readonly madeAt: string;
  readonly product: string;
  readonly schemaHash: string;
  readonly tables: readonly (ArchiveTable & {
    readonly file: string;
    readonly hash: string;
    /** Partitions of a table divided by time, by day (yyyyMMdd) or month (yyyyMM). Absent for other tables. */
    readonly parts?: readonly string[];
  })[];
  readonly sequences: readonly Sequence[];
}

export const writeArchive = (folder: string, archive: Archive): void =>
  writeFileSync(join(folder, 'backup.json'), `${JSON.stringify(archive, null, 1)}\n`);

export function readArchive(folder: string): Archive {
  try {
    const archive = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Archive;
    if (archive.format === 1) return archive;
  } catch {
    // A missing or broken file gets the same message as an unknown format, below.
  }
  throw new StartupError(`${folder} 不是完整的 Anju 备份。`, `${folder} is not a whole backup of Anju.`);
}
