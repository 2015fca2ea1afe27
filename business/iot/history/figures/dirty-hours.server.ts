import { type App, type Sql, type Tenancy, everyCompany, localDay, startOfDay } from '#kernel/server';
import type { CountedDevice } from './counted-device.rules.ts';
import { countDays, countedDevices } from './count-day.server.ts';
import { addDays } from '#kernel/language/days.ts';
import { SHARED_MS } from './growth.rules.ts';

const HOUR_MS = 3_600_000;
/** Time after the end of an hour before its figures are computed, for messages still on their way. */
const SETTLED_MS = 90_000;
/** Number of hours in one transaction. */
const AT_ONCE = 60;

/**
 * Return the local days whose figures change with a message in this UTC hour. Early in a day that includes the day
 * before, because growth over midnight is divided between both.
 */
function daysOfHour(hour: number, zone: string): string[] {
  const last = localDay(hour + HOUR_MS - 1, zone);
  const days = new Set([localDay(hour, zone), last]);
  for (const day of [...days]) if (startOfDay(day, zone) + SHARED_MS > hour) days.add(addDays(day, -1));
  return [...days];
}

/**
 * Remove some hours of a company from the table of hours with new messages, and recompute their days. Return the number
 * of hours.
 */
async function countSome(sql: Sql, tenancy: Tenancy, now: number): Promise<number> {
  const marks = await sql.query<{ id: string; hour: number }>(
    `with due as (select device_id, hour from iot_dirty_hour where tenant_id = $1 and hour < to_timestamp($2::float8 / 1000)
       order by device_id, hour limit ${AT_ONCE} for update skip locked),
     taken as (delete from iot_dirty_hour d using due where d.tenant_id = $1 and d.device_id = due.device_id and d.hour = due.hour returning d.device_id, d.hour)
     select device_id::text as id, (extract(epoch from hour) * 1000)::float8 as hour from taken`,
    [tenancy.tenantId, now - HOUR_MS - SETTLED_MS],
  );
  const days = new Map<string, Set<string>>();
  for (const { id, hour } of marks) {
    const mine = days.get(id) ?? new Set();
    days.set(id, mine);
    for (const day of daysOfHour(hour, tenancy.zone)) mine.add(day);
  }
  const devices: readonly CountedDevice[] = await countedDevices(sql, tenancy, [...days.keys()]);
  for (const device of devices) await countDays(sql, device, [...days.get(device.deviceId)!]);
  return marks.length;
}

/**
 * Recompute the days of all hours with new messages, several hours at a time. `breathe` is awaited in between. Return
 * the number of hours.
 */
export async function countDirtyHours(app: App, breathe: () => Promise<void>): Promise<number> {
  let all = 0;
  for (const tenantId of await everyCompany(app)) {
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    for (;;) {
      const taken = await app.db.write(tenancy, (sql) => countSome(sql, tenancy, app.clock.ms()));
      all += taken;
      if (taken < AT_ONCE) break;
      await breathe();
    }
  }
  return all;
}
