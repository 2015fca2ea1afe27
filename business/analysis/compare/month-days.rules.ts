import { addDays, daysFrom } from '#kernel/language/days.ts';
import { lastOf } from '#kernel/language/must.ts';
import { bucketsOf } from '../energy/periods.rules.ts';

/** Return the days of a month before today, oldest first. */
export function daysOver(month: string, today: string): string[] {
  const buckets = bucketsOf('month', month, { firstYear: 0, today });
  const yesterday = addDays(today, -1);
  const last = lastOf(buckets).last < yesterday ? lastOf(buckets).last : yesterday;
  return last < buckets[0].first ? [] : daysFrom(buckets[0].first, last);
}

/** Return the same days of the year before, without 29 February. */
export const yearBefore = (days: readonly string[]): string[] =>
  days.map((day) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`).filter((day) => !day.endsWith('02-29'));
