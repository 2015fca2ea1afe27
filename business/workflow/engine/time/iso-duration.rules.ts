/** A duration of ISO 8601. Months are added by the calendar, all other parts as milliseconds. */
export interface IsoDuration {
  readonly months: number;
  readonly milliseconds: number;
}

const DURATION =
  /^P(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return the duration of a text such as `P1DT2H`; undefined if it is invalid or empty. */
export function parseDuration(text: string): IsoDuration | undefined {
  const found = DURATION.exec(text.trim());
  if (!found || /[PT]$/.test(text.trim())) return undefined;
  const [years, months, weeks, days, , hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return {
    months: (years ?? 0) * 12 + (months ?? 0),
    milliseconds:
      ((weeks ?? 0) * 7 + (days ?? 0)) * DAY +
      (hours ?? 0) * HOUR +
      (minutes ?? 0) * MINUTE +
      Math.round((seconds ?? 0) * SECOND),
  };
}

/**
 * Return the instant after a duration. The day of the month is reduced where needed: 31 January plus a month is 28
 * February.
 */
export function addDuration(from: number, { months, milliseconds }: IsoDuration): number {
  if (months === 0) return from + milliseconds;
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() + milliseconds;
}
