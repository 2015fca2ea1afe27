import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Reading, sql } from '#kernel/server';
import { type TeamDay, type TeamLoads, minutesOn, teamLoadOn } from '../occurrence/load.server.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import type { planCalendar } from './plan-calendar.calls.ts';
import { type MovableVisit, reliefOf } from './relief.rules.ts';

/** Visits of one day that are looked at to relieve it. */
const MAX_MOVABLE = 500;

/** Planned visits of a team on a day. */
export interface VisitCount {
  readonly team: string;
  readonly day: string;
  readonly count: number;
}

/** Return the load of a day with all its parts, in percent of the capacity; 0 without capacity. */
export const dayLoadShare = (load: TeamDay): number =>
  load.capacity > 0 ? (minutesOn(load) * 100) / load.capacity : 0;

/** Return the teams with their days: the load, and the visits that the filters count. */
export const teamRows = (
  teams: ReadonlyMap<string, number>,
  days: readonly string[],
  loads: TeamLoads,
  counts: readonly VisitCount[],
) => {
  const byTeam = Map.groupBy(counts, ({ team }) => team);
  return [...teams].map(([team, people]) => {
    const own = new Map(byTeam.get(team)?.map(({ day, count }) => [day, count]));
    const rows = days.map((day) => ({ day, ...teamLoadOn(loads, team, day), count: own.get(day) ?? 0 }));
    return { team, people, count: rows.reduce((sum, { count }) => sum + count, 0), days: rows };
  });
};

/** Load of a team on a day in percent of its capacity. */
interface DayShare {
  readonly team: string;
  readonly day: string;
  readonly share: number;
}

/** Return the most loaded day above the limit, and how its unbooked visits can move; null: no day is above it. */
export async function reliefIn(
  reading: Reading,
  shares: readonly DayShare[],
  {
    days,
    loads,
    limit,
  }: { readonly days: CallAnswer<typeof planCalendar>['days']; readonly loads: TeamLoads; readonly limit: number },
): Promise<CallAnswer<typeof planCalendar>['relief']> {
  const today = reading.today();
  const [worst] = shares
    .filter(({ day, share }) => day >= today && share > limit)
    .toSorted((one, other) => other.share - one.share || one.day.localeCompare(other.day));
  if (!worst) return null;
  const { team, day } = worst;
  const visits = await reading.sql.query<MovableVisit>(
    sql`select to_char(coalesce(t.window_from, t.plan_date), 'YYYY-MM-DD') as from, to_char(coalesce(t.window_to, t.plan_date), 'YYYY-MM-DD') as to, coalesce(t.std_minutes, 0) as minutes
       from asmaintain t where ${await reading.visible(planOccurrence).sql()} and t.customer_service_team = ${team} and t.plan_status in ('planned', 'pushed') and t.plan_date = ${day}::date order by t.window_to, t.id limit ${MAX_MOVABLE}`,
  );
  const relief = reliefOf(
    day,
    visits,
    days.filter((one) => one.kind === 'work' && one.day >= today).map((one) => one.day),
    {
      loadOf: (one) => {
        const load = teamLoadOn(loads, team, one);
        return { minutes: minutesOn(load), capacity: load.capacity };
      },
      limit: limit / 100,
    },
  );
  return { team, day, visits: visits.length, to: relief?.to ?? null, count: relief?.count ?? 0 };
}
