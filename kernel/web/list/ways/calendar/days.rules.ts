import { addDays } from '#kernel/language/days.ts';

/** Return the Monday of the week of a day. */
const mondayOf = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((at + 6) % 7));
};

/** A month (`2026-11`), or the week of a day (`2026-11-23`). */
const SPAN = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/;

/** Return the span of a calendar: that of its address, else the present month. */
export const spanOf = (wanted: string, today: string): string => (SPAN.test(wanted) ? wanted : today.slice(0, 7));

/** Return whether the span is a week, not a month. */
export const isWeek = (span: string): boolean => span.length > 7;

/** Return the weeks of a month, or the one week of a day. */
export const spanWeeks = (span: string): readonly (readonly string[])[] =>
  isWeek(span) ? [Array.from({ length: 7 }, (_none, at) => addDays(mondayOf(span), at))] : monthWeeks(span);

/** Return the month or week that is `by` months or weeks later. */
export const spanAfter = (span: string, by: number): string =>
  isWeek(span) ? addDays(mondayOf(span), by * 7) : monthAfter(span, by);

/**
 * Switch between month and week. From a week: its month. From a month: the present week if it is in this month, else
 * its first week.
 */
export function otherSpan(span: string, today: string): string {
  if (isWeek(span)) return span.slice(0, 7);
  return today.startsWith(span) ? today : `${span}-01`;
}

/** Return the weeks of a month (`2026-11`), Monday to Sunday; the first and the last extend into its neighbours. */
export function monthWeeks(month: string): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  for (let day = mondayOf(`${month}-01`); day.slice(0, 7) <= month; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_none, at) => addDays(day, at)));
  return weeks;
}

/** Return the month that is `by` months later. */
export function monthAfter(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}
