import { parentPort, workerData } from 'node:worker_threads';
import { DRAWING_WORK } from './judge-drawing.rules.ts';

/** Data that the worker thread is started with: the name of the work and its input. */
export interface DrawingTask {
  readonly name: keyof typeof DRAWING_WORK;
  readonly input: unknown;
}

const { name, input } = workerData as DrawingTask;
parentPort!.postMessage(await DRAWING_WORK[name](input as never));
