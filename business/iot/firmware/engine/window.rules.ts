/** A period of the week in which devices are upgraded: days 1 (Monday) to 7, and its begin and end as `HH:mm`. */
export interface UpgradeWindow {
  readonly days?: string | null;
  readonly from: string;
  readonly to: string;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const daysIn = (days: string | null | undefined): readonly number[] =>
  days
    ? days
        .split(/[\s,，]+/)
        .filter(Boolean)
        .map(Number)
    : [1, 2, 3, 4, 5, 6, 7];

/** Are all windows well-formed? */
export const areWindows = (windows: readonly UpgradeWindow[]): boolean =>
  windows.length <= 20 &&
  windows.every(
    ({ days, from, to }) =>
      TIME.test(from) &&
      TIME.test(to) &&
      daysIn(days).length > 0 &&
      daysIn(days).every((day) => Number.isInteger(day) && day >= 1 && day <= 7),
  );

const before = (day: number): number => (day === 1 ? 7 : day - 1);

/**
 * Is a moment within one of the windows? Without windows it always is. A window that ends before it begins lasts until
 * the next morning; its days are those on which it begins.
 */
export function isInWindow(windows: readonly UpgradeWindow[] | null | undefined, day: number, time: string): boolean {
  if (!windows?.length) return true;
  return windows.some(({ days, from, to }) => {
    const on = daysIn(days);
    if (from < to) return on.includes(day) && time >= from && time < to;
    return (on.includes(day) && time >= from) || (on.includes(before(day)) && time < to);
  });
}

/** Return the day of the week of a moment (`yyyy-MM-dd HH:mm:ss`), 1 to 7, and its time of day. */
export function dayAndTime(moment: string): { readonly day: number; readonly time: string } {
  const day = new Date(`${moment.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return { day: day === 0 ? 7 : day, time: moment.slice(11, 16) };
}
