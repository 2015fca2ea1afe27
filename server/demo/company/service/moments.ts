import { addDays, dayOf, weekdayOf } from '#business/masterdata/days.rules.ts';

/** Dispatchers sit at their desks from seven to ten in the evening. */
export const atDesk = (moment: string): string =>
  moment.slice(11, 13) < '07'
    ? `${dayOf(moment)} 07:10:00`
    : moment.slice(11, 13) >= '22'
      ? `${addDays(dayOf(moment), 1)} 07:10:00`
      : moment;

/** The so-and-so-many-th day after a day that is not a Sunday. */
export function workdayAfter(day: string, days: number): string {
  let on = day;
  for (let left = days; left > 0;) {
    on = addDays(on, 1);
    if (weekdayOf(on) !== 7) left -= 1;
  }
  return on;
}
