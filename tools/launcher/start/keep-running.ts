import { setTimeout as pause } from 'node:timers/promises';
import { isLivingPostgres } from '#kernel/server/postgres/postmaster.ts';
import type { EmbeddedPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { printLine } from '../../command/steps.ts';

const LOOK_EVERY_MS = 500;

/** Starts the database again when something killed it (a machine out of memory does). The server's connections find it at the same port. */
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
        console.error(error instanceof Error ? error.message : error); // Tried again in a moment: the disk may have room by then.
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
