import { minutesBetween } from '#kernel/language/days.ts';
import { spansOf } from '#business/scheduling/working-time.rules.ts';
import type { Candidate, TimeSpan } from './conflicts.rules.ts';

/** Return the minutes of a span outside of leaves; leaves may overlap each other. */
function leftOf(from: string, to: string, away: readonly TimeSpan[]): number {
  let [at, left] = [from, 0];
  for (const one of away.toSorted((a, b) => a.from.localeCompare(b.from))) {
    if (one.to <= at || one.from >= to) continue;
    if (one.from > at) left += minutesBetween(at, one.from);
    at = one.to < to ? one.to : to;
  }
  return left + (at < to ? minutesBetween(at, to) : 0);
}

/** Return the working minutes of a technician on a day, without lunch and approved leave; 0 if off duty. */
export function dutyMinutes(
  of: Pick<Candidate, 'workDays' | 'workStart' | 'workEnd' | 'special' | 'away'>,
  day: string,
  lunch: { readonly from: string; readonly to: string },
): number {
  return spansOf(day, {
    weekdays: of.workDays,
    start: of.workStart.slice(0, 5),
    end: of.workEnd.slice(0, 5),
    lunch: [lunch.from, lunch.to],
    special: of.special,
  }).reduce((sum, [from, to]) => sum + leftOf(from, to, of.away), 0);
}
