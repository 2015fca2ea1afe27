import { addDays, weekdayOf } from '#kernel/language/days.ts';
import { type Fragment, type Reading, raw, shared, sql } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { availableMinutes } from '#business/scheduling/figures/available-minutes.server.ts';

/** Minutes of a team on a day: what it can do, and what is known or usual. */
export interface TeamDay {
  readonly capacity: number;
  /** Work orders with an agreed or planned day. */ readonly known: number;
  /** Repairs that usually come on this weekday, less the known ones. */ readonly usual: number;
  /** Booked plans that are not dispatched, with or without a work order. */ readonly booked: number;
  /** Plans that are not booked. */ readonly planned: number;
}

/** Loads of teams by the team and the day. */
export type TeamLoads = ReadonlyMap<string, ReadonlyMap<string, TeamDay>>;

const NONE: TeamDay = { capacity: 0, known: 0, usual: 0, booked: 0, planned: 0 };

/** Return the load of a team on a day; all zero where nothing is known. */
export const teamLoadOn = (loads: TeamLoads, team: string, day: string): TeamDay => loads.get(team)?.get(day) ?? NONE;
export const minutesOn = ({ known, usual, booked, planned }: TeamDay): number => known + usual + booked + planned;

const WEEKS = 8;

/** SQL of the states of open visits. */
export const OPEN_VISITS = "('planned', 'pushed', 'booked', 'dispatched')";
/** SQL of a visit `t` that can be overdue: it is open, and its contract is not suspended. */
export const CAN_BE_OVERDUE = `t.plan_status in ${OPEN_VISITS} and not exists (select from ${schemeFacts} o where o.tenant_id = t.tenant_id and o.id = t.scheme_id and o.scheme_status = 'suspended')`;
/** SQL of the day on which a visit is expected: the day agreed with the customer, else the planned one. */
export const VISIT_DAY =
  "case when t.plan_status in ('booked', 'dispatched') then coalesce(t.expect_date, t.plan_date) else t.plan_date end";

/** Return the condition for open visits of a span, which both partial indexes serve. */
export function openWithin(from: string, to: string): Fragment {
  const [first, last] = [shared(from), shared(to)];
  return sql`((t.plan_status in ${raw(OPEN_VISITS)} and t.plan_date between ${first}::date and ${last}::date)
       or (t.plan_status in ('booked', 'dispatched') and t.expect_date between ${first}::date and ${last}::date))
       and ${raw(VISIT_DAY)} between ${first}::date and ${last}::date`;
}

interface Sum {
  readonly team: string;
  readonly day: string;
  readonly minutes: number;
}

/** Return the minutes of visits of each team and day that are planned. */
const knownOf = ({ sql, tenantId }: Reading, from: string, to: string): Promise<Sum[]> =>
  sql.query<Sum>(
    `select r.customer_service_team as team, to_char(v.plan_start, 'YYYY-MM-DD') as day, sum(coalesce(r.std_minutes, 60))::int as minutes
     from ${visitFacts} v join ${registrationFacts} r on r.tenant_id = v.tenant_id and r.id = v.registration_form_id
     where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status not in ('refused', 'recalled', 'transferred', 'cancelled') and v.plan_start >= ($2::date)::timestamptz and v.plan_start < ($3::date + 1)::timestamptz group by 1, 2`,
    [tenantId, from, to],
  );

/** Return the median minutes of repairs of each team and weekday over eight weeks. */
async function usualOf(reading: Reading): Promise<ReadonlyMap<string, number>> {
  const to = addDays(reading.today(), -1);
  const from = addDays(to, 1 - 7 * WEEKS);
  const rows = await reading.sql.query<{ team: string; weekday: number; minutes: number }>(
    `select x.team, x.weekday, percentile_cont(0.5) within group (order by coalesce(y.minutes, 0))::int as minutes from (
       select t.team, d.day::date as day, extract(isodow from d.day)::int as weekday from (select distinct customer_service_team as team from ${registrationFacts} where tenant_id = $1 and is_deleted = 0) t
       cross join generate_series($2::date, $3::date, interval '1 day') as d(day)) x
     left join (select r.customer_service_team as team, v.plan_start::date as day, sum(coalesce(r.std_minutes, 60)) as minutes from ${visitFacts} v
       join ${registrationFacts} r on r.tenant_id = v.tenant_id and r.id = v.registration_form_id and r.receipts_type = 'repair'
       where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status not in ('refused', 'recalled', 'transferred', 'cancelled') and v.plan_start >= ($2::date)::timestamptz and v.plan_start < ($3::date + 1)::timestamptz group by 1, 2) y
       on y.team = x.team and y.day = x.day where x.team is not null group by 1, 2`,
    [reading.tenantId, from, to],
  );
  return new Map(rows.map(({ team, weekday, minutes }) => [`${team} ${weekday}`, minutes]));
}

/** Return the minutes of open plans that are not dispatched, by team and day. */
const plansOf = (
  { sql: reader, tenantId }: Reading,
  from: string,
  to: string,
): Promise<(Sum & { readonly state: string })[]> =>
  reader.query<Sum & { readonly state: string }>(
    sql`select coalesce(t.customer_service_team, '') as team, to_char(${raw(VISIT_DAY)}, 'YYYY-MM-DD') as day, t.plan_status as state, sum(t.std_minutes)::int as minutes
     from asmaintain t where t.tenant_id = ${tenantId} and t.is_deleted = 0 and t.plan_status in ('planned', 'pushed', 'booked') and ${openWithin(from, to)} group by 1, 2, 3`,
  );

/** A load to which visits are added while they are planned. */
export type GrowingLoad = { -readonly [K in keyof TeamDay]: TeamDay[K] };

/** Return what each team can do and has to do on each day of a span. */
export async function teamLoadsOf(
  reading: Reading,
  from: string,
  to: string,
): Promise<Map<string, Map<string, GrowingLoad>>> {
  const loads = new Map<string, Map<string, GrowingLoad>>();
  const at = (team: string, day: string) => {
    const days = loads.get(team) ?? new Map<string, GrowingLoad>();
    loads.set(team, days);
    const there = days.get(day) ?? { ...NONE };
    days.set(day, there);
    return there;
  };
  for (const { team, day, minutes } of await availableMinutes(reading, from, to)) at(team, day).capacity += minutes;
  for (const { team, day, minutes } of await knownOf(reading, from, to)) at(team, day).known += minutes;
  for (const { team, day, state, minutes } of await plansOf(reading, from, to))
    at(team, day)[state === 'booked' ? 'booked' : 'planned'] += minutes;
  const usual = await usualOf(reading);
  for (const [team, days] of loads)
    for (const [day, load] of days)
      load.usual = Math.max(0, (usual.get(`${team} ${weekdayOf(day)}`) ?? 0) - load.known);
  return loads;
}
