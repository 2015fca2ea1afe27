import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '../refusals.ts';
import { dutyFollows, refreshDuty } from './duty.server.ts';
import { freeVisit, holdVisits, visitsInTheWay } from './leave-conflicts.service.ts';
import { LEADER_DAYS, assertSpan, lengthOf, overlapping } from './leave-length.server.ts';
import { statisticsFollow } from './statistics/leave-statistics.server.ts';
import { leaveForm } from './leave-form.paper.ts';
import type { Conflicting } from './leave.calls.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

type Leave = Row<typeof leaveForm>;

/** Lock a technician, so that approvals of their leave and dispatches to them wait for each other. */
const lockTechnician = (context: Context, id: string): Promise<unknown> =>
  context.sql.query(`select id from ${technicianFacts} where tenant_id = $1 and id = $2 for no key update`, [
    context.tenantId,
    id,
  ]);

/** Return the technician's open visits during the leave. */
const inTheWayOf = (
  context: Context,
  { technicianId, startTime, endTime }: Pick<Leave, 'technicianId' | 'startTime' | 'endTime'>,
): Promise<readonly Conflicting[]> => context.ask(visitsInTheWay, { technicianId, from: startTime, to: endTime });

/** Refuse a technician who requests leave for somebody else, unless they may approve leave or edit technicians. */
async function assertForWhom(context: Context, technicianId: string): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  const mayForOthers = ['asleaveform_approve', 'asleaveform_takeOff', 'astechnician_edit'].some((one) =>
    context.may(one),
  );
  if (self && self.id !== technicianId && !mayForOthers) throw refuse.leaveOfAnother();
}

async function saving(
  context: Context,
  { before, values }: { before: Leave | null; values: Partial<Leave> },
): Promise<Partial<Leave>> {
  const all = { ...before, ...values } as Leave;
  assertSpan(all.startTime, all.endTime);
  if (all.handoverTo && all.handoverTo === all.technicianId)
    throw refuse.handoverToSelf({ fields: [{ field: 'handoverTo', words: ['不能交接给自己', 'Not to oneself'] }] });
  await assertForWhom(context, all.technicianId);
  if (all.approveStatus === 'pending') await assertNotAway(context, all, before?.id ?? null);
  const of = await context.get(technician, all.technicianId);
  return {
    deptId: of.deptId,
    leaveHours: Number((await lengthOf(context, of, all.startTime, all.endTime)).hours).toFixed(3),
    conflictCount: (await inTheWayOf(context, all)).length,
  };
}

async function assertNotAway(context: Context, leave: Leave, except: string | null): Promise<void> {
  await lockTechnician(context, leave.technicianId);
  const other = await overlapping(context, leave.technicianId, leave.startTime, leave.endTime, except);
  if (other) throw refuse.leaveOverlaps({ no: other });
}

async function approve(
  context: Context,
  leave: Leave,
  { note, force }: { note: string | null; force: boolean | null },
): Promise<Partial<Leave>> {
  await assertNotAway(context, leave, leave.id);
  const { workDays, hours } = await lengthOf(
    context,
    await context.get(technician, leave.technicianId),
    leave.startTime,
    leave.endTime,
  );
  if (workDays > LEADER_DAYS)
    context.need('asleaveform_approveLong', refuse.leaveNeedsManager({ days: workDays, most: LEADER_DAYS }));
  const conflicts = await inTheWayOf(context, leave);
  if (conflicts.length > 0 && !force)
    throw refuse.leaveConflicts(
      { n: conflicts.length, nos: conflicts.map((one) => one.taskNo).join('、') },
      { data: { conflicts } },
    );
  await clearAll(context, leave, conflicts);
  return {
    approveUser: context.person.id,
    approveTime: context.now(),
    approveNote: note,
    leaveHours: hours,
    conflictCount: 0,
  };
}

/** Lock the visits in conflict with leaves. The order of locks has visits before their technician. */
async function holdInTheWay(context: Context, ids: readonly string[]): Promise<void> {
  const leaves = await context.find(leaveForm, { id: ids }, { limit: ids.length });
  const inTheWay = await Promise.all(leaves.map((one) => inTheWayOf(context, one)));
  await context.call(holdVisits, { ids: inTheWay.flat().map((one) => one.id) });
}

/** Cancel a leave. One that has begun ends now instead, with its hours until now; one that is over is refused. */
async function cancel(context: Context, leave: Leave, { reason }: { reason: string | null }): Promise<Partial<Leave>> {
  const now = context.now();
  if (leave.approveStatus !== 'approved' || now < leave.startTime) return {};
  if (now >= leave.endTime) throw refuse.leaveOver();
  const { hours } = await lengthOf(context, await context.get(technician, leave.technicianId), leave.startTime, now);
  return { approveStatus: 'approved', endTime: now, leaveHours: hours, ...(reason && { approveNote: reason }) };
}

/** Return all visits in conflict with a forced leave to the pool. Refuse if one of them is under way. */
async function clearAll(context: Context, leave: Leave, conflicts: readonly Conflicting[]): Promise<void> {
  const stuck = conflicts.find((one) => !one.movable);
  if (stuck) throw refuse.visitUnderWay({ no: stuck.taskNo });
  for (const one of conflicts)
    await context.call(freeVisit, {
      visitId: one.id,
      reason: [`${leave.leaveNo} 请假，强制退回工单池`, `Leave ${leave.leaveNo}: back in the pool by force`],
    });
}

export default behaviour<typeof leaveForm>(leaveForm, {
  saving,
  async saved(context, { before, row }) {
    if (!before && row.approveStatus === 'pending') await context.emit('leaveForm.submit', { id: row.id });
  },
  first: { approve: holdInTheWay },
  actions: {
    async submit(context, leave) {
      await assertNotAway(context, leave, leave.id);
    },
    approve,
    async reject(context, leave, { note }) {
      return { approveUser: context.person.id, approveTime: context.now(), approveNote: note };
    },
    cancel,
  },
  async moved(context, { before, row }) {
    await dutyFollows(context, row.technicianId);
    if (before.approveStatus === 'approved' || row.approveStatus === 'approved')
      await statisticsFollow(context, row.technicianId, row.startTime, before.endTime);
  },
  timed: { duty: { cron: '* * * * *', work: refreshDuty } },
});
