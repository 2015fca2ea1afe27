import { isEmployedOn } from '#business/masterdata/people/technician/employment.rules.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addDays, daysFrom } from '#kernel/language/days.ts';
import { technicianHoursOf } from '#business/scheduling/calendar.server.ts';
import { type WorkingTime, workingMinutesBetween } from '#business/scheduling/working-time.rules.ts';
import { leaveFormFacts } from '#business/scheduling/leave/leave-form-facts.relation.ts';

/** Minutes that a technician may work on a day: working hours less approved leave. */
export interface DayOfTechnician {
  readonly day: string;
  readonly team: string;
  readonly technicianId: string;
  readonly minutes: number;
}

const MAX_TECHNICIANS = 5000;

/** Return the minutes of each day of a span in which somebody with these hours works. */
const minutesByDay = (days: readonly string[], hours: WorkingTime): number[] =>
  days.map((day) => workingMinutesBetween(`${day} 00:00:00`, `${addDays(day, 1)} 00:00:00`, hours));

/** Return each day with working hours of every employed technician; both days included. */
export async function availableMinutes(reading: Reading, from: string, to: string): Promise<DayOfTechnician[]> {
  const people = await reading.find(technician, {}, { limit: MAX_TECHNICIANS });
  const leaves = Map.groupBy(
    await reading.sql.query<{ technician: string; from: string; to: string }>(
      `select t.technician_id::text as technician, to_char(t.start_time, 'YYYY-MM-DD HH24:MI:SS') as from, to_char(t.end_time, 'YYYY-MM-DD HH24:MI:SS') as to
    from ${leaveFormFacts} t where t.tenant_id = $1 and t.is_deleted = 0 and t.approve_status = 'approved' and t.start_time < $3::date + 1 and t.end_time > $2::date`,
      [reading.tenantId, from, to],
    ),
    (one) => one.technician,
  );
  const hoursOf = await technicianHoursOf(reading, from, to);
  const days = daysFrom(from, to);
  // Most people work the same hours, so their minutes of each day are counted once.
  const counted = new Map<string, number[]>();
  return people.flatMap((one): DayOfTechnician[] => {
    const hours = hoursOf(one);
    const key = `${one.workDays} ${one.workStart} ${one.workEnd}`;
    const minutes = counted.get(key) ?? minutesByDay(days, hours);
    counted.set(key, minutes);
    const away = leaves.get(one.id) ?? [];
    const lostOn = (day: string): number => {
      const [start, end] = [`${day} 00:00:00`, `${addDays(day, 1)} 00:00:00`];
      return away
        .filter((leave) => leave.from < end && leave.to > start)
        .reduce(
          (sum, leave) =>
            sum +
            workingMinutesBetween(leave.from > start ? leave.from : start, leave.to < end ? leave.to : end, hours),
          0,
        );
    };
    return days.flatMap((day, at) => {
      const left = isEmployedOn(one, day) ? minutes[at] - (away.length ? lostOn(day) : 0) : 0;
      return left > 0 ? [{ day, team: one.customerServiceTeam ?? '', technicianId: one.id, minutes: left }] : [];
    });
  });
}
