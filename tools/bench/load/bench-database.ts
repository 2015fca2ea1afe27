import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../../../server/prepare.ts';
import { projectDir } from '../../command/project-dir.ts';
import { printLine } from '../../command/steps.ts';

/** The migrated database of one bench, with its accounts. */
export interface BenchDatabase {
  readonly ownerUrl: string;
  readonly superUrl: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Process id of PostgreSQL. */ readonly postmaster: number;
}

/** Start PostgreSQL on the data of a bench (`.anju/bench-<name>`), migrate an empty company, and stop it after the work. */
export async function withBenchDatabase(name: string, work: (of: BenchDatabase) => Promise<void>): Promise<void> {
  const dataDir = join(projectDir, '.anju', `bench-${name}`);
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const { ownerUrl, superUrl, pid: postmaster } = database;
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    process.env.ANJU_ADMIN_PASSWORD = 'admin';
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'none', say: printLine });
    await work({ ownerUrl, superUrl, appUrl, dataDir, postmaster });
  } finally {
    if (!database.adopted) await database.stop();
  }
}
