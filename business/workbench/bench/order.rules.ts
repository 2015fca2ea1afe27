/** The most rows of an ordered list. */
export const MAX_LISTED = 30;

interface Orderable {
  readonly rank: number;
  readonly due: string;
}

/** Return rows by the rank of their piles, then by time; those without a time come last. */
export const byRank = <R extends Orderable>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      Number(one.due === '') - Number(other.due === '') ||
      (one.due < other.due ? -1 : Number(one.due > other.due)),
  );
