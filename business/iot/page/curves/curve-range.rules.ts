const HOUR = 3_600_000;

/** A gap longer than this separates two stretches of data. */
const APART = HOUR;
const SHORT = 2 * HOUR;

type Points = readonly (readonly (number | null)[])[];

/** Return the start of the newest stretch of data (milliseconds); null: there is no data. */
export function stretchStart(series: readonly { readonly points: Points }[]): number | null {
  const moments = series
    .flatMap(({ points }) => points.flatMap(([at, value]) => (at === null || value === null ? [] : [at])))
    .toSorted((a, b) => b - a);
  let start: number | null = null;
  for (const at of moments) {
    if (start !== null && start - at > APART) break;
    start = at;
  }
  return start;
}

const DAY = 24 * HOUR;

/**
 * Return the shortest range that shows the newest stretch of data. `series`: values of the last day; `heard`: moment of
 * the newest message. Null: there is no message, or its value is not in `series`.
 */
export function fittingRange(
  series: readonly { readonly points: Points }[],
  now: number,
  heard: number | null,
): 'hour' | 'day' | 'week' | 'month' | null {
  const start = stretchStart(series);
  if (start !== null) return now - start < SHORT ? 'hour' : 'day';
  if (heard === null || now - heard <= DAY) return null;
  return now - heard <= 7 * DAY ? 'week' : 'month';
}
