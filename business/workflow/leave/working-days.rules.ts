import { type WorkingTime, workingMinutesBetween } from '#business/scheduling/working-time.rules.ts';
import { secondsBetween } from '#kernel/language/days.ts';

/** An arbitrary day, to compute the length of working hours. */
const DAY = '2026-01-05';

/** Return the working minutes of a whole day, at least 1. */
function minutesOfDay({ start, end, lunch }: WorkingTime): number {
  const between = (from: string, to: string): number => secondsBetween(`${DAY} ${from}:00`, `${DAY} ${to}:00`) / 60;
  const break_ = lunch && lunch[0] < end && lunch[1] > start ? between(lunch[0], lunch[1]) : 0;
  return Math.max(between(start, end) - break_, 1);
}

/**
 * Return the working days between two moments (`yyyy-MM-dd HH:mm:ss`), to one decimal: half a day is 0.5, a weekend is
 * 0.
 */
export const workingDaysIn = (from: string, to: string, hours: WorkingTime): number =>
  Math.round((workingMinutesBetween(from, to, hours) / minutesOfDay(hours)) * 10) / 10;
