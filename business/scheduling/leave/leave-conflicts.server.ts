import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { candidatesFor } from '#business/dispatch/candidates/candidates.server.ts';
import { backToPool } from '#business/dispatch/pool/pool.server.ts';
import { transfer } from '#business/dispatch/pool/transfer.server.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '../refusals.ts';
import { hoursOfTechnician } from '../calendar.server.ts';
import { dayOf } from '#business/masterdata/days.rules.ts';
import { workDaysBetween, workingMinutesBetween } from '../working-time.rules.ts';
import { leaveForm } from './leave-form.paper.ts';

type Technician = Row<typeof technician>;

/** Hours (two decimals, as text) and days of work in a span, by the technician's own time. */
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

/** A visit that the technician is taken for while he would be away. */
export interface Conflicting {
  readonly id: string;
  readonly dispId: string;
  readonly dispNo: string;
  readonly taskNo: string;
  readonly customer: string;
  readonly planStart: string;
  readonly planEnd: string;
  readonly movable: boolean;
  readonly lead: boolean;
}

/** Open visits of a technician, as lead or in the crew, that overlap a span. */
export async function conflictsIn(
  reading: Reading,
  technicianId: string,
  from: string,
  to: string,
): Promise<Conflicting[]> {
  return reading.sql.query<Conflicting>(
    `select v.id::text as id, v.disp_id::text as "dispId", d.disp_no as "dispNo", v.task_no as "taskNo", d.customer_name as customer, left(v.plan_start::text, 19) as "planStart", left(v.plan_end::text, 19) as "planEnd",
      v.task_status in ('pendingAccept', 'accepted', 'appointed') as movable, v.technician_id = $2 as lead
    from asoccupancy o join dispatchlist v on v.id = o.dispatch_list_id and v.is_deleted = 0 join asdispatchform d on d.id = v.disp_id
    where o.tenant_id = $1 and o.technician_id = $2 and o.is_open and o.is_deleted = 0 and o.occupy_from < $4 and o.occupy_to > $3 order by o.occupy_from`,
    [reading.tenantId, technicianId, from, to],
  );
}

const SUGGESTED = 3;

/** The conflicts with those who could go instead, the best first. */
export async function withSuggestions(
  reading: Reading,
  all: readonly Conflicting[],
  away: string,
): Promise<
  (Conflicting & {
    suggestedTechnicians: { technicianId: string; name: string; reason: readonly [string, string] }[];
  })[]
> {
  const out = [];
  for (const one of all) {
    const ranked = one.movable
      ? await candidatesFor(reading, { dispId: one.dispId, from: one.planStart, to: one.planEnd })
      : [];
    const fit = ranked.filter((other) => other.technicianId !== away && other.score > 0).slice(0, SUGGESTED);
    out.push({
      ...one,
      suggestedTechnicians: fit.map((other) => ({
        technicianId: other.technicianId,
        name: other.name,
        reason: other.reason,
      })),
    });
  }
  return out;
}

/** Is he away already in that time, by another leave that was approved? */
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

/** What the leader decides about one visit: it goes to somebody else, to another time, or back into the pool. */
export interface Solving {
  readonly visitId: string;
  readonly how: 'transfer' | 'move' | 'pool';
  readonly technicianId?: string;
  readonly planStart?: string;
  readonly planEnd?: string;
  readonly force?: boolean;
  readonly reason?: string;
}

/** Solves one conflict of a leave; what cannot be done is refused with its reason. */
export async function solve(context: Context, leave: Row<typeof leaveForm>, given: Solving): Promise<void> {
  const conflicts = await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime);
  const one = conflicts.find((other) => other.id === given.visitId);
  if (!one) throw refuse.notInConflict();
  if (!one.movable) throw refuse.visitUnderWay({ no: one.taskNo });
  const reason: LocalizedText = given.reason?.trim() || [`${leave.leaveNo} 请假`, `Leave ${leave.leaveNo}`];
  if (given.how === 'pool') return backToPool(context, one.id, reason);
  if (given.how === 'move') {
    await context.resubmit(visit, one.id, {
      planStart: given.planStart,
      planEnd: given.planEnd,
      force: given.force === true,
      forceReason: storedText(reason),
    });
    return;
  }
  const to = given.technicianId || leave.handoverTo;
  if (!to) throw refuse.handoverMissing();
  await transfer(context, {
    dispId: one.dispId,
    technicianId: to,
    planStart: given.planStart ?? null,
    planEnd: given.planEnd ?? null,
    reason,
    force: given.force === true,
  });
}

/** Leave by force: whatever stands in the way goes back into the pool; what is under way does not. */
export async function clearAll(
  context: Context,
  leave: Row<typeof leaveForm>,
  conflicts: readonly Conflicting[],
): Promise<void> {
  const stuck = conflicts.find((one) => !one.movable);
  if (stuck) throw refuse.visitUnderWay({ no: stuck.taskNo });
  for (const one of conflicts)
    await backToPool(context, one.id, [
      `${leave.leaveNo} 请假，强制退回工单池`,
      `Leave ${leave.leaveNo}: back in the pool by force`,
    ]);
}

/** Leave of more working days than this is the manager's to approve. */
export const LEADER_DAYS = 3;

/** Is it the manager's to approve? */
export async function isLong(context: Context, leave: Row<typeof leaveForm>): Promise<boolean> {
  return (
    (await lengthOf(context, await context.get(technician, leave.technicianId), leave.startTime, leave.endTime))
      .workDays > LEADER_DAYS
  );
}
