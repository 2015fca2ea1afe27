import { daysFrom } from '#kernel/language/days.ts';
import { type PlannedVisit, type WorkDays, isWorkDay } from './occurrence-dates.rules.ts';

/** Minutes of a team on a day. */
interface Load {
  readonly minutes: number;
  readonly capacity: number;
}

/** Facts of a team: its load on a day, and whether it already goes to the premises of the visit then. */
export interface TeamCalendar {
  readonly loadOn: (day: string) => Load;
  readonly isThere: (day: string) => boolean;
}

/** Return the load of a day with a further visit, as a share of the capacity; a day without capacity is overloaded. */
const shareWith = ({ minutes, capacity }: Load, more: number): number =>
  capacity > 0 ? (minutes + more) / capacity : Infinity;

/**
 * Return the day of a new visit: its own day, unless the team is above the limit then. Else a working day of the window
 * on which the team goes to the same premises, else the one with the least load.
 */
export function levelledDay(
  visit: PlannedVisit,
  work: WorkDays,
  team: TeamCalendar,
  { limit, today }: { readonly limit: number; readonly today: string },
): string {
  const shareOn = (day: string): number => shareWith(team.loadOn(day), visit.minutes);
  if (shareOn(visit.day) <= limit) return visit.day;
  const days = daysFrom(visit.from, visit.to).filter((day) => day >= today && isWorkDay(work, day));
  const there = days.find((day) => team.isThere(day) && shareOn(day) <= limit);
  if (there) return there;
  const [best] = days
    .map((day) => ({ day, share: shareOn(day) }))
    .toSorted((one, other) => one.share - other.share || one.day.localeCompare(other.day));
  return best && best.share < shareOn(visit.day) ? best.day : visit.day;
}
