import { addDays, addMonths } from '#kernel/language/days.ts';
import { type WorkingTime, isWorkday, workDaysBetween, workingMinutesBetween } from '../../working-time.rules.ts';

export interface LeaveSpan {
  readonly leaveType: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** The totals of a technician's leave in a month. Hours and percentages are texts with two decimals. */
export interface MonthOfLeave {
  readonly leaveCount: number;
  readonly leaveDays: number;
  readonly lostMinutes: number;
  readonly totalHours: string;
  readonly attendance: string;
  readonly availability: string;
  readonly byType: Readonly<Record<string, string>>;
}

const hoursOf = (minutes: number): string => (minutes / 60).toFixed(2);

/** Return the first moment of a month (`yyyy-MM`) and that of the next month. */
export const boundsOf = (month: string): readonly [from: string, to: string] => [
  `${month}-01 00:00:00`,
  `${addMonths(`${month}-01`, 1)} 00:00:00`,
];

/** Return the months (`yyyy-MM`) that a span touches, at most 24. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (
    let month = from.slice(0, 7);
    month <= to.slice(0, 7) && months.length < 24;
    month = addMonths(`${month}-01`, 1).slice(0, 7)
  )
    months.push(month);
  return months;
}

/**
 * Compute a technician's leave in a month; only the part within the month counts. `capacity` is the minutes a day
 * available for dispatch.
 */
export function monthOfLeave(
  month: string,
  leaves: readonly LeaveSpan[],
  hours: WorkingTime,
  capacity: number,
): MonthOfLeave {
  const [from, to] = boundsOf(month);
  const inside = leaves
    .map((one) => ({
      ...one,
      startTime: one.startTime > from ? one.startTime : from,
      endTime: one.endTime < to ? one.endTime : to,
    }))
    .filter((one) => one.startTime < one.endTime);
  const minutes = inside.map((one) => workingMinutesBetween(one.startTime, one.endTime, hours));
  const lost = minutes.reduce((sum, one) => sum + one, 0);
  const whole = workingMinutesBetween(from, to, hours);
  let workdays = 0;
  for (let day = from.slice(0, 10); day < to.slice(0, 10); day = addDays(day, 1))
    if (isWorkday(day, hours)) workdays += 1;
  const byType: Record<string, number> = {};
  inside.forEach((one, at) => {
    byType[one.leaveType] = (byType[one.leaveType] ?? 0) + minutes[at];
  });
  return {
    leaveCount: inside.length,
    leaveDays: inside.reduce((sum, one) => sum + workDaysBetween(one.startTime, one.endTime, hours), 0),
    lostMinutes: lost,
    totalHours: hoursOf(lost),
    attendance: whole === 0 ? '100.00' : ((100 * (whole - lost)) / whole).toFixed(2),
    availability: hoursOf(Math.max(0, workdays * capacity - lost)),
    byType: Object.fromEntries(Object.entries(byType).map(([type, sum]) => [type, hoursOf(sum)])),
  };
}
