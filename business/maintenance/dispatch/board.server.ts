import type { Reading } from '#kernel/server/context.ts';
import { decide } from '#kernel/language/permission.ts';
import { technician } from '../people/technician/technician.paper.ts';
import { addDays, minutesBetween } from '../time/days.rules.ts';
import { candidatesOf } from './conflicts.server.ts';
import { worksOn } from './conflicts.rules.ts';
import { visit } from './visit/visit.paper.ts';

type Query = Readonly<Record<string, string>>;

/** A block of the board: one visit of one technician. */
export interface BoardVisit {
  readonly id: string; readonly dispId: string; readonly registrationFormId: string; readonly taskNo: string; readonly technicianId: string; readonly from: string; readonly to: string; readonly appointFrom: string | null; readonly appointTo: string | null;
  readonly state: string; readonly forced: boolean; readonly lockType: string | null; readonly customerName: string; readonly premisesName: string | null; readonly location: string | null; readonly repairType: string; readonly urgency: string;
  readonly lead: boolean; readonly version: number; readonly acceptDue: string | null; readonly seen: boolean; readonly content: string;
}

const ROWS = `select v.id::text as id, v.disp_id::text as "dispId", v.registration_form_id::text as "registrationFormId", v.task_no as "taskNo", c.technician_id::text as "technicianId", left(v.plan_start::text, 19) as "from", left(v.plan_end::text, 19) as "to",
    left(v.appoint_from::text, 19) as "appointFrom", left(v.appoint_to::text, 19) as "appointTo", v.task_status as state, coalesce(v.forced, false) as forced, v.lock_type as "lockType", r.customer_name as "customerName",
    p.premises_name as "premisesName", r.location[0] || ',' || r.location[1] as location, r.repair_type as "repairType", r.urgency, c.technician_id = v.technician_id as lead, v.version, left(v.accept_due::text, 19) as "acceptDue", v.seen_time is not null as seen, left(r.content, 60) as content
  from dispatchlist v join asdispatchformdetails c on c.tenant_id = v.tenant_id and c.disp_id = v.disp_id and c.is_deleted = 0 and (c.is_current or c.technician_id = v.technician_id)
  join asregistrationform r on r.id = v.registration_form_id left join asbasepremises p on p.id = r.premises_id
  where v.tenant_id = $1 and v.is_deleted = 0 and v.sent_time is not null and v.task_status not in ('refused', 'recalled', 'transferred', 'cancelled') and v.plan_start < $3::date + 1 and v.plan_end > $2::date and c.technician_id = any($4::bigint[])`;

/** The rows of the board: technicians of the asked teams with their hours, leave, visits and load, day by day. One statement each, whatever their number. */
export async function boardOf(reading: Reading, query: Query): Promise<Record<string, unknown>> {
  const from = query.from || query.date || reading.today();
  const to = query.to || from;
  const people = (await reading.find(technician, {}, 1000)).filter((one) => one.status === 1 && one.technicianStatus !== 'left' && mayBoard(reading, one.customerServiceTeam) && (!query.team || query.team.split(',').includes(one.customerServiceTeam)));
  const ids = people.map((one) => one.id);
  const candidates = await candidatesOf(reading, people, from, to);
  const visits = await reading.sql.query<BoardVisit>(ROWS, [reading.tenantId, from, to, ids]);
  const days = Array.from({ length: Math.min(31, Math.round(minutesBetween(`${from} 00:00:00`, `${to} 00:00:00`) / 1440) + 1) }, (_, at) => addDays(from, at));
  const byTechnician = Map.groupBy(visits, (one) => one.technicianId);
  return {
    now: reading.now(), from, to, days,
    technicians: people.map((one, at) => {
      const own = byTechnician.get(one.id) ?? [];
      return {
        technicianId: one.id, name: one.realName, team: one.customerServiceTeam, level: one.technicianLevel, skills: (one.skills ?? []).map((skill) => skill.skillId), homeLocation: one.homeLocation,
        workStart: one.workStart.slice(0, 5), workEnd: one.workEnd.slice(0, 5), capacityMinutes: one.dailyCapacityMinutes, leave: candidates[at].away, visits: own,
        days: days.map((day) => ({ day, works: worksOn(candidates[at], day), loadMinutes: own.filter((visited) => visited.from.slice(0, 10) === day).reduce((sum, visited) => sum + minutesBetween(visited.from, visited.to), 0) })),
      };
    }),
  };
}

/** The teams whose rows the asking person may see. */
function mayBoard(reading: Reading, team: string): boolean {
  return decide(reading.person, visit, 'view').where.some((term) => term.kind !== 'teams' || term.teams.includes(team));
}
