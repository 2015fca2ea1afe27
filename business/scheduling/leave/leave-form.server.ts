import type { Row } from '#kernel/language/paper.ts';
import { type CallInput, type OwnCall, behaviour } from '#kernel/server/behaviour.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '../refusals.ts';
import { idFrom, visibleRows } from '#business/masterdata/people/visible-rows.server.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { dutyFollows, refreshDuty } from './duty.server.ts';
import {
  LEADER_DAYS,
  type Solving,
  clearAll,
  conflictsIn,
  lengthOf,
  overlapping,
  solve,
  withSuggestions,
} from './leave-conflicts.server.ts';
import { statisticsFollow } from './statistics/leave-statistics.server.ts';
import { leaveForm } from './leave-form.paper.ts';

type Leave = Row<typeof leaveForm>;

/** One leave of a technician at a time is judged; dispatching him waits for the same lock. */
const lockTechnician = (context: Context, id: string): Promise<unknown> =>
  context.sql.query('select id from astechnician where tenant_id = $1 and id = $2 for no key update', [
    context.tenantId,
    id,
  ]);

function assertSpan(from: string, to: string): void {
  if (from >= to)
    throw refuse.leaveReversed({
      fields: [{ field: 'endTime', words: ['结束时间须晚于开始时间', 'The end must lie after the beginning'] }],
    });
}

/** A technician asks for himself; others are asked for by those who keep the staff. */
async function assertForWhom(context: Context, technicianId: string): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, 1);
  if (self && self.id !== technicianId && !context.may('asleaveform_approve') && !context.may('astechnician_edit'))
    throw refuse.leaveOfAnother();
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
    conflictCount: (await conflictsIn(context, of.id, all.startTime, all.endTime)).length,
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
  const conflicts = await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime);
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

/** The visits that stand in the way of leaves: they come before their technician in the order of locks. */
async function holdInTheWay(context: Context, ids: readonly string[]): Promise<void> {
  const leaves = await context.find(leaveForm, { id: ids } as never, ids.length);
  const inTheWay = await Promise.all(
    leaves.map((one) => conflictsIn(context, one.technicianId, one.startTime, one.endTime)),
  );
  await context.lockRows(
    visit,
    inTheWay.flat().map((one) => one.id),
  );
}

/** Before it begins a leave is taken back whole; afterwards it ends now, and the rest is given back. */
async function cancel(context: Context, leave: Leave, { reason }: { reason: string | null }): Promise<Partial<Leave>> {
  const now = context.now();
  if (leave.approveStatus !== 'approved' || now < leave.startTime) return {};
  if (now >= leave.endTime) throw refuse.leaveOver();
  const { hours } = await lengthOf(context, await context.get(technician, leave.technicianId), leave.startTime, now);
  return { approveStatus: 'approved', endTime: now, leaveHours: hours, ...(reason && { approveNote: reason }) };
}

/** What the form shows while the times are chosen. */
async function selectTime(reading: Reading, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const [known] = await visibleRows(reading, technician, { match: { id: idFrom(query.technicianId) }, limit: 1 });
  const [from, to] = [query.startTime ?? '', query.endTime ?? ''].map((one) => (one.length === 16 ? `${one}:00` : one));
  if (!known || !isMoment(from) || !isMoment(to)) throw refuse.leaveTimesMissing();
  assertSpan(from, to);
  const of = await reading.get(technician, known.id);
  return {
    ...(await lengthOf(reading, of, from, to)),
    conflicts: await withSuggestions(reading, await conflictsIn(reading, of.id, from, to), of.id),
    overlapsLeave: await overlapping(reading, of.id, from, to, query.id ? idFrom(query.id) : null),
  };
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);

/** Several visits at once, each as the leader says; all of them or none. */
async function solveAll({ body }: CallInput, context: Context): Promise<unknown> {
  const [row] = await visibleRows(context, leaveForm, {
    match: { id: idFrom(String(body.id ?? '')) },
    limit: 1,
    button: 'approve',
  });
  const given = Array.isArray(body.visits) ? (body.visits as Solving[]) : [];
  if (!row || given.length === 0) throw refuse.notInConflict();
  const leave = await context.get(leaveForm, row.id);
  if (leave.approveStatus !== 'pending') throw refuse.leaveJudged();
  await holdInTheWay(context, [leave.id]);
  for (const one of given) await solve(context, leave, { ...one, visitId: String(one.visitId) });
  const left = await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime);
  await context.change(leaveForm, leave.id, { conflictCount: left.length }, [
    '处理冲突任务',
    'Tasks in conflict settled',
  ]);
  return { conflicts: await withSuggestions(context, left, leave.technicianId) };
}

const calls: readonly OwnCall[] = [
  {
    method: 'GET',
    path: 'selectTime',
    needs: 'view',
    query: ['technicianId', 'startTime', 'endTime'],
    summary: ['请假时长与任务冲突', 'Working hours and visit conflicts of a leave'],
    read: ({ query }, reading) => selectTime(reading, query),
  },
  {
    method: 'POST',
    path: 'solve',
    needs: 'approve',
    summary: ['处理冲突任务', 'Solve conflicting visits'],
    write: solveAll,
  },
];

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
  calls,
  timed: { duty: { cron: '* * * * *', work: refreshDuty } },
});
