import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { readSettings, type Settings } from '#kernel/server/settings/settings.ts';
import { projectDir } from './project-dir.ts';
import { printLine } from './steps.ts';

export interface CommandDatabase {
  readonly settings: Settings;
  readonly ownerUrl: string;
  readonly superUrl?: string;
  readonly appUrl: string;
}

/** Start the database of this folder for one command; a running one is used and not stopped. */
export async function withDatabase<T>(work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env, projectDir);
  const embedded = settings.databaseUrl ? null : await startPostgres({ dataDir: settings.dataDir, say: printLine });
  try {
    const ownerUrl = settings.databaseUrl ?? embedded?.ownerUrl ?? '';
    const appUrl = await ensureWorkRole(ownerUrl, settings.dataDir, settings.databaseAppUrl);
    return await work({ settings, ownerUrl, appUrl, ...(embedded ? { superUrl: embedded.superUrl } : {}) });
  } finally {
    if (embedded && !embedded.adopted) await embedded.stop();
  }
}
