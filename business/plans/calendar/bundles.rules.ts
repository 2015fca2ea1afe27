import { daysFrom } from '#kernel/language/days.ts';
import { type WorkDays, isWorkDay } from '../occurrence/occurrence-dates.rules.ts';
import { type TripVisit, tripsOf } from '../occurrence/trips.rules.ts';

/** A planned visit that may share a trip with others of its estate. */
export interface BundleVisit extends TripVisit {
  readonly id: string;
  readonly premisesId: string | null;
  readonly team: string | null;
  readonly minutes: number;
}

/** Homes of one estate that are served on one day by one trip. */
export interface Bundle<V> {
  readonly premisesId: string;
  readonly team: string;
  readonly day: string;
  readonly minutes: number;
  readonly homes: readonly { readonly rows: readonly V[]; readonly from: string; readonly to: string }[];
}

/** The most homes of a trip, and its minutes: a working day of one technician. */
const MAX_HOMES = 6;
const MAX_MINUTES = 480;

interface Home<V> {
  readonly rows: readonly V[];
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}

const fitting = <V>(homes: readonly Home<V>[], day: string): Home<V>[] => {
  const chosen: Home<V>[] = [];
  let minutes = 0;
  const open = homes.filter((home) => home.from <= day && home.to >= day);
  for (const home of open.toSorted((one, other) => one.to.localeCompare(other.to))) {
    if (chosen.length === MAX_HOMES || minutes + home.minutes > MAX_MINUTES) continue;
    chosen.push(home);
    minutes += home.minutes;
  }
  return chosen;
};

const minutesOf = <V>(homes: readonly Home<V>[]): number => homes.reduce((sum, home) => sum + home.minutes, 0);

/** Return the day that serves the most homes, the earliest of those; null: no day serves two. */
function bestDay<V>(homes: readonly Home<V>[], days: readonly string[]): { day: string; chosen: Home<V>[] } | null {
  const [best] = days
    .map((day) => ({ day, chosen: fitting(homes, day) }))
    .toSorted((one, other) => other.chosen.length - one.chosen.length || one.day.localeCompare(other.day));
  return best && best.chosen.length > 1 ? best : null;
}

/** Return trips of several homes of one estate whose windows share a working day, those with the most homes first. */
export function bundlesOf<V extends BundleVisit>(
  visits: readonly V[],
  work: WorkDays,
  span: { readonly from: string; readonly to: string },
): Bundle<V>[] {
  const days = daysFrom(span.from, span.to).filter((day) => isWorkDay(work, day));
  const groups = Map.groupBy(
    visits.filter((one) => one.premisesId !== null && one.team !== null),
    (one) => `${one.premisesId} ${one.team}`,
  );
  return [...groups.values()]
    .flatMap((own) => {
      let homes: Home<V>[] = tripsOf(own).map(({ rows, from, to }) => ({
        ...{ rows, from, to },
        minutes: rows.reduce((sum, row) => sum + row.minutes, 0),
      }));
      const bundles: Bundle<V>[] = [];
      for (let best = bestDay(homes, days); best; best = bestDay(homes, days)) {
        const { day, chosen } = best;
        const [{ premisesId, team }] = own;
        bundles.push({
          premisesId: premisesId ?? '',
          team: team ?? '',
          day,
          minutes: minutesOf(chosen),
          homes: chosen.map(({ rows, from, to }) => ({ rows, from, to })),
        });
        homes = homes.filter((home) => !chosen.includes(home));
      }
      return bundles;
    })
    .toSorted((one, other) => other.homes.length - one.homes.length || one.day.localeCompare(other.day));
}
