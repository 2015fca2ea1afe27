import { addDays, dayOf, weekdayOf } from '#kernel/language/days.ts';

/** Return a moment from 07:00 to 22:00 unchanged, else 07:10 of the next morning, when the dispatchers begin. */
export const atDesk = (moment: string): string =>
  moment.slice(11, 13) < '07'
    ? `${dayOf(moment)} 07:10:00`
    : moment.slice(11, 13) >= '22'
      ? `${addDays(dayOf(moment), 1)} 07:10:00`
      : moment;

/** Return the day that is this many days later, without counting Sundays. */
export function workdayAfter(day: string, days: number): string {
  let on = day;
  for (let left = days; left > 0;) {
    on = addDays(on, 1);
    if (weekdayOf(on) !== 7) left -= 1;
  }
  return on;
}

export const earlier = (one: string, other: string): string => (one < other ? one : other);
export const later = (one: string, other: string): string => (one > other ? one : other);
