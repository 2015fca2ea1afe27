import { type Sql, localDay, startOfDay } from '#kernel/server';
import type { CountedDevice } from './counted-device.rules.ts';
import { figuresFromMessages } from './count-day.server.ts';
import type { DayFigures, Figure } from './day-figures.rules.ts';
import { wholeDay } from './day-figures.rules.ts';
import { readFigureBytes } from './figure-bytes.rules.ts';
import { daysFrom } from '#kernel/language/days.ts';

/** Figures of one device-day. Each property has either one for the whole day, or one for each hour. */
export interface DayOfFigures {
  readonly day: string;
  readonly figures: DayFigures;
}

/** Which days and properties of a device to read. */
export interface AskedDays {
  readonly first: string;
  readonly last: string;
  /** Messages before this moment (milliseconds) are ignored; 0: no message is. */ readonly ownedSince: number;
  /** Properties to read; absent: all. */ readonly names?: ReadonlySet<string>;
  /** Today (`yyyy-MM-dd`), to compute its figures from messages so far. Absent: use the stored ones. */
  readonly today?: string;
}

/** Return the value of a figure for an aggregation; null: it has none. */
export function aggregateOf(figure: Figure, agg: 'avg' | 'min' | 'max' | 'last'): number | null {
  if (figure.n === 0) return null;
  return agg === 'avg' ? (figure.sum === 0 ? figure.last : figure.sum / figure.n) : figure[agg];
}

/**
 * Read the figures of days, or of their hours, oldest first; days without messages are omitted. Today, and the day on
 * which the present home got the device, are computed from messages.
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
  // A day without hourly figures is returned as one whole.
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

/**
 * Read stored days of several devices, only the requested properties. Days of a device begin on the day after the
 * present home got it.
 */
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
