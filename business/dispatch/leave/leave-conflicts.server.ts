import { type LocalizedText, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { answering, type Context, type Reading, serving } from '#kernel/server';
import { refuse } from '#business/scheduling/refusals.ts';
import { freeVisit, holdVisits, visitsInTheWay } from '#business/scheduling/leave/leave-conflicts.service.ts';
import type { Conflicting, Solving, SuggestedConflict } from '#business/scheduling/leave/leave.calls.ts';
import type { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { candidatesFor } from '../candidates/candidates.server.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { backToPool } from '../pool/pool.server.ts';
import { transfer } from '../pool/transfer.server.ts';
import { visit } from '../visit/visit.paper.ts';

/** Return the open visits of a technician, as lead or crew, that overlap a span. */
export async function conflictsIn(
  reading: Reading,
  technicianId: string,
  from: string,
  to: string,
): Promise<readonly Conflicting[]> {
  return reading.sql.query<Conflicting>(
    `select v.id::text as id, v.registration_form_id::text as "orderId", v.disp_id::text as "dispId", d.disp_no as "dispNo", v.task_no as "taskNo", d.customer_name as customer, left(v.plan_start::text, 19) as "planStart", left(v.plan_end::text, 19) as "planEnd",
      v.task_status in ('pendingAccept', 'accepted', 'appointed') as movable, v.technician_id = $2 as lead
    from asoccupancy o join dispatchlist v on v.id = o.dispatch_list_id and v.is_deleted = 0 join asdispatchform d on d.id = v.disp_id
    where o.tenant_id = $1 and o.technician_id = $2 and o.is_open and o.is_deleted = 0 and o.occupy_from < $4 and o.occupy_to > $3 order by o.occupy_from`,
    [reading.tenantId, technicianId, from, to],
  );
}

const SUGGESTED = 3;

/** Add to each conflicting visit the best other technicians, without the one on leave. */
export async function withSuggestions(
  reading: Reading,
  all: readonly Conflicting[],
  away: string,
): Promise<SuggestedConflict[]> {
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

/** Settle one visit that conflicts with a leave, or refuse with the reason. */
export async function solve(context: Context, leave: Row<typeof leaveForm>, chosen: Solving): Promise<void> {
  const conflicts = await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime);
  const one = conflicts.find((other) => other.id === chosen.visitId);
  if (!one) throw refuse.notInConflict();
  if (!one.movable) throw refuse.visitUnderWay({ no: one.taskNo });
  const reason: LocalizedText = chosen.reason || [`${leave.leaveNo} 请假`, `Leave ${leave.leaveNo}`];
  if (chosen.how === 'pool') {
    await context.assertRight(visit, 'backToPool', [one.id]);
    return backToPool(context, one.id, reason);
  }
  if (chosen.how === 'move') {
    await context.assertRight(visit, 'edit', [one.id]);
    await context.resubmit(visit, one.id, {
      planStart: chosen.planStart,
      planEnd: chosen.planEnd,
      force: chosen.force === true,
      forceReason: storedText(reason),
    });
    return;
  }
  const to = chosen.technicianId || leave.handoverTo;
  if (!to) throw refuse.handoverMissing();
  await context.assertRight(dispatchForm, 'transfer', [one.dispId]);
  await transfer(context, {
    dispId: one.dispId,
    technicianId: to,
    planStart: chosen.planStart,
    planEnd: chosen.planEnd,
    reason,
    force: chosen.force === true,
  });
}

/**
 * Services that scheduling calls: find and lock visits that conflict with a leave, and return a visit to the list of
 * waiting orders.
 */
export const leaveServices = [
  answering(visitsInTheWay, (reading, { technicianId, from, to }) => conflictsIn(reading, technicianId, from, to)),
  serving(holdVisits, async (context, { ids }) => {
    await context.lockRows(visit, ids);
  }),
  serving(freeVisit, (context, { visitId, reason }) => backToPool(context, visitId, reason)),
];
