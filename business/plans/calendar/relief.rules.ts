/** Minutes of a team on a day, and what it can do. */
interface DayLoad {
  readonly minutes: number;
  readonly capacity: number;
}

/** A visit that may move within its window, and its length in minutes. */
export interface MovableVisit {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}

/** A day to which visits can move so that an overloaded day is relieved, and how many. */
export interface Relief {
  readonly to: string;
  readonly count: number;
}

/** Return how many visits move from an overloaded day to another one until either has its limit. */
function movedTo(visits: readonly MovableVisit[], here: DayLoad, there: DayLoad, limit: number): number {
  let [left, used, count] = [here.minutes, there.minutes, 0];
  for (const { minutes } of visits) {
    if (left <= here.capacity * limit) break;
    if (used + minutes > there.capacity * limit) continue;
    left -= minutes;
    used += minutes;
    count += 1;
  }
  return count;
}

/**
 * Return the working day that takes most visits of an overloaded day within their windows, the earliest of equal ones;
 * null: no day takes any. `limit` is a share of the capacity.
 */
export function reliefOf(
  day: string,
  visits: readonly MovableVisit[],
  days: readonly string[],
  { loadOf, limit }: { readonly loadOf: (day: string) => DayLoad; readonly limit: number },
): Relief | null {
  const reliefs = days
    .filter((to) => to !== day)
    .map((to) => ({
      to,
      count: movedTo(
        visits.filter((visit) => visit.from <= to && to <= visit.to),
        loadOf(day),
        loadOf(to),
        limit,
      ),
    }))
    .filter(({ count }) => count > 0);
  return reliefs.toSorted((one, other) => other.count - one.count || one.to.localeCompare(other.to))[0] ?? null;
}
