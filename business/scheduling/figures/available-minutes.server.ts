import { isEmployedOn } from '#business/masterdata/people/technician/employment.rules.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { hoursOfTechnician } from '#business/scheduling/calendar.server.ts';
import { workingMinutesBetween } from '#business/scheduling/working-time.rules.ts';
import { leaveFormFacts } from '#business/scheduling/leave/leave-form-facts.relation.ts';

/** Minutes that a technician may work on a day: working hours less approved leave. */
export interface DayOfTechnician {
  readonly day: string;
  readonly team: string;
  readonly technicianId: string;
  readonly minutes: number;
}

const MAX_TECHNICIANS = 5000;

/** Return each day with working hours of every employed technician; both days included. */
export async function availableMinutes(reading: Reading, from: string, to: string): Promise<DayOfTechnician[]> {
  const people = await reading.find(technician, {}, { limit: MAX_TECHNICIANS });
  const leaves = await reading.sql.query<{ technician: string; from: string; to: string }>(
    `select t.technician_id::text as technician, to_char(t.start_time, 'YYYY-MM-DD HH24:MI:SS') as from, to_char(t.end_time, 'YYYY-MM-DD HH24:MI:SS') as to
    from ${leaveFormFacts} t where t.tenant_id = $1 and t.is_deleted = 0 and t.approve_status = 'approved' and t.start_time < $3::date + 1 and t.end_time > $2::date`,
    [reading.tenantId, from, to],
  );
  const days: DayOfTechnician[] = [];
  for (const one of people) {
    const hours = await hoursOfTechnician(reading, one, from, to);
    const away = leaves.filter((leave) => leave.technician === one.id);
    for (let day = from; day <= to; day = addDays(day, 1)) {
      if (!isEmployedOn(one, day)) continue;
      const [start, end] = [`${day} 00:00:00`, `${addDays(day, 1)} 00:00:00`];
      const lost = away
        .filter((leave) => leave.from < end && leave.to > start)
        .reduce(
          (sum, leave) =>
            sum +
            workingMinutesBetween(leave.from > start ? leave.from : start, leave.to < end ? leave.to : end, hours),
          0,
        );
      const minutes = workingMinutesBetween(start, end, hours) - lost;
      if (minutes > 0) days.push({ day, team: one.customerServiceTeam ?? '', technicianId: one.id, minutes });
    }
  }
  return days;
}
