import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { minutesBetween } from '#kernel/language/days.ts';
import { releaseOccupancy } from '../../occupancy/occupancy.server.ts';
import { type VisitResult, isFinal } from '../visit-states.rules.ts';
import type { visit } from '../visit.paper.ts';

type Visit = Row<typeof visit>;

/**
 * Return the minutes of travel, work and pause of a visit. Their sum is the time from departure to the end; a skipped
 * step counts 0.
 */
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

/**
 * Release the booked time of a visit that ends. Return the values to store: the state that follows from the result, the
 * minutes, and the result.
 */
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
