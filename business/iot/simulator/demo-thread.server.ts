import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type App, everyCompany } from '#kernel/server';
import type { Registry } from '../ingest/registry.server.ts';
import type { DemoCommand, DemoOptions } from './demo.server.ts';
import type { FoundFault } from '../alarms/built-in/live-faults.rules.ts';
import type { SimulatedDevice, SimulatedHomeOptions } from './simulated-home.server.ts';

/** Return the homes of all devices in the registry, with device secrets in clear text for the simulator. */
export function simulatedHomes(
  registry: Registry,
  counters: ReadonlyMap<string, Readonly<Record<string, number>>> = new Map(),
): SimulatedHomeOptions[] {
  const homes = new Map<string, SimulatedDevice[]>();
  for (const known of registry.devices) {
    if (known.householdId === null || known.isDisabled) continue;
    const parent = known.parentId === null ? undefined : registry.deviceOf(known.parentId);
    // Devices behind a gateway do not log in, so they need no secret.
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
      counters: counters.get(known.id),
    });
  }
  return [...homes].map(([name, devices]) => ({ name, devices }));
}

/** Return the last counter values by device id, from which a restarted simulator continues. */
export async function lastCounters(app: App): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  for (const tenantId of await everyCompany(app)) {
    const rows = await app.db.read({ tenantId, zone: 'UTC' }, (sql) =>
      sql.query<{ id: string; counters: Record<string, number> }>(
        `select l.device_id::text as id, jsonb_object_agg(a.identifier, l.data->a.identifier) as counters
         from iot_device_latest l join iot_device d on d.tenant_id = l.tenant_id and d.id = l.device_id
         join iot_model_attribute a on a.tenant_id = d.tenant_id and a.model_id = d.model_id and a.aggregation = 'counter' and a.is_deleted = 0
         where l.tenant_id = $1 and jsonb_typeof(l.data->a.identifier) = 'number' group by 1`,
        [tenantId],
      ),
    );
    for (const { id, counters } of rows) found.set(id, counters);
  }
  return found;
}

/** Return the faults of open alarms by home: their simulated machines continue to show them for some hours. */
export async function openFaults(app: App): Promise<FoundFault[]> {
  const found: FoundFault[] = [];
  for (const tenantId of await everyCompany(app))
    found.push(
      ...(await app.db.read({ tenantId, zone: 'UTC' }, (sql) =>
        sql.query<FoundFault>(
          `select distinct household_id::text as home, trouble_code as code from iot_alarm
           where tenant_id = $1 and is_deleted = 0 and alarm_status in ('active', 'confirmed') and household_id is not null and trouble_code is not null limit 100`,
          [tenantId],
        ),
      )),
    );
  return found;
}

/** Run the simulated homes of the demo in a worker thread. */
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
