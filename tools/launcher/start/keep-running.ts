import { setTimeout as pause } from 'node:timers/promises';
import { isLivingPostgres } from '#kernel/server/postgres/postmaster.ts';
import type { EmbeddedPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { printLine } from '../../command/steps.ts';

const LOOK_EVERY_MS = 500;

/** Restart the database at the same port if it was killed, for example because memory ran out. */
export function keepRunning(
  first: EmbeddedPostgres,
  again: () => Promise<EmbeddedPostgres>,
): { stop(): Promise<void> } {
  const over = new AbortController();
  let current = first;
  const watching = watch();

  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted || isLivingPostgres(current.pid)) continue;
      printLine('数据库意外退出，正在重新启动 The database ended by itself and is started again');
      current = await again().catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error); // Retried: the disk may have space later.
        return current;
      });
    }
  }

  return {
    async stop() {
      over.abort();
      await watching;
      await current.stop();
    },
  };
}
