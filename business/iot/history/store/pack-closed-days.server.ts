import { type App, type Tenancy, clearSpans, everyCompany } from '#kernel/server';
import { utcDay } from './message-span.rules.ts';
import { packDay } from './pack-day.server.ts';
import { markedDays } from './row-days.server.ts';

const DAY_MS = 86_400_000;
/** Time after the end of a day before it is packed. Messages that come even later are merged into the pack. */
export const PACK_AFTER_MS = 2 * DAY_MS;
/** Number of devices in one transaction. */
const AT_ONCE = 20;

/** `breathe` is awaited after each slice, `packed` is called with the number of its messages. */
export interface Packing {
  readonly breathe: () => Promise<void>;
  readonly packed: (messages: number) => void;
}

async function packDayOf(
  app: App,
  tenancy: Tenancy,
  { day, ids }: { readonly day: string; readonly ids: readonly string[] },
  { breathe, packed }: Packing,
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const moved = await app.db.write(tenancy, (sql) =>
      packDay(sql, tenancy.tenantId, day, ids.slice(at, at + AT_ONCE)),
    );
    packed(moved);
    if (moved > 0) await breathe();
  }
}

/** Pack the finished UTC days of every company, oldest first, and release the space of their rows. */
export async function packClosedDays(app: App, packing: Packing): Promise<void> {
  const now = app.clock.ms();
  const newest = Math.floor((now - PACK_AFTER_MS) / DAY_MS) * DAY_MS - DAY_MS;
  for (const tenantId of await everyCompany(app)) {
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const days = await app.db.read(tenancy, (sql) => markedDays(sql, tenantId, utcDay(newest)));
    for (const day of days) await packDayOf(app, tenancy, day, packing);
  }
  await clearSpans(app.db, 'iot_telemetry', newest + DAY_MS);
}
