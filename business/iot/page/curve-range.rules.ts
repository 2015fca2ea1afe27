const HOUR = 3_600_000;

/** Data that are further apart than this belong to different stretches. */
const APART = HOUR;
const SHORT = 2 * HOUR;

type Points = readonly (readonly (number | null)[])[];

/** When the newest stretch of data began (milliseconds); null: there are none. */
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
 * The shortest of an hour, a day, a week and a month that holds the newest stretch; `series` are the values of the last day, `heard` is the moment of
 * the newest message. Null: nothing is there yet to choose by.
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
