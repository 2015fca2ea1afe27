/**
 * Facts from which the status (`StationMark`) of a station follows. `isThere`: it has a row. `isOver`: nothing remains
 * to be done with its latest row.
 */
export interface StationFacts {
  readonly isThere: boolean;
  readonly isOver: boolean;
  /** Outside of the main route, so never the current station. */
  readonly isBeside: boolean;
}

export type StationMark = 'done' | 'current' | 'open' | 'coming';

/** Return the index of the current station, the last one whose latest row is not over; -1 if there is none. */
export const currentOf = (stations: readonly StationFacts[]): number =>
  stations.findLastIndex((one) => one.isThere && !one.isOver && !one.isBeside);

/** Return the status of each station: passed, current, open beside the main route, or without a row yet. */
export function marksOf(stations: readonly StationFacts[]): StationMark[] {
  const current = currentOf(stations);
  return stations.map((one, at): StationMark => {
    if (at === current) return 'current';
    if (!one.isThere) return 'coming';
    return one.isBeside && !one.isOver ? 'open' : 'done';
  });
}

/** Is a station shown? It is if it has rows, or comes after the current one; stations that were skipped are hidden. */
export const isShown = (stations: readonly StationFacts[], at: number): boolean =>
  stations[at].isThere || (currentOf(stations) >= 0 && at > currentOf(stations));
