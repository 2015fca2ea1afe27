import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { LocalizedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Context, row as refuseRow } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '#business/scheduling/refusals.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { assertSpan, overlapping } from '#business/scheduling/leave/leave-length.server.ts';
import type { Conflicting, takeTechnicianOff } from '#business/scheduling/leave/leave.calls.ts';
import { mayBoard } from '../board/plan-visibility.rules.ts';
import { crewMember } from '../crew/crew-member.paper.ts';
import { backToPool } from '../pool/pool.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { conflictsIn } from './leave-conflicts.server.ts';

/** Error that repeats the transaction: the technician got a visit before the locks. */
class PlanChanged extends Error {
  readonly code = '40001';
}

interface Absence {
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
}

/** Return the technician, if the caller may see the row on the board; refuse any other as missing. */
async function technicianSeen(context: Context, id: string): Promise<Row<typeof technician>> {
  const [of] = await context.find(technician, { id }, { first: 1 });
  if (!of || of.status !== 1 || !mayBoard(context.person, of)) throw refuseRow.missing({ title: technician.title });
  return of;
}

/**
 * Lock the technician's visits in a span and then the technician. Return the visits. If one was planned meanwhile, the
 * transaction is repeated.
 */
async function heldVisits(context: Context, { technicianId, from, to }: Absence): Promise<readonly Conflicting[]> {
  const before = new Set((await conflictsIn(context, technicianId, from, to)).map((one) => one.id));
  await context.lockRows(visit, [...before]);
  await context.lockRows(technician, [technicianId]);
  const visits = await conflictsIn(context, technicianId, from, to);
  if (visits.some((one) => !before.has(one.id))) throw new PlanChanged('a visit was planned before its lock');
  return visits;
}

/** Refuse a technician who is away in that span already. */
async function assertComes(context: Context, of: Row<typeof technician>, { from, to }: Absence): Promise<void> {
  const pending = await context.find(leaveForm, { technicianId: of.id, approveStatus: 'pending' }, { limit: 100 });
  const same = pending.find((one) => one.blocksNow && one.startTime < to && one.endTime > from);
  if (same) throw refuse.takenOffAlready({ name: of.realName, no: same.leaveNo });
  const approved = await overlapping(context, of.id, from, to, null);
  if (approved) throw refuse.leaveOverlaps({ no: approved });
}

/** Take a helper out of the crew of a visit, which stays with its lead. */
async function leaveCrew(context: Context, dispId: string, technicianId: string): Promise<void> {
  const members = await context.find(crewMember, { dispId, technicianId, isCurrent: true }, { limit: 10 });
  for (const one of members) await context.change(crewMember, one.id, { isCurrent: false, leaveTime: context.now() });
}

/**
 * Block a technician from now until the end of a day by a leave that waits for its approval. Visits that have not begun
 * go back to the pool, and the technician leaves the crews of others. Visits under way stay.
 */
export async function takeOff(
  { technicianId, until, leaveType, reason }: CallInputOf<typeof takeTechnicianOff>,
  context: Context,
): Promise<CallAnswer<typeof takeTechnicianOff>> {
  const of = await technicianSeen(context, technicianId);
  const [from, to] = [`${context.now().slice(0, 16)}:00`, `${until ?? context.today()} 23:59:00`];
  assertSpan(from, to);
  const absence = { technicianId, from, to };
  const visits = await heldVisits(context, absence);
  await assertComes(context, of, absence);
  const back = visits.filter((one) => one.movable && one.lead);
  const helped = visits.filter((one) => one.movable && !one.lead);
  const words: LocalizedText = [`${of.realName}不来：${reason}`, `${of.realName} is not coming: ${reason}`];
  for (const one of back) await backToPool(context, one.id, words);
  for (const one of helped) await leaveCrew(context, one.dispId, technicianId);
  const leave = await context.create(leaveForm, {
    technicianId,
    leaveType: leaveType ?? 'sick',
    startTime: from,
    endTime: to,
    reason,
    blocksNow: true,
    approveStatus: 'pending',
  });
  const homeOf = ({ orderId, id, customer, planStart }: Conflicting) => ({ orderId, visitId: id, customer, planStart });
  return {
    id: leave.id,
    leaveNo: leave.leaveNo,
    from,
    to,
    back: back.map(homeOf),
    stay: visits.filter((one) => !one.movable).map(homeOf),
    helped: helped.map(homeOf),
  };
}
