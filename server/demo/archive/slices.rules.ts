import { archiveEnd } from './shift.rules.ts';

const DAY_MS = 86_400_000;
const FIRST_DAYS = 14;
const WEEK_DAYS = 7;

/** The facts about a row that determine its slice. */
export interface SlicedRow {
  /** Its id; undefined if the table has another key. */ readonly id: string | undefined;
  /** Its moment (epoch milliseconds); undefined: the row has none, or its whole table is in slice 0. */
  readonly at: number | undefined;
  /** Ids that occur in the row: its own and those of rows that it refers to. */ readonly names: readonly string[];
  /** Id of the row that shows this one as a part of it. */ readonly parent?: string;
  /** True for a row of a log. No page needs it at once, so even an old one is not moved into slice 0. */
  readonly isLog: boolean;
}

/** The slice with the newest log entries: the first that is loaded after the server has opened. */
export const LOGS_FROM = 2;

/**
 * Return the slice of a moment: 1 for the last two weeks, then one a week, and 0 for older rows. Log entries are never
 * before `LOGS_FROM`, and the oldest are in the last slice.
 */
export function sliceAt(
  at: number | undefined,
  { monday, slices, isLog }: { monday: string; slices: number; isLog: boolean },
): number {
  if (at === undefined) return 0;
  const days = (archiveEnd(monday) - at) / DAY_MS;
  if (days < FIRST_DAYS) return isLog ? LOGS_FROM : 1;
  const slice = 2 + Math.floor((days - FIRST_DAYS) / WEEK_DAYS);
  return slice <= slices ? slice : isLog ? slices : 0;
}

/**
 * Return the slice of each row, in the order of `rows`. A row is loaded no later than the rows that refer to it, and a
 * part no later than the row that shows it. `early` has the ids that occur in day slices: rows with these ids are in
 * slice 1 at the latest.
 */
export function slicesOf(
  rows: readonly SlicedRow[],
  early: readonly (readonly string[])[],
  { monday, slices }: { readonly monday: string; readonly slices: number },
): number[] {
  const found = rows.map(({ at, isLog }) => sliceAt(at, { monday, slices, isLog }));
  const places = new Map(rows.flatMap(({ id }, place) => (id === undefined ? [] : [[id, place] as const])));
  const parts = Map.groupBy(
    rows.keys().filter((place) => rows[place].parent !== undefined),
    (place) => rows[place].parent,
  );
  const waiting = [...rows.keys()];
  const pull = (place: number | undefined, slice: number): void => {
    if (place === undefined || found[place] <= slice) return;
    found[place] = slice;
    waiting.push(place);
  };
  for (const names of early) for (const name of names) pull(places.get(name), 1);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { id, names } = rows[place];
    for (const name of names) pull(places.get(name), found[place]);
    for (const part of (id && parts.get(id)) || []) pull(part, found[place]);
  }
  return found;
}
