import { type CallInput, type Context, extension, type Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { refuse } from '#business/scheduling/refusals.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { assertSpan, lengthOf, overlapping } from '#business/scheduling/leave/leave-length.server.ts';
import { visit } from '../visit/visit.paper.ts';
import { type Solving, conflictsIn, solve, withSuggestions } from './leave-conflicts.server.ts';

/** What the form shows while the times are chosen. */
async function selectTime(reading: Reading, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const [known] = await reading.visible(technician, { match: { id: idFrom(query.technicianId) }, limit: 1 });
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
  const [row] = await context.visible(leaveForm, {
    match: { id: idFrom(String(body.id ?? '')) },
    limit: 1,
    button: 'approve',
  });
  const given = Array.isArray(body.visits) ? (body.visits as Solving[]) : [];
  if (!row || given.length === 0) throw refuse.notInConflict();
  const leave = await context.get(leaveForm, row.id);
  if (leave.approveStatus !== 'pending') throw refuse.leaveJudged();
  await context.lockRows(
    visit,
    (await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime)).map((one) => one.id),
  );
  for (const one of given) await solve(context, leave, { ...one, visitId: String(one.visitId) });
  const left = await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime);
  await context.change(leaveForm, leave.id, { conflictCount: left.length }, [
    '处理冲突任务',
    'Tasks in conflict settled',
  ]);
  return { conflicts: await withSuggestions(context, left, leave.technicianId) };
}

/** While a leave is asked for or judged, its visits are seen and settled. */
export const leaveCalls = extension<typeof leaveForm>(leaveForm, {
  calls: [
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
  ],
});
