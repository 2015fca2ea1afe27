import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, type Reading, extension, implement } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { refuse } from '#business/scheduling/refusals.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { assertSpan, lengthOf, overlapping } from '#business/scheduling/leave/leave-length.server.ts';
import { lengthOfLeave, solveConflicts, takeTechnicianOff } from '#business/scheduling/leave/leave.calls.ts';
import { visit } from '../visit/visit.paper.ts';
import { conflictsIn, solve, withSuggestions } from './leave-conflicts.server.ts';
import { takeOff } from './take-off.server.ts';

/** Return the length of a leave that is being entered, and the visits and leaves that overlap it. */
async function selectTime(
  { technicianId, startTime, endTime, id }: CallInputOf<typeof lengthOfLeave>,
  reading: Reading,
): Promise<CallAnswer<typeof lengthOfLeave>> {
  const [known] = technicianId
    ? await reading.visible(technician, { match: { id: technicianId } }).rows({ first: 1 })
    : [];
  if (!known || !startTime || !endTime) throw refuse.leaveTimesMissing();
  assertSpan(startTime, endTime);
  const of = await reading.get(technician, known.id);
  return {
    ...(await lengthOf(reading, of, startTime, endTime)),
    conflicts: await withSuggestions(reading, await conflictsIn(reading, of.id, startTime, endTime), of.id),
    overlapsLeave: await overlapping(reading, of.id, startTime, endTime, id),
  };
}

/** Settle several visits that conflict with a leave, each as the leader chose. All are settled or none. */
async function solveAll(
  { id, visits }: CallInputOf<typeof solveConflicts>,
  context: Context,
): Promise<CallAnswer<typeof solveConflicts>> {
  const [row] = await context.visible(leaveForm, { button: 'approve' }).all([id]);
  if (!visits?.length) throw refuse.notInConflict();
  const leave = await context.get(leaveForm, row.id);
  if (leave.approveStatus !== 'pending') throw refuse.leaveJudged();
  await context.lockRows(
    visit,
    (await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime)).map((one) => one.id),
  );
  for (const one of visits) await solve(context, leave, one);
  const left = await conflictsIn(context, leave.technicianId, leave.startTime, leave.endTime);
  await context.change(leaveForm, leave.id, { conflictCount: left.length }, [
    '处理冲突任务',
    'Conflicting visits settled',
  ]);
  return { conflicts: await withSuggestions(context, left, leave.technicianId) };
}

/** Calls of the leave request that read and settle conflicting visits. */
export const leaveCalls = extension<typeof leaveForm>(leaveForm, {
  calls: [
    implement(lengthOfLeave, { read: selectTime }),
    implement(solveConflicts, { write: solveAll }),
    implement(takeTechnicianOff, { write: takeOff }),
  ],
});
