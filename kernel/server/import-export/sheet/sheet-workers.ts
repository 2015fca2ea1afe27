import { Worker } from 'node:worker_threads';
import { exchange as refuse } from '../../refusals.ts';
import type { ReadAnswer, ReadFile, ReadProblem, SheetReading } from './read-sheet.ts';

/** Maximum number of sheets that are read at the same time in the process. */
const MAX_WORKERS = 2;
/** Time limit of one sheet (milliseconds). A workbook of 100,000 rows takes a few seconds. */
const MAX_MS = 60_000;
const MAX_MEMORY_MB = 512;

/** Limits of one sheet. */
interface Limits {
  readonly ms: number;
  readonly memoryMb: number;
}

let working = 0;
const waiting: (() => void)[] = [];

async function turn(gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  if (working < MAX_WORKERS) {
    working += 1;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const mine = (): void => {
      gone.removeEventListener('abort', left);
      resolve();
    };
    const left = (): void => {
      waiting.splice(waiting.indexOf(mine), 1);
      reject(gone.reason as Error);
    };
    gone.addEventListener('abort', left, { once: true });
    waiting.push(mine);
  });
}

/** End a running sheet, and let the next waiting one start. */
function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else working -= 1;
}

/** Number of sheets that are being read, and number of sheets that wait, for figures and tests. */
export const runningSheets = (): { readonly working: number; readonly waiting: number } => ({
  working,
  waiting: waiting.length,
});

async function read(reading: SheetReading, gone: AbortSignal, { ms, memoryMb }: Limits): Promise<ReadAnswer> {
  gone.throwIfAborted();
  const worker = new Worker(new URL('./read-rows.ts', import.meta.url), {
    workerData: reading,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let clock: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadAnswer>((resolve, reject) => {
      clock = setTimeout(() => resolve({ problem: 'tooSlow' }), ms);
      gone.addEventListener('abort', () => reject(gone.reason as Error), { once: true });
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: 'unreadable' }) : reject(error),
      );
      worker.once('exit', () => resolve({ problem: 'unreadable' }));
    });
  } finally {
    clearTimeout(clock);
    await worker.terminate();
  }
}

function refusalOf(problem: ReadProblem, { csv }: SheetReading): Error {
  switch (problem) {
    case 'tooSlow':
      return refuse.tooSlow();
    case 'emptySheet':
      return csv ? refuse.empty() : refuse.emptySheet();
    case 'openQuote':
      return refuse.openQuote();
    default:
      return refuse.unreadable();
  }
}

/**
 * Read a sheet in a thread of its own, two at a time, each within a minute and 512 MB. Stop when the client disconnects
 * (`gone`). Refuse a sheet that is too large or takes too long.
 */
export async function readRows(
  reading: SheetReading,
  gone: AbortSignal,
  { ms = MAX_MS, memoryMb = MAX_MEMORY_MB }: Partial<Limits> = {},
): Promise<ReadFile> {
  await turn(gone);
  try {
    const answer = await read(reading, gone, { ms, memoryMb });
    if (!('problem' in answer)) return answer;
    throw refusalOf(answer.problem, reading);
  } finally {
    leave();
  }
}
