import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '../refusals.ts';
import { hoursOfTechnician } from '../calendar.server.ts';
import { dayOf } from '#kernel/language/days.ts';
import { workDaysBetween, workingMinutesBetween } from '../working-time.rules.ts';
import { leaveForm } from './leave-form.paper.ts';

type Technician = Row<typeof technician>;

/** Return working hours (text with two decimals) and working days of a span, by the technician's own working time. */
export async function lengthOf(
  reading: Reading,
  of: Technician,
  from: string,
  to: string,
): Promise<{ hours: string; workDays: number }> {
  const hours = await hoursOfTechnician(reading, of, dayOf(from), dayOf(to));
  return {
    hours: (workingMinutesBetween(from, to, hours) / 60).toFixed(2),
    workDays: workDaysBetween(from, to, hours),
  };
}

export function assertSpan(from: string, to: string): void {
  if (from >= to)
    throw refuse.leaveReversed({
      fields: [{ field: 'endTime', words: ['结束时间须晚于开始时间', 'The end must lie after the beginning'] }],
    });
}

/** Return the paper number of another approved leave of the technician that overlaps a span; null if there is none. */
export async function overlapping(
  reading: Reading,
  technicianId: string,
  from: string,
  to: string,
  except: string | null,
): Promise<string | null> {
  const [row] = await reading.sql.query<{ no: string }>(
    `select leave_no as no from ${leaveForm.table} where tenant_id = $1 and technician_id = $2 and is_deleted = 0 and approve_status = 'approved' and start_time < $4 and end_time > $3 and id is distinct from $5::bigint limit 1`,
    [reading.tenantId, technicianId, from, to, except],
  );
  return row?.no ?? null;
}

/** Maximum of working days that a leader may approve. A longer leave needs the manager. */
export const LEADER_DAYS = 3;

/** Does a leave need the manager's approval? */
export async function isLong(context: Context, leave: Row<typeof leaveForm>): Promise<boolean> {
  return (
    (await lengthOf(context, await context.get(technician, leave.technicianId), leave.startTime, leave.endTime))
      .workDays > LEADER_DAYS
  );
}
