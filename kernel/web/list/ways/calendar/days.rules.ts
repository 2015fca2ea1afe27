import { dayAfter } from '#kernel/language/days.ts';

/** The Monday of the week in which a day lies. */
const mondayOf = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((at + 6) % 7));
};

/** A month (`2026-11`), or the week of a day (`2026-11-23`). */
const SPAN = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/;

/** What a calendar shows: what its address asks for, else the month of today. */
export const spanOf = (asked: string, today: string): string => (SPAN.test(asked) ? asked : today.slice(0, 7));

/** Is it a week and no month? */
export const isWeek = (span: string): boolean => span.length > 7;

/** The weeks of a month, or the one of a day. */
export const spanWeeks = (span: string): readonly (readonly string[])[] =>
  isWeek(span) ? [Array.from({ length: 7 }, (_none, at) => dayAfter(mondayOf(span), at))] : monthWeeks(span);

/** The month or the week so many away from another. */
export const spanAfter = (span: string, by: number): string =>
  isWeek(span) ? dayAfter(mondayOf(span), by * 7) : monthAfter(span, by);

/** The same time as a week, or as a month: the week of today, where it lies in that month, else its first. */
export function otherSpan(span: string, today: string): string {
  if (isWeek(span)) return span.slice(0, 7);
  return today.startsWith(span) ? today : `${span}-01`;
}

/** The weeks of a month (`2026-11`), each from Monday to Sunday; the first and the last reach into the months beside it. */
export function monthWeeks(month: string): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  for (let day = mondayOf(`${month}-01`); day.slice(0, 7) <= month; day = dayAfter(day, 7))
    weeks.push(Array.from({ length: 7 }, (_none, at) => dayAfter(day, at)));
  return weeks;
}

/** The month so many months away from another. */
export function monthAfter(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}
