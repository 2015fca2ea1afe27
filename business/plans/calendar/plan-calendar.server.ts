import { addDays, daysBetween, daysFrom, weekdayOf } from '#kernel/language/days.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { leaveFormFacts } from '#business/scheduling/leave/leave-form-facts.relation.ts';
import { planTermsOf } from '#business/dispatch/board/plan-visibility.rules.ts';
import { CAN_BE_OVERDUE, OPEN_VISITS, VISIT_DAY, openWithin, teamLoadsOf } from '../occurrence/load.server.ts';
import { escalationDaysOf } from '../occurrence/late/escalation.rules.ts';
import { isWorkDay } from '../occurrence/occurrence-dates.rules.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import { workDaysOf } from '../occurrence/terms.server.ts';
import { refuse } from '../refusals.ts';
import { type BundleVisit, bundlesOf } from './bundles.rules.ts';
import { type VisitCount, reliefIn, dayLoadShare, teamRows } from './team-days.server.ts';
import type { PlanRow, planBundles, planCalendar, plansOfDay } from './plan-calendar.calls.ts';

const DAYS = 42;
const MAX_OVERDUE = 50;
const MAX_ROWS = 2000;
/** Days among which trips are looked for at most: each day is tried for each estate. */
const MAX_SPAN = 366;

/** SQL of a planned visit as the calendar shows it. */
const SHOWN = `t.id::text as id, t.plan_no as "planNo", coalesce(t.customer_name, '') as "customerName", coalesce(p.premises_name, '') as premises, coalesce(f.address, '') as address, coalesce(t.content, '') as content,
    t.scheme_name as "schemeName", t.occurrence_no as "occurrenceNo", s.times_total as "timesTotal", t.plan_status as "planStatus", to_char(t.plan_date, 'YYYY-MM-DD') as "planDate", to_char(t.expect_date, 'YYYY-MM-DD') as "expectDate", to_char(coalesce(t.window_from, t.plan_date), 'YYYY-MM-DD') as "windowFrom", to_char(coalesce(t.window_to, t.plan_date), 'YYYY-MM-DD') as "windowTo",
    coalesce(t.std_minutes, 0) as "stdMinutes", coalesce(t.push_count, 0) as "pushCount", t.customer_reply as "customerReply", t.registration_form_id::text as "registrationFormId", coalesce(t.escalated, 0) as escalated, ${CAN_BE_OVERDUE} as "canBeOverdue"`;

const FROM = raw(
  `asmaintain t join ${schemeFacts} s on s.tenant_id = t.tenant_id and s.id = t.scheme_id left join ${premisesFacts} p on p.tenant_id = t.tenant_id and p.id = t.premises_id left join ${serviceFileFacts} f on f.tenant_id = t.tenant_id and f.id = t.register_main_id`,
);

/** A planned visit as it is read: the columns of the calendar. */
type Stored = Omit<PlanRow, 'overdueDays'> & {
  readonly canBeOverdue: boolean;
  readonly planDate: string;
  readonly windowFrom: string;
  readonly windowTo: string;
  readonly stdMinutes: number;
};

/** Return a planned visit with the days for which it is overdue. */
const overdueOn = <R extends Stored>(
  today: string,
  { canBeOverdue, ...row }: R,
): Omit<R, 'canBeOverdue'> & PlanRow => ({
  ...row,
  overdueDays: canBeOverdue ? Math.max(0, daysBetween(row.windowTo, today)) : 0,
});

/** Read planned visits that the caller sees, with personal data as the caller may read it. */
async function rowsOf(reading: Reading, where: Fragment, order: string, first: number): Promise<PlanRow[]> {
  const visible = reading.visible(planOccurrence);
  const rows = await reading.sql.query<Stored>(
    sql`select ${raw(SHOWN)} from ${FROM} where ${await visible.sql()} and ${where} order by ${raw(order)} limit ${first}`,
  );
  return rows.map((row) => visible.present(overdueOn(reading.today(), row)));
}

/** Return the teams that the caller sees on the board, with the number of their people. */
async function teamsOf(reading: Reading): Promise<Map<string, number>> {
  const terms = planTermsOf(reading.person);
  const people = await reading.find(technician, {}, { limit: 1000 });
  const teams = new Map<string, number>();
  for (const one of people) {
    const team = one.customerServiceTeam;
    const isSeen = terms.some((term) => term.kind !== 'teams' || term.teams.includes(team));
    if (one.status === 1 && isSeen) teams.set(team, (teams.get(team) ?? 0) + 1);
  }
  return teams;
}

async function daysOf(reading: Reading, from: string, to: string) {
  const work = await workDaysOf(reading, from, to);
  const named = new Map(
    (await reading.find(calendarDay, {}, { limit: 4000 })).map((one) => [one.calendarDate, one.dayName ?? '']),
  );
  return daysFrom(from, to).map((day) => ({
    day,
    kind: isWorkDay(work, day)
      ? ('work' as const)
      : work.special[day] === 'statutory'
        ? ('statutory' as const)
        : ('rest' as const),
    name: named.get(day) ?? '',
  }));
}

/** Rows that are counted: the contract is joined only for a filter that reads it. */
const countedFrom = ({ schemeTypeId }: Filters): Fragment =>
  schemeTypeId?.length
    ? raw(`asmaintain t join ${schemeFacts} s on s.tenant_id = t.tenant_id and s.id = t.scheme_id`)
    : raw('asmaintain t');

type Filters = Pick<CallInputOf<typeof planCalendar>, 'schemeTypeId' | 'premisesId' | 'planStatus'>;

const NOTHING = raw('');

/** Return the condition of the filters of the calendar, and of open visits where no states are chosen. */
function narrowedBy({ schemeTypeId, premisesId, planStatus }: Filters): Fragment {
  const states = planStatus?.length
    ? sql`t.plan_status = any(${planStatus})`
    : sql`t.plan_status in ${raw(OPEN_VISITS)}`;
  const types = schemeTypeId?.length ? sql` and s.scheme_type_id = any(${schemeTypeId}::bigint[])` : NOTHING;
  const places = premisesId?.length ? sql` and t.premises_id = any(${premisesId}::bigint[])` : NOTHING;
  return sql`${states}${types}${places}`;
}

const isOpenState = (state: string): boolean => OPEN_VISITS.includes(`'${state}'`);

/** Return the condition for the visits of the filters between two days. */
const withinSpan = (filters: Filters, from: string, to: string): Fragment =>
  filters.planStatus?.every(isOpenState) === false
    ? sql`${raw(VISIT_DAY)} between ${from}::date and ${to}::date and ${narrowedBy(filters)}`
    : sql`${openWithin(from, to)} and ${narrowedBy(filters)}`;

/** Return six weeks of the teams that the caller sees: minutes by day, and what is overdue. */
export async function readPlanCalendar(
  reading: Reading,
  { from: asked, ...filters }: CallInputOf<typeof planCalendar>,
): Promise<CallAnswer<typeof planCalendar>> {
  const today = reading.today();
  const first = asked ?? today;
  const from = addDays(first, 1 - weekdayOf(first));
  const to = addDays(from, DAYS - 1);
  const narrowed = narrowedBy(filters);
  const [within, counted] = [withinSpan(filters, from, to), countedFrom(filters)];
  const visible = await reading.visible(planOccurrence).sql();
  const counts = await reading.sql.query<VisitCount>(
    sql`select coalesce(t.customer_service_team, '') as team, to_char(${raw(VISIT_DAY)}, 'YYYY-MM-DD') as day, count(*)::int as count
       from ${counted} where ${visible} and ${within} group by 1, 2`,
  );
  const [{ contracts }] = await reading.sql.query<{ contracts: number }>(
    sql`select count(distinct t.scheme_id)::int as contracts from ${counted} where ${visible} and ${within}`,
  );
  const [toService, toLeader] = escalationDaysOf(await reading.parameter('as.plan.escalateDays'));
  const overdue = sql`${raw(CAN_BE_OVERDUE)} and t.plan_date < ${today}::date and t.window_to < ${today}::date and ${narrowed}`;
  const [late] = await reading.sql.query<{ all: number; over15: number; over7: number }>(
    sql`select count(*)::int as all, count(*) filter (where t.window_to < ${addDays(today, -toLeader)}::date)::int as over15, count(*) filter (where t.window_to < ${addDays(today, -toService)}::date and t.window_to >= ${addDays(today, -toLeader)}::date)::int as over7
       from ${counted} where ${visible} and ${overdue}`,
  );
  const loads = await teamLoadsOf(reading, from, to);
  const limit = Number(await reading.parameter('as.plan.loadPercent')) || 85;
  const teams = teamRows(await teamsOf(reading), daysFrom(from, to), loads, counts);
  const shares = teams.flatMap((one) =>
    one.days.map((of) => ({ team: one.team, day: of.day, share: dayLoadShare(of) })),
  );
  const over = shares.filter(({ share }) => share > 100).length;
  const above = shares.filter(({ share }) => share > limit).length - over;
  const days = await daysOf(reading, from, to);
  return {
    ...{ today, from, to, limit },
    days,
    teams: teams.toSorted((one, other) => one.team.localeCompare(other.team)),
    counts: { visits: counts.reduce((sum, { count }) => sum + count, 0), contracts, above, over },
    relief: await reliefIn(reading, shares, { days, loads, limit }),
    overdue: {
      ...late,
      first: toService,
      second: toLeader,
      rows: await rowsOf(reading, overdue, 't.window_to, t.id', MAX_OVERDUE),
    },
  };
}

/** Return the names of the people of a team whose approved leave covers a part of a day. */
async function awayOn({ sql: reader, tenantId }: Reading, team: string, date: string): Promise<string[]> {
  const rows = await reader.query<{ name: string }>(
    `select distinct p.real_name as name from ${leaveFormFacts} t join ${technicianFacts} p on p.tenant_id = t.tenant_id and p.id = t.technician_id
     where t.tenant_id = $1 and t.is_deleted = 0 and t.approve_status = 'approved' and t.start_time < ($3::date + 1)::timestamptz and t.end_time > ($3::date)::timestamptz
       and p.is_deleted = 0 and p.customer_service_team = $2 order by 1`,
    [tenantId, team, date],
  );
  return rows.map(({ name }) => name);
}

/** Return the planned visits of a team on a day, and the people who are away. */
export async function readPlansOfDay(
  reading: Reading,
  { team, date, ...filters }: CallInputOf<typeof plansOfDay>,
): Promise<CallAnswer<typeof plansOfDay>> {
  return {
    visits: await rowsOf(
      reading,
      sql`t.customer_service_team = ${team} and ${withinSpan(filters, date, date)}`,
      't.premises_id, t.id',
      MAX_ROWS,
    ),
    away: [...(await teamsOf(reading)).keys()].includes(team) ? await awayOn(reading, team, date) : [],
  };
}

type Candidate = BundleVisit & { readonly row: PlanRow };

/** Return trips that serve several homes of one estate, for plans without a work order. */
export async function readPlanBundles(
  reading: Reading,
  { from: asked, to: until, team, schemeTypeId, premisesId }: CallInputOf<typeof planBundles>,
): Promise<CallAnswer<typeof planBundles>> {
  const from = asked && asked > reading.today() ? asked : reading.today();
  const days = Number(await reading.parameter('as.plan.registerDays')) || 21;
  const to = until ?? addDays(reading.today(), days);
  if (daysBetween(from, to) > MAX_SPAN) throw refuse.spanTooLong({ days: MAX_SPAN });
  const visible = reading.visible(planOccurrence);
  const teams = team ? sql` and t.customer_service_team = ${team}` : NOTHING;
  const narrowed = narrowedBy({ schemeTypeId, premisesId, planStatus: null });
  const rows = await reading.sql.query<Stored & { premisesId: string; team: string; registerMainId: string }>(
    sql`select ${raw(SHOWN)}, t.premises_id::text as "premisesId", t.customer_service_team as team, t.register_main_id::text as "registerMainId"
       from ${FROM} where ${await visible.sql()} and ${narrowed} and t.plan_status in ('planned', 'pushed', 'booked') and t.registration_form_id is null and s.scheme_status = 'active' and t.premises_id is not null
         and t.window_from <= ${to}::date and t.window_to >= ${from}::date${teams} order by t.plan_date, t.id limit ${MAX_ROWS}`,
  );
  const candidates = rows.map((one): Candidate => {
    const { id, premisesId, team: of, registerMainId, planDate, windowFrom, windowTo, stdMinutes: minutes } = one;
    const row = visible.present(overdueOn(reading.today(), one));
    return { ...{ id, premisesId, team: of, registerMainId, planDate, windowFrom, windowTo, minutes }, row };
  });
  return bundlesOf(candidates, await workDaysOf(reading, from, to), { from, to }).map((bundle) => ({
    premisesId: bundle.premisesId,
    premises: bundle.homes[0].rows[0].row.premises,
    team: bundle.team,
    day: bundle.day,
    minutes: bundle.minutes,
    homes: bundle.homes.map((home) => ({
      registerMainId: home.rows[0].registerMainId ?? '',
      customerName: home.rows[0].row.customerName ?? '',
      address: home.rows[0].row.address,
      content: [...new Set(home.rows.map(({ row }) => row.content).filter(Boolean))].join('、'),
      schemes: [...new Set(home.rows.flatMap(({ row }) => row.schemeName ?? []))],
      from: home.from,
      to: home.to,
      minutes: home.rows.reduce((sum, { minutes }) => sum + minutes, 0),
      ids: home.rows.map((one) => one.id),
    })),
  }));
}
