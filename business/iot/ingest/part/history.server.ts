import { type App, type ProcessPart, type RunningPart, dropSpans, ensureSpans } from '#kernel/server';

const EVERY_MS = 60 * 60_000;

/** The part that keeps what devices sent: makes the spans of days to come and drops those that are kept no longer. */
async function startHistory(app: App): Promise<RunningPart> {
  let dropped = 0;
  let at: number | null = null;
  let working: Promise<void> = Promise.resolve();
  const work = async (): Promise<void> => {
    const now = app.clock.ms();
    await ensureSpans(app.db, now);
    dropped += await dropSpans(app.db, now);
    at = now;
  };
  const turn = (): void => {
    working = work().catch((error: unknown) => app.report(error as Error));
  };
  turn();
  await working;
  const timer = setInterval(turn, EVERY_MS);
  timer.unref();
  return {
    facts: () => ({ lastUpkeep: at, droppedSpans: dropped }),
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}

export const historyPart: ProcessPart = { name: 'history', start: (app) => startHistory(app) };
