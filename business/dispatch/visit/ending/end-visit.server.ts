import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { minutesBetween } from '#business/masterdata/days.rules.ts';
import { releaseOccupancy } from '../../occupancy/occupancy.server.ts';
import { type VisitResult, isFinal } from '../visit-states.rules.ts';
import type { visit } from '../visit.paper.ts';

type Visit = Row<typeof visit>;

/** Minutes on the road, at work and paused; a step that was skipped counts nothing. Travel + work + pause = finish − depart. */
function minutesOf(
  of: Visit,
  finish: string,
): Pick<Visit, 'travelMinutes' | 'workMinutes' | 'pauseMinutes' | 'pausedAt'> {
  const depart = of.departTime ?? of.arriveTime ?? finish;
  const arrive = of.arriveTime ?? finish;
  const pause = (of.pauseMinutes ?? 0) + (of.pausedAt ? minutesBetween(of.pausedAt, finish) : 0);
  const travel = minutesBetween(depart, arrive);
  return {
    travelMinutes: travel,
    pauseMinutes: pause,
    workMinutes: Math.max(0, minutesBetween(depart, finish) - travel - pause),
    pausedAt: null,
  };
}

/** A visit ends: its state by the result, its minutes, and the time nobody takes any more. The caller writes what is answered. */
export async function ended(
  context: Context,
  of: Visit,
  result: VisitResult,
  at: string,
  note: string | null,
): Promise<Partial<Visit>> {
  await releaseOccupancy(context, of.id);
  return {
    ...minutesOf(of, at),
    taskStatus: isFinal(result) ? 'finished' : 'partial',
    visitResult: result,
    resultNote: note,
    finishTime: at,
    isCurrent: isFinal(result),
  };
}
