import type { Sql } from '#kernel/server';
import type { CountedDevice } from './counted-device.rules.ts';
import { figuresFromMessages } from './count-day.server.ts';
import type { DayFigures, Figure } from './day-figures.rules.ts';
import { wholeDay } from './day-figures.rules.ts';
import { readFigureBytes } from './figure-bytes.rules.ts';
import { daysFrom, localDay, startOfDay } from './local-day.rules.ts';

/** The figures of one day of a device: one for each property, or one an hour. */
export interface DayOfFigures {
  readonly day: string;
  readonly figures: DayFigures;
}

/** Which days of a device are read, and of which properties. */
export interface AskedDays {
  readonly first: string;
  readonly last: string;
  /** Nothing of before this moment (milliseconds); 0: of all times. */ readonly ownedSince: number;
  /** Absent: all. */ readonly names?: ReadonlySet<string>;
  /** Today (`yyyy-MM-dd`), which still runs: counted as it is asked; absent: as it is stored. */ readonly today?: string;
}

/** What a figure says by an aggregation; null: nothing. */
export function aggregateOf(figure: Figure, agg: 'avg' | 'min' | 'max' | 'last'): number | null {
  if (figure.n === 0) return null;
  return agg === 'avg' ? (figure.sum === 0 ? figure.last : figure.sum / figure.n) : figure[agg];
}

/**
 * Figures of whole days, or of their hours where they are kept, oldest first; days without a message are left out. The day on which the device came to those who
 * live with it now is counted from its messages since then; so is a day that still runs.
 */
export async function readDays(
  sql: Sql,
  device: CountedDevice,
  asked: AskedDays,
  each: 'day' | 'hour' = 'day',
): Promise<DayOfFigures[]> {
  const { tenantId, deviceId, zone } = device;
  const ownedDay = asked.ownedSince > 0 ? localDay(asked.ownedSince, zone) : '';
  const first = asked.first > ownedDay ? asked.first : ownedDay;
  if (first > asked.last) return [];
  // A day whose hours are not kept is told as a whole.
  const rows = await sql.query<{ day: string; data: Buffer }>(
    each === 'day'
      ? `select to_char(day, 'YYYY-MM-DD') as day, data from iot_days
         where tenant_id = $1 and device_id = $2 and day >= $3::date and day <= $4::date`
      : `select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(h.data, d.data) as data from iot_days d
         left join iot_hours h on h.tenant_id = d.tenant_id and h.device_id = d.device_id and h.day = d.day and h.day >= $3::date and h.day <= $4::date
         where d.tenant_id = $1 and d.device_id = $2 and d.day >= $3::date and d.day <= $4::date`,
    [tenantId, deviceId, first, asked.last],
  );
  const found = new Map(rows.map(({ day, data }) => [day, readFigureBytes(data, asked.names)]));
  const fresh = daysFrom(first, asked.last).filter(
    (day) => day === asked.today || (day === ownedDay && asked.ownedSince > startOfDay(day, zone)),
  );
  for (const day of fresh) {
    const since = day === ownedDay ? asked.ownedSince : 0;
    const figures = await figuresFromMessages(sql, { ...device, since }, day);
    if (figures) found.set(day, each === 'day' ? wholeDay(figures) : figures);
    else found.delete(day);
  }
  return [...found].map(([day, figures]) => ({ day, figures })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Return counted days of several devices, each from the day on after its owner got it; of the asked properties alone. */
export async function countedDaysOf(
  sql: Sql,
  tenantId: string,
  asked: {
    readonly ids: readonly string[];
    readonly days: readonly string[];
    readonly names: ReadonlySet<string>;
    readonly each?: 'hour';
  },
): Promise<Map<string, Map<string, DayFigures>>> {
  const rows = await sql.query<{ id: string; day: string; data: Buffer }>(
    `select t.device_id::text as id, to_char(t.day, 'YYYY-MM-DD') as day, t.data
     from ${asked.each === 'hour' ? 'iot_hours' : 'iot_days'} t join iot_device d on d.tenant_id = t.tenant_id and d.id = t.device_id
     where t.tenant_id = $1 and t.device_id = any($2::bigint[]) and t.day = any($3::date[]) and (d.owned_since is null or t.day > d.owned_since::date)`,
    [tenantId, asked.ids, asked.days],
  );
  const found = new Map<string, Map<string, DayFigures>>(asked.ids.map((id) => [id, new Map()]));
  for (const { id, day, data } of rows) found.get(id)?.set(day, readFigureBytes(data, asked.names));
  return found;
}
