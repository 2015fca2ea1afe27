import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { pastOf } from './past-days.server.ts';
import type { PastHome } from './past-home.rules.ts';

/** Start options of the worker thread. */
export interface PastThreadOptions {
  readonly isPast: true;
  readonly zone: string;
}

// Run as a worker thread: generating a home takes half a second, during which device messages must not wait.
if (!isMainThread && parentPort && (workerData as PastThreadOptions | null)?.isPast) {
  const port = parentPort;
  const { zone } = workerData as PastThreadOptions;
  port.on('message', (home: PastHome) => port.postMessage(pastOf(home, zone)));
}
