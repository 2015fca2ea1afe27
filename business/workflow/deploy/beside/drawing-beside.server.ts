import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { refuse } from '../../refusals.ts';
import type { DrawingTask } from './drawing-thread.server.ts';
import { DRAWING_WORK, type DrawingWork } from './judge-drawing.rules.ts';

/** Up to this number of characters a drawing is processed in the main thread, within some milliseconds. */
const SMALL = 50_000;
const MAX_MS = 20_000;
const MAX_MEMORY_MB = 512;

type Input<Name extends keyof DrawingWork> = Parameters<DrawingWork[Name]>[0];
type Answer<Name extends keyof DrawingWork> = Awaited<ReturnType<DrawingWork[Name]>>;

/** At most one large drawing is processed at a time, in a worker thread, so that other requests go on. */
const oneByOne = pLimit(1);

async function inThread<Name extends keyof DrawingWork>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  const worker = new Worker(join(import.meta.dirname, 'drawing-thread.server.ts'), {
    workerData: { name, input } satisfies DrawingTask,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let clock: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer<Name>>((resolve, reject) => {
      clock = setTimeout(() => reject(refuse.drawingTooLarge()), MAX_MS);
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse.drawingTooLarge() : error),
      );
      worker.once('exit', () => reject(refuse.drawingTooLarge()));
    });
  } finally {
    clearTimeout(clock);
    await worker.terminate();
  }
}

/** Process a small drawing in this thread, and a large one in a worker thread with limits of time and memory. */
export function onDrawing<Name extends keyof DrawingWork>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  if (input.xml.length > SMALL) return oneByOne(() => inThread(name, input));
  return DRAWING_WORK[name](input as never) as Promise<Answer<Name>>;
}
