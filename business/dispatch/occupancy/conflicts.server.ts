import type { Context, Reading } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import type { Forcing } from './forcing.rules.ts';
import { workingDayOf } from '#business/scheduling/working-time.rules.ts';
import { specialDays } from '#business/scheduling/calendar.server.ts';
import { addDays, dayOf } from '#kernel/language/days.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import type { registration } from '#business/intake/registration/registration.paper.ts';
import type { Roads, VisitConflict } from '../board/board.calls.ts';
import { needsForce, wishConflict, wishOf, wishWords } from '../candidates/wish.rules.ts';
import { refuse } from '../refusals.ts';
import { type Candidate, type PlannedJob, LONGEST_DAYS, conflictsOf, windowConflicts } from './conflicts.rules.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { leaveFormFacts } from '#business/scheduling/leave/leave-form-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';

type Technician = Row<typeof technician>;
type Order = Row<typeof registration>;

/** Return the company's driving speed and buffer between visits. */
export async function roadsOf(reading: Reading): Promise<Roads> {
  return {
    bufferMinutes: Number(await reading.parameter('as.dispatch.bufferMinutes')) || 15,
    speedKmh: Number(await reading.parameter('as.dispatch.speedKmh')) || 30,
  };
}

/** Return the lunch break, `HH:mm` to `HH:mm`. */
export async function lunchOf(reading: Reading): Promise<{ from: string; to: string }> {
  const [from, to] = ((await reading.parameter('as.work.lunch')) || '12:00-13:00').split('-');
  return { from, to: to ?? from };
}

interface TakenRow {
  technicianId: string;
  visitId: string;
  taskNo: string;
  from: string;
  to: string;
  working: boolean;
  location: string | null;
}
interface AwayRow {
  technicianId: string;
  leaveNo: string;
  leaveType: string;
  from: string;
  to: string;
  pending: boolean;
}

/** Return the times of open visits from one day to another inclusive, without the visit `except`. */
async function takenOf(
  reading: Reading,
  ids: readonly string[],
  from: string,
  to: string,
  except: string | null,
): Promise<TakenRow[]> {
  return reading.sql.query<TakenRow>(
    `select o.technician_id::text as "technicianId", v.id::text as "visitId", v.task_no as "taskNo", o.occupy_from::text as "from", o.occupy_to::text as "to",
      v.task_status in ('working', 'paused') as working, r.location[0] || ',' || r.location[1] as location
    from asoccupancy o join dispatchlist v on v.id = o.dispatch_list_id join ${registrationFacts} r on r.id = v.registration_form_id
    where o.tenant_id = $1 and o.technician_id = any($2::bigint[]) and o.is_open and o.is_deleted = 0 and o.occupy_from < ($4::date + 1)::timestamptz and o.occupy_from >= ($3::date - ${LONGEST_DAYS})::timestamptz and o.occupy_to > ($3::date)::timestamptz and v.id is distinct from $5::bigint
    order by o.occupy_from`,
    [reading.tenantId, ids, from, to, except],
  );
}

/** Return the times of finished visits from one day to another inclusive, without the visit `except`. */
const doneOf = (
  reading: Reading,
  ids: readonly string[],
  from: string,
  to: string,
  except: string | null,
): Promise<{ technicianId: string; from: string; to: string }[]> =>
  reading.sql.query(
    `select o.technician_id::text as "technicianId", o.occupy_from::text as "from", o.occupy_to::text as "to" from asoccupancy o join dispatchlist v on v.id = o.dispatch_list_id
    where o.tenant_id = $1 and o.technician_id = any($2::bigint[]) and not o.is_open and o.is_deleted = 0 and v.is_deleted = 0 and v.task_status in ('finished', 'partial', 'confirmed') and v.id is distinct from $5::bigint
      and o.occupy_from < ($4::date + 1)::timestamptz and o.occupy_from >= ($3::date - ${LONGEST_DAYS})::timestamptz and o.occupy_to > ($3::date)::timestamptz and o.id = (select max(l.id) from asoccupancy l where l.tenant_id = $1 and l.technician_id = o.technician_id and l.dispatch_list_id = o.dispatch_list_id and l.is_deleted = 0)`,
    [reading.tenantId, ids, from, to, except],
  );
const awayOf = (reading: Reading, ids: readonly string[], from: string, to: string): Promise<AwayRow[]> =>
  reading.sql.query<AwayRow>(
    `select technician_id::text as "technicianId", leave_no as "leaveNo", leave_type as "leaveType", start_time::text as "from", end_time::text as "to", approve_status = 'pending' as pending from ${leaveFormFacts}
    where tenant_id = $1 and technician_id = any($2::bigint[]) and is_deleted = 0 and (approve_status = 'approved' or approve_status = 'pending' and blocks_now) and start_time < ($4::date + 1)::timestamptz and end_time > ($3::date)::timestamptz`,
    [reading.tenantId, ids, from, to],
  );

const timeOf = (moment: string): string => moment.slice(0, 19);

/** Return the facts of technicians that decide conflicts, from one day to another. */
export async function candidatesOf(
  reading: Reading,
  people: readonly Technician[],
  from: string,
  to: string,
  except: string | null = null,
): Promise<Candidate[]> {
  const ids = people.map((one) => one.id);
  const [taken, done, away, special] = await Promise.all([
    takenOf(reading, ids, from, to, except),
    doneOf(reading, ids, from, to, except),
    awayOf(reading, ids, from, to),
    specialDays(reading, from, to),
  ]);
  const [takenBy, doneBy, awayBy] = [
    Map.groupBy(taken, (row) => row.technicianId),
    Map.groupBy(done, (row) => row.technicianId),
    Map.groupBy(away, (row) => row.technicianId),
  ];
  return people.map((one): Candidate => ({
    id: one.id,
    name: one.realName,
    enabled: one.status === 1,
    employment: { technicianStatus: one.technicianStatus, hireDate: one.hireDate, leaveDate: one.leaveDate },
    team: one.customerServiceTeam,
    skills: one.skills ?? [],
    ...hoursOf(one),
    capacityMinutes: one.dailyCapacityMinutes,
    maxTasks: one.maxTasksPerDay,
    taken: (takenBy.get(one.id) ?? []).map((row) => ({ ...row, from: timeOf(row.from), to: timeOf(row.to) })),
    done: (doneBy.get(one.id) ?? []).map((row) => ({ from: timeOf(row.from), to: timeOf(row.to) })),
    away: (awayBy.get(one.id) ?? []).map((row) => ({ ...row, from: timeOf(row.from), to: timeOf(row.to) })),
    special,
  }));
}

/** Return the usual working days and hours of a technician. */
function hoursOf(row: Row<typeof technician>): Pick<Candidate, 'workDays' | 'workStart' | 'workEnd'> {
  const { weekdays, start, end } = workingDayOf(row);
  return { workDays: weekdays, workStart: start, workEnd: end };
}

/**
 * Return an order as a job in a time window, with the skills that it requires and the technicians that its customer
 * blocks.
 */
export async function jobOf(reading: Reading, order: Order, from: string, to: string): Promise<PlannedJob> {
  const skills = order.requiredSkillIds?.length
    ? await reading.find(skill, { id: order.requiredSkillIds }, { limit: 50 })
    : [];
  const [of] = await reading.sql.query<{ blocked: string[] | null }>(
    `select blocked_technician_ids::text[] as blocked from ${customerFacts} where tenant_id = $1 and id = $2`,
    [reading.tenantId, order.customerId],
  );
  return {
    from,
    to,
    location: order.location,
    team: order.customerServiceTeam,
    skills: skills.map((one) => ({ id: one.id, name: one.skillName, needCertificate: one.needCertificate === true })),
    blockedIds: of?.blocked ?? [],
  };
}

/** Return the conflict of a time window with the customer's wish, as a list of at most one. */
export function wishConflictsOf(reading: Reading, order: Order, window: Pick<Window, 'from' | 'to'>): VisitConflict[] {
  const found = wishConflict(wishOf(order), window, reading.now());
  return found ? [found] : [];
}

/** Return the conflicts of a crew with an order in a time window, for the board and for saving. */
export async function conflictsFor(
  reading: Reading,
  order: Order,
  technicianIds: readonly string[],
  window: Window,
): Promise<VisitConflict[]> {
  return [
    ...(await windowConflictsOf(reading, window)),
    ...wishConflictsOf(reading, order, window),
    ...(await conflictsOfCrew(
      reading,
      order,
      await reading.find(technician, { id: technicianIds }, { limit: 1000 }),
      window,
    )),
  ];
}

/** Return the conflicts that a newly planned time window has with any technician. */
export async function windowConflictsOf(
  reading: Reading,
  window: Pick<Window, 'from' | 'to'>,
): Promise<VisitConflict[]> {
  return windowConflicts(window, reading.now(), Number(await reading.parameter('as.dispatch.aheadDays')) || 60);
}

interface Window {
  readonly from: string;
  readonly to: string;
  /** Id of the visit that is moved: its present time is not a conflict. */ readonly except?: string | null;
  /** The time window itself is new and is checked too. Absent: technicians join a window that was planned before. */
  readonly isPlanned?: true;
}

async function conflictsOfCrew(
  reading: Reading,
  order: Order,
  people: readonly Row<typeof technician>[],
  window: Window,
): Promise<VisitConflict[]> {
  const job = await jobOf(reading, order, window.from, window.to);
  const candidates = await candidatesOf(
    reading,
    people,
    dayOf(window.from),
    dayOf(window.to) > dayOf(window.from) ? dayOf(window.to) : addDays(dayOf(window.from), 0),
    window.except ?? null,
  );
  const roads = await roadsOf(reading);
  return candidates.flatMap((one) => conflictsOf(one, job, roads));
}

/** Refuse a time window that ends before it begins, or is longer than the maximum. */
export function assertWindow(window: Window): void {
  if (window.from >= window.to)
    throw refuse.windowReversed({
      fields: [{ field: 'planEnd', words: ['计划结束须晚于计划开始', 'The end must lie after the start'] }],
    });
  if (window.to > `${addDays(dayOf(window.from), LONGEST_DAYS)}${window.from.slice(10)}`)
    throw refuse.windowTooLong(
      { days: LONGEST_DAYS },
      { fields: [{ field: 'planEnd', words: [`最长 ${LONGEST_DAYS} 天`, `At most ${LONGEST_DAYS} days`] }] },
    );
}

/** Refuse if conflicts contain that of a firm wish. Only a changed wish, or a time agreed with the customer, helps. */
export function assertFirmWish(order: Order, conflicts: readonly VisitConflict[]): void {
  const wish = wishOf(order);
  if (wish && conflicts.some((one) => one.kind === 'wish' && one.hard))
    throw refuse.wishFirm(
      { name: order.customerName, words: wishWords(wish) },
      { data: { needForce: false, conflicts } },
    );
}

/**
 * Refuse unless a crew is free in a time window. Hard conflicts are refused (`maintenance.timeConflict`), soft ones
 * without `force` and a reason (the same code with `needForce`). A time outside a firm wish is refused too; any other
 * wish refuses nothing. Lock the technicians until the commit; return whether conflicts were forced, and whether the
 * time is outside the wish.
 */
export async function assertFree(
  context: Context,
  order: Order,
  technicianIds: readonly string[],
  window: Window,
  forcing: Forcing,
): Promise<{ forced: boolean; outsideWish: boolean }> {
  assertWindow(window);
  const people = (await context.lockRows(technician, technicianIds)).toSorted((one, other) =>
    (one.technicianNo ?? '') < (other.technicianNo ?? '') ? -1 : 1,
  );
  const wished = window.isPlanned ? wishConflictsOf(context, order, window) : [];
  const found = [
    ...(window.isPlanned ? await windowConflictsOf(context, window) : []),
    ...wished,
    ...(await conflictsOfCrew(context, order, people, window)),
  ];
  const outsideWish = wished.length > 0;
  assertFirmWish(order, found);
  if (!found.some(needsForce)) return { forced: false, outsideWish };
  const needForce = !found.some((one) => one.hard);
  if (needForce && forcing.force && forcing.reason) return { forced: true, outsideWish };
  const words = found.map((one) => one.words);
  throw refuse.timeConflict(
    { words: [words.map((one) => one[0]).join('；'), words.map((one) => one[1]).join('; ')] },
    { data: { needForce, conflicts: found } },
  );
}
