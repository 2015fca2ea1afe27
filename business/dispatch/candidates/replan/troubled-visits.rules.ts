import { dayOf, minutesBetween } from '#kernel/language/days.ts';
import {
  type Candidate,
  type PlannedJob,
  type TakenTime,
  conflictsOf,
  loadOf,
} from '../../occupancy/conflicts.rules.ts';
import type { Roads } from '../../board/board.calls.ts';

/** A visit that overlaps the one before it. */
export interface Overlap {
  readonly technicianId: string;
  readonly taken: TakenTime;
  readonly minutes: number;
}

/** Return the open visits of each technician that begin before the one before them ends; the later one is named. */
export const overlapsOf = (candidates: readonly Candidate[], now: string): Overlap[] =>
  candidates.flatMap((one) => {
    const found: Overlap[] = [];
    let [last] = one.taken;
    for (const next of one.taken.slice(1)) {
      if (last.to > next.from && !next.working && next.from > now)
        found.push({
          technicianId: one.id,
          taken: next,
          minutes: minutesBetween(next.from, next.to < last.to ? next.to : last.to),
        });
      if (next.to > last.to) last = next;
    }
    return found;
  });

/**
 * Return the technician of the same team with the least load who has no conflict with a job; null: nobody. `without` is
 * the technician who has the job now.
 */
export function freestFor(
  candidates: readonly Candidate[],
  job: PlannedJob,
  { roads, without }: { readonly roads: Roads; readonly without: string },
): Candidate | null {
  const free = candidates.filter(
    (one) => one.id !== without && one.team === job.team && conflictsOf(one, job, roads).length === 0,
  );
  const day = dayOf(job.from);
  return free.toSorted((one, other) => loadOf(one.taken, day) - loadOf(other.taken, day))[0] ?? null;
}
