import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { calendarDay } from './calendar-day.paper.ts';
import { type SpecialDays, type WorkingTime, companyHours, technicianHours } from './working-time.rules.ts';

/** Return the days of the business calendar between two days, both included, with their kind. */
export async function specialDays(reading: Reading, from: string, to: string): Promise<SpecialDays> {
  const rows = await reading.sql.query<{ day: string; kind: SpecialDays[string] }>(
    `select calendar_date::text as day, day_kind as kind from ${calendarDay.table} where tenant_id = $1 and is_deleted = 0 and calendar_date between $2 and $3`,
    [reading.tenantId, from, to],
  );
  return Object.fromEntries(rows.map((row) => [row.day, row.kind]));
}

const lunchOf = async (reading: Reading): Promise<string> =>
  (await reading.parameter('as.work.lunch')) || '12:00-13:00';

/** Return the company's working time, with the special days of a span. */
export const hoursOfCompany = async (reading: Reading, from: string, to: string): Promise<WorkingTime> =>
  companyHours(await lunchOf(reading), await specialDays(reading, from, to));

/** Return the working time of each of many technicians, with the special days of a span. */
export async function technicianHoursOf(
  reading: Reading,
  from: string,
  to: string,
): Promise<(of: Row<typeof technician>) => WorkingTime> {
  const [lunch, special] = [await lunchOf(reading), await specialDays(reading, from, to)];
  return (of) => technicianHours(of, lunch, special);
}

/** Return a technician's own working time, with the special days of a span. */
export const hoursOfTechnician = async (
  reading: Reading,
  of: Row<typeof technician>,
  from: string,
  to: string,
): Promise<WorkingTime> => (await technicianHoursOf(reading, from, to))(of);
