import type { PlannedVisit } from './occurrence-dates.rules.ts';

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

/** Return the days of a span out of ascending days. */
function daysWithin(days: readonly string[], from: string, to: string): readonly string[] {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (days[middle] < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < days.length && days[end] <= to) end += 1;
  return days.slice(low, end);
}

/**
 * Return the day of a new visit: its own day, unless the team is above the limit then. Else a working day of the window
 * on which the team goes to the same premises, else the one with the least load. `workDays` ascend.
 */
export function levelledDay(
  visit: PlannedVisit,
  workDays: readonly string[],
  team: TeamCalendar,
  { limit, today }: { readonly limit: number; readonly today: string },
): string {
  const shareOn = (day: string): number => shareWith(team.loadOn(day), visit.minutes);
  if (shareOn(visit.day) <= limit) return visit.day;
  const days = daysWithin(workDays, visit.from < today ? today : visit.from, visit.to);
  let best = { day: visit.day, share: shareOn(visit.day) };
  for (const day of days) {
    const share = shareOn(day);
    if (share <= limit && team.isThere(day)) return day;
    if (share < best.share) best = { day, share };
  }
  return best.day;
}
