import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Registry } from '../ingest/registry.server.ts';
import type { DemoCommand, DemoOptions } from './demo.server.ts';
import type { SimulatedDevice, SimulatedHomeOptions } from './simulated-home.server.ts';

/** The homes of a registry with the secrets of their devices: what a simulator must know of them. */
export function simulatedHomes(registry: Registry): SimulatedHomeOptions[] {
  const homes = new Map<string, SimulatedDevice[]>();
  for (const known of registry.devices) {
    if (known.householdId === null || known.isDisabled) continue;
    const parent = known.parentId === null ? undefined : registry.deviceOf(known.parentId);
    // Behind a gateway nobody logs in himself.
    const secret = parent ? '' : registry.secretOf(known);
    if (secret === null) continue;
    const devices = homes.get(known.householdId) ?? [];
    homes.set(known.householdId, devices);
    devices.push({
      deviceKey: known.key,
      modelCode: known.model.code,
      secret,
      parentKey: parent?.key ?? null,
      mac: known.mac,
      serialNumber: null,
      reportSeconds: known.model.reportIntervalSec,
    });
  }
  return [...homes].map(([name, devices]) => ({ name, devices }));
}

/** The demo in a thread of its own. */
export function startDemoThread(options: DemoOptions): { send(command: DemoCommand): void; stop(): Promise<void> } {
  const worker = new Worker(join(import.meta.dirname, 'demo.server.ts'), { workerData: { isDemo: true, options } });
  worker.on('error', (error) => console.error(error));
  return {
    send: (command) => worker.postMessage(command),
    stop: async () => {
      worker.postMessage({ kind: 'stop' } satisfies DemoCommand);
      await Promise.race([
        new Promise((resolve) => worker.once('exit', resolve)),
        new Promise((resolve) => {
          setTimeout(resolve, 1000).unref();
        }),
      ]);
      await worker.terminate();
    },
  };
}
