import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { pastOf } from './past-days.rules.ts';
import type { PastHome } from './past-home.rules.ts';

/** What the thread is told when it begins. */
export interface PastThreadOptions {
  readonly isPast: true;
  readonly zone: string;
}

// Beside the thread that devices talk to: making up a home takes half a second, and messages wait for nobody.
if (!isMainThread && parentPort && (workerData as PastThreadOptions | null)?.isPast) {
  const port = parentPort;
  const { zone } = workerData as PastThreadOptions;
  port.on('message', (home: PastHome) => port.postMessage(pastOf(home, zone)));
}
