import { parentPort, workerData } from 'node:worker_threads';
import { DRAWING_WORK } from './judge-drawing.rules.ts';

/** The thread of one drawing: do the work that it was started with, and answer. */
const { name, input } = workerData as { name: keyof typeof DRAWING_WORK; input: never };
parentPort!.postMessage(await DRAWING_WORK[name](input));
