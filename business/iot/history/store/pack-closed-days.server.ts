import { type App, type Tenancy, clearSpans, everyCompany } from '#kernel/server';
import { HOT_DAYS } from './telemetry-tables.server.ts';
import { utcDay } from './message-span.rules.ts';
import { packDay } from './pack-day.server.ts';

const DAY_MS = 86_400_000;
/** A day is packed when it has been over for so long: what is late by then is packed beside it. */
export const PACK_AFTER_MS = 2 * DAY_MS;
/** So many devices are packed by one transaction. */
const AT_ONCE = 20;

/** What packing does between two slices: nothing of it is urgent. */
export interface Packing {
  readonly breathe: () => Promise<void>;
  readonly packed: (messages: number) => void;
}

/** The devices of a company that sent something: in the order of their ids, as their rows lie. */
const devicesOf = (app: App, tenancy: Tenancy): Promise<{ id: string }[]> =>
  app.db.read(tenancy, (sql) =>
    sql.query<{ id: string }>(
      'select device_id::text as id from iot_device_latest where tenant_id = $1 union select id::text from iot_device where tenant_id = $1 order by 1',
      [tenancy.tenantId],
    ),
  );

async function packDayOf(app: App, tenancy: Tenancy, day: string, { breathe, packed }: Packing): Promise<void> {
  const ids = (await devicesOf(app, tenancy)).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const moved = await app.db.write(tenancy, (sql) =>
      packDay(sql, tenancy.tenantId, day, ids.slice(at, at + AT_ONCE)),
    );
    packed(moved);
    if (moved > 0) await breathe();
  }
}

/** Packs every day (of UTC) that is over, oldest first, of every company, and gives back the room of its rows. */
export async function packClosedDays(app: App, packing: Packing): Promise<void> {
  const now = app.clock.ms();
  const newest = Math.floor((now - PACK_AFTER_MS) / DAY_MS) * DAY_MS - DAY_MS;
  for (const tenantId of await everyCompany(app)) {
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    for (let ms = newest - HOT_DAYS * DAY_MS; ms <= newest; ms += DAY_MS) {
      const day = utcDay(ms);
      const [{ isThere }] = await app.db.read(tenancy, (sql) =>
        sql.query<{ isThere: boolean }>(
          `select exists (select 1 from iot_telemetry where tenant_id = $1 and ts >= to_timestamp($2::float8 / 1000) and ts < to_timestamp($3::float8 / 1000)) as "isThere"`,
          [tenantId, ms, ms + DAY_MS],
        ),
      );
      if (isThere) await packDayOf(app, tenancy, day, packing);
    }
  }
  await clearSpans(app.db, 'iot_telemetry', newest + DAY_MS);
}
