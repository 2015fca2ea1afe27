import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { App, Sql, Tenancy } from '#kernel/server';
import { propertiesOf } from '../../values/current.server.ts';
import { figureProperties } from '../figures/figure-properties.rules.ts';
import { writeFigures } from '../figures/count-day.server.ts';
import { writePacks } from '../store/pack-day.server.ts';
import type { DevicePast } from './past-days.server.ts';
import type { PastThreadOptions } from './past-thread.server.ts';
import type { PastDevice, PastHome } from './past-home.rules.ts';

/** Number of device-days in one statement. */
const AT_ONCE = 64;

/** How many homes get a generated past, and how many are done. */
export interface BackFillProgress {
  homes: number;
  done: number;
}

interface HomeRow {
  readonly home: string;
  readonly id: string;
  readonly deviceKey: string;
  readonly modelCode: string;
  readonly modelId: string;
  readonly modelVersion: number | null;
  readonly parentKey: string | null;
  readonly first: number | null;
}

/**
 * Return the homes without figures of older days: their past is not generated yet. An interrupted back-fill thus
 * continues.
 */
async function homesWithoutPast(sql: Sql, { tenantId }: Tenancy, now: number): Promise<PastHome[]> {
  const rows = await sql.query<HomeRow>(
    `select d.household_id::text as home, d.id::text as id, d.device_key as "deviceKey", m.model_code as "modelCode", m.id::text as "modelId", d.model_version as "modelVersion",
       p.device_key as "parentKey", (select (extract(epoch from min(t.ts)) * 1000)::float8 from iot_telemetry t where t.tenant_id = $1 and t.device_id = d.id) as first
     from iot_device d join iot_thing_model m on m.tenant_id = d.tenant_id and m.id = d.model_id
     left join iot_device p on p.tenant_id = d.tenant_id and p.id = d.parent_id
     where d.tenant_id = $1 and d.is_deleted = 0 and d.household_id is not null
       and not exists (select 1 from iot_days y join iot_device o on o.id = y.device_id and o.tenant_id = y.tenant_id
         where y.tenant_id = $1 and o.household_id = d.household_id and y.day < to_timestamp($2::float8 / 1000)::date - 10)
     order by d.household_id, d.id`,
    [tenantId, now],
  );
  const properties = new Map<string, PastDevice['properties']>();
  for (const { modelId, modelVersion } of rows) {
    const key = `${modelId} ${modelVersion}`;
    if (!properties.has(key))
      properties.set(key, figureProperties(await propertiesOf(sql, tenantId, { modelId, modelVersion })));
  }
  return [...Map.groupBy(rows, ({ home }) => home)].map(([name, mine]) => ({
    name,
    until: Math.min(now, ...mine.flatMap(({ first }) => first ?? [])),
    devices: mine.map(({ id, deviceKey, modelCode, parentKey, modelId, modelVersion }) => ({
      id,
      deviceKey,
      modelCode,
      parentKey,
      properties: properties.get(`${modelId} ${modelVersion}`)!,
    })),
  }));
}

const bytes = (part: Uint8Array): Buffer => Buffer.from(part.buffer, part.byteOffset, part.byteLength);

async function write(app: App, tenancy: Tenancy, pasts: readonly DevicePast[]): Promise<void> {
  const { tenantId } = tenancy;
  // Write figures last: a home without figures is generated again after an interruption.
  for (const { id, packs } of pasts)
    await app.db.write(tenancy, async (sql) => {
      for (const [day, pack] of packs)
        await writePacks(sql, tenantId, day, [[id, { ...pack, data: bytes(pack.data) }]]);
    });
  const rows = pasts.flatMap(({ id, figures }) =>
    figures.map(([day, hours, whole]) => ({
      deviceId: id,
      day,
      hours: hours && bytes(hours),
      whole: bytes(whole),
      growth: null,
    })),
  );
  await app.db.write(tenancy, async (sql) => {
    for (let at = 0; at < rows.length; at += AT_ONCE) await writeFigures(sql, tenantId, rows.slice(at, at + AT_ONCE));
    // Let the last generated hour be recomputed, because its day has generated and real messages.
    await sql.query(
      `insert into iot_dirty_hour (device_id, hour, tenant_id)
       select p.device_id, date_trunc('hour', p.last_ts), $1 from iot_telemetry_pack p
       where p.tenant_id = $1 and p.device_id = any($2::bigint[]) and p.last_ts = (select max(o.last_ts) from iot_telemetry_pack o where o.tenant_id = $1 and o.device_id = p.device_id)
       on conflict do nothing`,
      [tenantId, pasts.map(({ id }) => id)],
    );
  });
}

/** Generate the past of the demo company's homes, one after the other, in a worker thread. Pause after each. */
export async function backFill(
  app: App,
  tenancy: Tenancy,
  progress: BackFillProgress,
  breathe: () => Promise<void>,
): Promise<void> {
  const now = app.clock.ms();
  const homes = await app.db.read(tenancy, (sql) => homesWithoutPast(sql, tenancy, now));
  progress.homes = homes.length;
  if (homes.length === 0) return;
  const worker = new Worker(join(import.meta.dirname, 'past-thread.server.ts'), {
    workerData: { isPast: true, zone: tenancy.zone } satisfies PastThreadOptions,
  });
  try {
    for (const home of homes) {
      worker.postMessage(home);
      const [pasts] = (await once(worker, 'message')) as [DevicePast[]];
      await write(app, tenancy, pasts);
      progress.done += 1;
      await breathe();
    }
  } finally {
    await worker.terminate();
  }
}
