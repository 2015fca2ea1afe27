import { addDays, daysFrom } from '#kernel/language/days.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { levelledDay } from './level.rules.ts';
import { type GrowingLoad, minutesOn, teamLoadsOf } from './load.server.ts';
import { type PlannedVisit, type WorkDays, isWorkDay } from './occurrence-dates.rules.ts';
import { DAYS_AROUND, horizonOf, workDaysOf } from './terms.server.ts';

/** HomePlace of the home of a contract, and the team that serves it. */
export interface HomePlace {
  readonly premisesId: string | null;
  readonly team: Row<typeof customer>['customerServiceTeam'];
}

/** The company's calendar and the loads of its teams, which grow with each new visit. */
export interface Levelling {
  /** When it was read; visits that others planned since are not in it. */ readonly readAt: string;
  /** Ids of the visits that were planned by it. */ readonly own: Set<string>;
  readonly work: WorkDays;
  readonly until: string;
  readonly limit: number;
  /** The working days of the calendar, ascending. */ readonly workDays: readonly string[];
  readonly loads: Map<string, Map<string, GrowingLoad>>;
  /** Days of the planned trips to an estate. */ readonly trips: Map<string, Set<string>>;
}

/** Read the calendar and the loads by which new visits are levelled. */
export async function levellingOf(context: Context): Promise<Levelling> {
  const [today, until] = [context.today(), await horizonOf(context)];
  const trips = await context.sql.query<{ premisesId: string; days: string[] }>(
    `select t.premises_id::text as "premisesId", array_agg(distinct t.plan_date::text) as days from asmaintain t
     where t.tenant_id = $1 and t.is_deleted = 0 and t.premises_id is not null and t.plan_status in ('planned', 'pushed', 'booked', 'dispatched') and t.plan_date >= $2::date group by 1`,
    [context.tenantId, today],
  );
  const work = await workDaysOf(context, today, until);
  return {
    readAt: context.now(),
    own: new Set(),
    work,
    workDays: daysFrom(today, addDays(until, DAYS_AROUND)).filter((day) => isWorkDay(work, day)),
    until,
    limit: (Number(await context.parameter('as.plan.loadPercent')) || 85) / 100,
    loads: await teamLoadsOf(context, today, until),
    trips: new Map(trips.map(({ premisesId, days }) => [premisesId, new Set(days)])),
  };
}

const FREE = { minutes: 0, capacity: 0 };

/** Return the value of a key; a missing one is created. */
function mapIn<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const there = map.get(key);
  if (there !== undefined) return there;
  const made = create();
  map.set(key, made);
  return made;
}

/** Return the day of a new visit, and count it there. */
export function placedDay(
  visit: PlannedVisit,
  { premisesId, team }: HomePlace,
  { workDays, limit, loads, trips }: Levelling,
  today: string,
): string {
  const days = mapIn(loads, team ?? '', () => new Map<string, GrowingLoad>());
  const visits = premisesId === null ? null : mapIn(trips, premisesId, () => new Set<string>());
  const day =
    visit.day < today
      ? visit.day
      : levelledDay(
          visit,
          workDays,
          {
            loadOn: (one) => {
              const load = days.get(one);
              return load ? { minutes: minutesOn(load), capacity: load.capacity } : FREE;
            },
            isThere: (one) => visits?.has(one) === true,
          },
          { limit, today },
        );
  mapIn(days, day, () => ({ capacity: 0, known: 0, usual: 0, booked: 0, planned: 0 })).planned += visit.minutes;
  visits?.add(day);
  return day;
}
