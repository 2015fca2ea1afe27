import { parentPort, workerData } from 'node:worker_threads';
import { DRAWING_WORK } from './judge-drawing.rules.ts';

/** What the thread of a drawing is started with. */
export interface DrawingTask {
  readonly name: keyof typeof DRAWING_WORK;
  readonly input: unknown;
}

const { name, input } = workerData as DrawingTask;
parentPort!.postMessage(await DRAWING_WORK[name](input as never));
