/** A station as the band judges it: in order, with whether its latest row still waits for something. */
export interface StationFacts {
  readonly isThere: boolean;
  readonly isOver: boolean;
  /** It goes its own way: the case never stands here. */
  readonly isBeside: boolean;
}

export type StationMark = 'done' | 'current' | 'open' | 'coming';

/** Where the case stands: the last station whose latest row is open; -1 where nothing waits any more. */
export const currentOf = (stations: readonly StationFacts[]): number =>
  stations.findLastIndex((one) => one.isThere && !one.isOver && !one.isBeside);

/** How each station is drawn: behind the case, where it stands, beside it, or still to come. */
export function marksOf(stations: readonly StationFacts[]): StationMark[] {
  const current = currentOf(stations);
  return stations.map((one, at): StationMark => {
    if (at === current) return 'current';
    if (!one.isThere) return 'coming';
    return one.isBeside && !one.isOver ? 'open' : 'done';
  });
}

/** What is shown: whatever is there, and what comes behind a case that is not over. What was passed over is left out. */
export const isShown = (stations: readonly StationFacts[], at: number): boolean =>
  stations[at].isThere || (currentOf(stations) >= 0 && at > currentOf(stations));
