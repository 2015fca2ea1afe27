import { workingDayOf } from '#business/scheduling/working-time.rules.ts';
import { isEmployedWithin } from '#business/masterdata/people/technician/employment.rules.ts';
import { type Reading, raw, sql } from '#kernel/server';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { labelIn } from '#kernel/language/label.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addDays, minutesBetween } from '#kernel/language/days.ts';
import { LONGEST_DAYS, worksOn } from '../occupancy/conflicts.rules.ts';
import { dutyMinutes } from '../occupancy/duty.rules.ts';
import { candidatesOf, lunchOf, roadsOf } from '../occupancy/conflicts.server.ts';
import { mayBoard, planTermsOf } from './plan-visibility.rules.ts';
import { visit } from '../visit/visit.paper.ts';
import { partsStateOf } from '../candidates/parts-ready.server.ts';
import type { BoardAnswer, BoardTechnician, BoardVisit, boardRows } from './board.calls.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';

type Query = CallInputOf<typeof boardRows>;

/** Maximal number of days in one answer. */
const MAX_DAYS = 31;

/**
 * SQL of the visits on the board. Days are cast to moments: under row-level security PostgreSQL may not use an index to
 * compare a moment with a date.
 */
const ROWS = `select distinct on (v.plan_start, v.id, c.technician_id) v.id::text as id, v.disp_id::text as "dispId", v.registration_form_id::text as "registrationFormId", v.task_no as "taskNo", c.technician_id::text as "technicianId", left(v.plan_start::text, 19) as "from", left(v.plan_end::text, 19) as "to",
    left(v.appoint_from::text, 19) as "appointFrom", left(v.appoint_to::text, 19) as "appointTo", v.task_status as state, coalesce(v.forced, false) as forced, v.lock_type as "lockType", r.customer_id::text as "customerId", r.customer_name as "customerName",
    p.premises_name as "premisesName", r.location[0] || ',' || r.location[1] as location, r.repair_type as "repairType", r.urgency, c.technician_id = v.technician_id as lead, v.version, left(v.accept_due::text, 19) as "acceptDue", v.seen_time is not null as seen, left(r.content, 60) as content, null::int as "partsMissing",
    jsonb_build_object('expectDate', r.expect_date::text, 'expectSlot', r.expect_slot, 'wishFirm', coalesce(r.wish_firm, false), 'wishDate', r.wish_date::text, 'wishSlot', r.wish_slot, 'promiseFrom', left(r.promise_from::text, 19), 'promiseTo', left(r.promise_to::text, 19)) as wish
  from dispatchlist v join asdispatchformdetails c on c.tenant_id = v.tenant_id and c.disp_id = v.disp_id and c.is_deleted = 0 and (c.is_current or c.technician_id = v.technician_id)
  join ${registrationFacts} r on r.id = v.registration_form_id left join ${premisesFacts} p on p.id = r.premises_id
  where v.tenant_id = $1 and v.is_deleted = 0 and v.sent_time is not null and v.task_status not in ('refused', 'recalled', 'transferred', 'cancelled') and v.plan_start < ($3::date + 1)::timestamptz and v.plan_start >= ($2::date - ${LONGEST_DAYS})::timestamptz and v.plan_end > ($2::date)::timestamptz and c.technician_id = any($4::bigint[])
  order by v.plan_start, v.id, c.technician_id`;

/** Return the requested days: up to `to`, or a number of days (`days`) from the first. */
function spanOf(reading: Reading, query: Query): { from: string; to: string; days: string[] } {
  const from = query.from ?? query.date ?? reading.today();
  const wanted = query.to
    ? Math.round(minutesBetween(`${from} 00:00:00`, `${query.to} 00:00:00`) / 1440) + 1
    : query.days;
  const count = Math.min(MAX_DAYS, Math.max(1, wanted));
  return { from, to: addDays(from, count - 1), days: Array.from({ length: count }, (_, at) => addDays(from, at)) };
}

/**
 * Return the visits of technicians in a span of days. Visits outside the caller's scope show as busy, without customer
 * and place.
 */
async function visitsOf(
  reading: Reading,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<BoardVisit[]> {
  const rows = await reading.sql.query<BoardVisit>(ROWS, [reading.tenantId, from, to, ids]);
  if (planTermsOf(reading.person).every((term) => term.kind === 'all' || term.kind === 'teams')) return rows;
  const visible = await reading.visible(visit).sql();
  const seen = new Set(
    (
      await reading.sql.query<{ id: string }>(
        sql`select t.id::text as id from ${raw(visit.table)} t where ${visible} and t.id = any(${rows.map((one) => one.id)}::bigint[])`,
      )
    ).map((one) => one.id),
  );
  return rows.map((one) =>
    seen.has(one.id)
      ? one
      : {
          ...one,
          customerName: labelIn(['已占用', 'Busy'], reading.language),
          content: '',
          wish: undefined,
          premisesName: null,
          location: null,
        },
  );
}

/** States before the arrival. */
const TO_COME: readonly string[] = ['pendingAccept', 'accepted', 'appointed', 'traveling'];

/** Maximal number of visits of one answer whose parts are looked up: those of a day of a large company. */
const MAX_WITH_PARTS = 300;

/** Return visits with the number of suggested parts that their lead misses, for those that are to come. */
async function withParts(reading: Reading, visits: readonly BoardVisit[]): Promise<BoardVisit[]> {
  const coming = visits.filter((one) => one.lead && TO_COME.includes(one.state)).slice(0, MAX_WITH_PARTS);
  const states = coming.length
    ? await partsStateOf(
        reading,
        coming.map(({ registrationFormId: id, technicianId }) => ({ id, technicianId })),
      )
    : new Map<string, { missing: number }>();
  const known = new Set(coming);
  return visits.map((one) =>
    known.has(one) ? { ...one, partsMissing: states.get(one.registrationFormId)?.missing ?? null } : one,
  );
}

/**
 * Return the rows of the board: technicians of the teams with their hours, leave, visits and load by day. The number of
 * statements does not depend on the number of rows.
 */
export async function boardOf(reading: Reading, query: Query): Promise<BoardAnswer> {
  const { from, to, days } = spanOf(reading, query);
  const people = (await reading.find(technician, {}, { limit: 1000 }))
    .filter(
      (one) =>
        one.status === 1 &&
        isEmployedWithin(one, from, to) &&
        mayBoard(reading.person, one) &&
        (!query.team || query.team.includes(one.customerServiceTeam)),
    )
    .toSorted(
      (one, other) =>
        one.customerServiceTeam.localeCompare(other.customerServiceTeam) ||
        one.technicianNo.localeCompare(other.technicianNo, undefined, { numeric: true }),
    );
  const candidates = await candidatesOf(reading, people, from, to);
  const byTechnician = Map.groupBy(
    await withParts(
      reading,
      await visitsOf(
        reading,
        people.map((one) => one.id),
        { from, to },
      ),
    ),
    (one) => one.technicianId,
  );
  const lunch = await lunchOf(reading);
  const skills = await reading.find(skill, {}, { limit: 500 });
  const needsPaper = new Set(skills.filter((one) => one.needCertificate).map((one) => one.id));
  return {
    now: reading.now(),
    from,
    to,
    days,
    roads: await roadsOf(reading),
    lunch,
    skills: skills.map((one) => ({
      id: one.id,
      name: one.skillName,
      system: one.systemType ?? 'other',
      needCertificate: one.needCertificate === true,
    })),
    technicians: people
      .map((one, at) => {
        const own = byTechnician.get(one.id) ?? [];
        const day = workingDayOf(one);
        const load = new Map<string, number>();
        for (const planned of own)
          load.set(
            planned.from.slice(0, 10),
            (load.get(planned.from.slice(0, 10)) ?? 0) + minutesBetween(planned.from, planned.to),
          );
        return {
          technicianId: one.id,
          name: one.realName,
          team: one.customerServiceTeam,
          level: one.technicianLevel,
          homeLocation: one.homeLocation,
          workStart: day.start,
          workEnd: day.end,
          capacityMinutes: one.dailyCapacityMinutes,
          skills: (one.skills ?? [])
            .filter((held) => !needsPaper.has(held.skillId) || !held.expireDate || held.expireDate >= from)
            .map((held) => held.skillId),
          leave: candidates[at].away.map((one) => ({
            leaveNo: one.leaveNo,
            leaveType: one.leaveType,
            pending: one.pending,
            from: one.from,
            to: one.to,
          })),
          visits: own,
          days: days.map((day) => ({
            day,
            works: worksOn(candidates[at], day),
            minutes: dutyMinutes(candidates[at], day, lunch),
            loadMinutes: load.get(day) ?? 0,
          })),
        };
      })
      .toSorted((one, other) => Number(restsThrough(one)) - Number(restsThrough(other))),
  };
}

/**
 * Return whether a technician is off duty and has no visits on all shown days. Such rows are sorted below the others.
 */
const restsThrough = (one: BoardTechnician): boolean =>
  one.visits.length === 0 && one.days.every((day) => day.minutes === 0);
