import { dayAfter } from '#kernel/language/days.ts';
import { lastOf } from '#kernel/language/must.ts';
import { daysFrom } from '#business/iot/history/figures/local-day.rules.ts';
import { bucketsOf } from '../energy/periods.rules.ts';

/** The days of a month that are over, oldest first. */
export function daysOver(month: string, today: string): string[] {
  const buckets = bucketsOf('month', month, { firstYear: 0, today });
  const yesterday = dayAfter(today, -1);
  const last = lastOf(buckets).last < yesterday ? lastOf(buckets).last : yesterday;
  return last < buckets[0].first ? [] : daysFrom(buckets[0].first, last);
}

/** The same days of the year before. */
export const yearBefore = (days: readonly string[]): string[] =>
  days.map((day) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`).filter((day) => !day.endsWith('02-29'));
