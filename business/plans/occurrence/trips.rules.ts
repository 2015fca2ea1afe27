/** Facts of a planned visit that decide whether it shares a trip. */
export interface TripVisit {
  readonly registerMainId: string | null;
  readonly planDate: string;
  readonly windowFrom: string | null;
  readonly windowTo: string | null;
}

/** Visits of one home that are made at once, and the days on which that is possible. */
export interface Trip<V> {
  readonly rows: V[];
  readonly from: string;
  readonly to: string;
}

/** Return the visits as trips: those of one home whose windows share a day go together, the earliest first. */
export function tripsOf<V extends TripVisit>(visits: readonly V[]): Trip<V>[] {
  const trips: Trip<V>[] = [];
  const open = visits.toSorted((one, other) => one.planDate.localeCompare(other.planDate));
  for (const row of open) {
    const [from, to] = [row.windowFrom ?? row.planDate, row.windowTo ?? row.planDate];
    const at = trips.findIndex(
      (trip) => trip.rows[0].registerMainId === row.registerMainId && trip.from <= to && trip.to >= from,
    );
    if (at < 0) trips.push({ rows: [row], from, to });
    else {
      const trip = trips[at];
      trips[at] = {
        rows: [...trip.rows, row],
        from: trip.from > from ? trip.from : from,
        to: trip.to < to ? trip.to : to,
      };
    }
  }
  return trips;
}
