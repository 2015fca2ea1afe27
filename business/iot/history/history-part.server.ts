import { setTimeout as sleep } from 'node:timers/promises';
import {
  type App,
  type ProcessPart,
  type PartOptions,
  type RunningPart,
  dropSpans,
  ensureSpans,
  everyCompany,
} from '#kernel/server';
import { type BackFillProgress, backFill } from './demo/back-fill.server.ts';
import { countDirtyHours } from './figures/dirty-hours.server.ts';
import { dropOldHistory } from './store/retention.server.ts';
import { packClosedDays } from './store/pack-closed-days.server.ts';

const UPKEEP_MS = 60 * 60_000;
const COUNT_MS = 60_000;
/**
 * Maximal pause between two slices of work. A pause lasts as long as the slice before it, so that new messages come
 * first.
 */
const MAX_REST_MS = 2000;

/** The background part `history` of a process: it computes figures, and packs and deletes messages of devices. */
export interface HistoryPart extends RunningPart {
  /** Compute and pack everything that is due, at once; for tests. */ settle(): Promise<void>;
}

/** Return a function that pauses for as long as the work since its last call. It throws when the part stops. */
function breather(isStopping: () => boolean): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (!isStopping()) await sleep(Math.min(performance.now() - since, MAX_REST_MS));
    if (isStopping()) throw new StoppingError();
    since = performance.now();
  };
}

/** Thrown to abort the work when the part stops; the next start continues it. */
class StoppingError extends Error {}

/** Generate the past of the demo company (the first company) in the background. */
async function backFillDemo(app: App, past: BackFillProgress, breathe: () => Promise<void>): Promise<void> {
  const [tenantId] = await everyCompany(app);
  const tenancy = await app.ports.tenancy(tenantId);
  if (tenancy) await backFill(app, tenancy, past, breathe);
}

/** Start the maintenance: create partitions for coming days, drop expired ones, compute figures and pack days. */
async function startHistory(app: App, { simulator }: Pick<PartOptions, 'simulator'>): Promise<HistoryPart> {
  const past: BackFillProgress = { homes: 0, done: 0 };
  const facts = {
    lastUpkeep: null as number | null,
    droppedSpans: 0,
    countedHours: 0,
    packedMessages: 0,
    lastPackedMs: 0,
  };
  let isStopping = false;
  let working: Promise<void> = Promise.resolve();
  let writingPast: Promise<void> = Promise.resolve();
  const breathe = breather(() => isStopping);
  const keepUp = async (): Promise<void> => {
    const now = app.clock.ms();
    await ensureSpans(app.db, now);
    facts.droppedSpans += await dropSpans(app.db, now);
    const began = performance.now();
    await packClosedDays(app, { breathe, packed: (n) => (facts.packedMessages += n) });
    facts.lastPackedMs = Math.round(performance.now() - began);
    // Messages may come so late that the packed day has expired already.
    facts.droppedSpans += await dropOldHistory(app, breathe);
    facts.lastUpkeep = now;
  };
  const count = async (): Promise<void> => {
    facts.countedHours += await countDirtyHours(app, breathe);
  };
  const report = (error: unknown): void => {
    if (!(error instanceof StoppingError)) app.report(error as Error);
  };
  const turn = (work: () => Promise<void>): Promise<void> => (working = working.then(work).catch(report));
  void turn(keepUp);
  // Generate the past of the demo company after the partitions exist. It is not in the queue `working`, where computing
  // figures would wait minutes for it.
  if (simulator)
    writingPast = working
      .then(() =>
        backFillDemo(
          app,
          past,
          breather(() => isStopping),
        ),
      )
      .catch(report);
  const timers = [setInterval(() => void turn(keepUp), UPKEEP_MS), setInterval(() => void turn(count), COUNT_MS)];
  for (const timer of timers) timer.unref();
  return {
    facts: () => ({ ...facts, past: { ...past } }),
    settle: async () => {
      await turn(count);
      await turn(keepUp);
    },
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all([working, writingPast]);
    },
  };
}

export const historyPart: ProcessPart = { name: 'history', start: (app, options) => startHistory(app, options) };
