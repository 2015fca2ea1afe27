import { dayAfter } from '#kernel/language/days.ts';

/** The Monday of the week in which a day lies. */
const mondayOf = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((at + 6) % 7));
};

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
