import { yesOrNo } from '#kernel/language/calls/shape.ts';
import { visitParts } from './on-phone.calls.ts';
import type { ExtrasOf } from '#kernel/language/calls/call.ts';
import type { ActionInput, Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { minutesBetween } from '#kernel/language/days.ts';
import { todoDone } from '#business/messaging/notify.service.ts';
import { refuse } from '../refusals.ts';
import { followVisit } from '../pool/follow.server.ts';
import { deleteOccupancy, releaseOccupancy } from '../occupancy/occupancy.server.ts';
import { assertWaits } from '../pool/pool.server.ts';
import type { VisitResult } from './visit-states.rules.ts';
import { acceptTimeouts } from './accept-timeout.server.ts';
import { closedDoor } from './ending/closed-door.server.ts';
import { ended } from './ending/end-visit.server.ts';
import {
  clearAppointment,
  leavesAppointment,
  visitMoved,
  planVisit,
  planUnchanged,
  send,
} from './plan-visit.server.ts';
import { visitDetail } from './own-visits.server.ts';
import { visitCalls } from './visit-calls.server.ts';
import { assertHands, stepTime } from './visit-hands.server.ts';
import { acceptVisit, appoint, arrive, depart, pause, resume, turnDown } from './visit-steps.server.ts';
import { assertShown, returnWork, submitWork } from './visit-work.service.ts';
import { visit } from './visit.paper.ts';

type Visit = Row<typeof visit>;
type Extra = ExtrasOf<typeof visit> | null;

/** Maximum planned minutes of a dispatch form. */
const MAX_MINUTES = 6000;

/** Return whether saving also dispatches the visit. Visits that the product creates are dispatched separately. */
const isSent = (extra: Extra): boolean => extra !== null && extra.send !== false;

async function saving(
  context: Context,
  { before, values, extra }: { before: Visit | null; values: Partial<Visit>; extra: Extra },
): Promise<Partial<Visit> | void> {
  if (!before) return planVisit(context, values, extra);
  if (!before.sentTime && isSent(extra)) return planUnchanged(context, { ...before, ...values }, extra);
  if ((!values.planStart && !values.planEnd) || !before.sentTime || !extra) return;
  return visitMoved(
    context,
    before,
    { planStart: values.planStart ?? before.planStart, planEnd: values.planEnd ?? before.planEnd },
    extra,
  );
}

async function saved(
  context: Context,
  { before, row, extra, byHand }: { before: Visit | null; row: Visit; extra: Extra; byHand: boolean },
): Promise<Record<string, unknown> | void> {
  if (isSent(extra) && !row.sentTime) {
    await send(context, row);
    return { sent: true };
  }
  if (before && leavesAppointment(row)) {
    await clearAppointment(context, row);
    return { cleared: true };
  }
  if (byHand && before?.sentTime && (before.planStart !== row.planStart || before.planEnd !== row.planEnd))
    await context.emit('visit.replanned', { id: row.id });
}

/**
 * Refuse a result that is impossible in this state. Before departure only a remote solution or “nobody at home” are
 * possible; on the way only the latter.
 */
function assertResultHere(of: Visit, result: VisitResult): void {
  const allowed: Partial<Record<Visit['taskStatus'] & string, readonly VisitResult[]>> = {
    accepted: ['remote', 'noAccess'],
    appointed: ['remote', 'noAccess'],
    traveling: ['noAccess'],
  };
  const here = allowed[of.taskStatus];
  if (here && !here.includes(result)) throw refuse.resultNotHere();
}

type Finish = ActionInput<typeof visit, 'finish'>;

async function finish(context: Context, of: Visit, input: Finish): Promise<Partial<Visit>> {
  const result = input.visitResult;
  await assertHands(context, of, input.reason);
  assertResultHere(of, result);
  const at = stepTime(context, of, input.at);
  const works = ['working', 'paused'].includes(of.taskStatus);
  const completionId =
    works || result === 'remote' ? await context.call(submitWork, { visitId: of.id, result, at }) : null;
  const closed = !works && result === 'noAccess' ? await closedDoor(context, of, input) : {};
  return {
    ...(await ended(context, of, result, at, input.resultNote)),
    ...closed,
    ...(completionId && { completionId }),
  };
}

/** Return the planned minutes of a visit, as the value that its dispatch form keeps for the next one. */
const keptLength = ({ planStart, planEnd }: Visit): { planMinutes?: number } => {
  const minutes = minutesBetween(planStart, planEnd);
  return minutes <= MAX_MINUTES ? { planMinutes: minutes } : {};
};

/** Return what the dispatch form keeps of a visit that ended before it began. */
const keptPlan = (row: Visit): { planMinutes?: number } =>
  row.taskStatus === 'recalled' || row.taskStatus === 'refused' ? keptLength(row) : {};

export default behaviour<typeof visit>(visit, {
  saving,
  saved,
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.seenTime || row.acceptTime).map((row) => [row.id, refuse.visitSeen()])),
  releases: ['occupancy.dispatchListId', 'dispatchForm.currentVisitId'],
  async leaving(context, rows) {
    const ids = rows.map((row) => row.id);
    await deleteOccupancy(context, ids);
    // Clear the dispatch time of the deleted visits, so that they do not count when their dispatch forms are updated.
    await context.sql.query(
      'update dispatchlist set sent_time = null, is_current = false where tenant_id = $1 and id = any($2::bigint[])',
      [context.tenantId, ids],
    );
    for (const row of new Map(rows.map((one) => [one.dispId, one])).values())
      await followVisit(context, row.dispId, 'visit', keptLength(row));
    // Complete the to-dos that request the acceptance of these visits.
    await context.call(todoDone, { bizId: ids });
  },
  async restoring(context, row) {
    await assertWaits(context, row.dispId);
  },
  actions: {
    accept: acceptVisit,
    appoint,
    depart,
    arrive,
    pause,
    resume,
    finish,
    refuse: turnDown,
    async confirm(context, of) {
      if (of.visitResult !== 'noAccess' || of.arriveTime) await context.call(assertShown, { visit: of });
      return { confirmUser: context.person.id, confirmTime: context.now() };
    },
    async sendBack(context, of, { reason }) {
      await context.call(returnWork, { visitId: of.id, reason: reason });
      return { taskStatus: of.taskStatus };
    },
    async backToPool(context, of) {
      await releaseOccupancy(context, of.id);
      return { isCurrent: false };
    },
    async cancel(context, of) {
      await releaseOccupancy(context, of.id);
      return { isCurrent: false };
    },
  },
  moved: (context, { row }) => followVisit(context, row.dispId, 'visit', keptPlan(row)),
  detail: visitDetail,
  detailParts: visitParts,
  savedParts: { sent: yesOrNo, cleared: yesOrNo },
  calls: visitCalls,
  timed: { acceptTimeout: { cron: '* * * * *', work: acceptTimeouts } },
});
