import { type WorkingTime, workingMinutesBetween } from '#business/scheduling/working-time.rules.ts';
import { secondsBetween } from '#business/masterdata/days.rules.ts';

/** Any day: only the length of the hours counts. */
const DAY = '2026-01-05';

/** Minutes of a whole day of work. */
function minutesOfDay({ start, end, lunch }: WorkingTime): number {
  const between = (from: string, to: string): number => secondsBetween(`${DAY} ${from}:00`, `${DAY} ${to}:00`) / 60;
  const break_ = lunch && lunch[0] < end && lunch[1] > start ? between(lunch[0], lunch[1]) : 0;
  return Math.max(between(start, end) - break_, 1);
}

/** Days of work between two moments (`yyyy-MM-dd HH:mm:ss`), to one decimal: half a day is 0.5, a weekend nothing. */
export const workingDaysIn = (from: string, to: string, hours: WorkingTime): number =>
  Math.round((workingMinutesBetween(from, to, hours) / minutesOfDay(hours)) * 10) / 10;
