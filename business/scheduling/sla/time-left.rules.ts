import type { Label } from '#kernel/language/label.ts';
import { lengthWords, minutesBetween } from '#kernel/language/days.ts';

/** Return the minutes until a due time; negative if it has passed. */
export const minutesUntil = (due: string, now: string): number =>
  due < now ? -minutesBetween(due, now) : minutesBetween(now, due);

const HOUR = 60;

/** Return the colour for the minutes left: red if late, amber within the last hour, else green. */
export const leftTone = (left: number): 'red' | 'amber' | 'green' =>
  left < 0 ? 'red' : left < HOUR ? 'amber' : 'green';

/** Return the time left as text: 剩 26分, 超 1小时5分; from a day on in days. */
export function dueWords(left: number): Label {
  const minutes = Math.abs(left);
  const days = Math.floor(minutes / 1440);
  const [zh, en] = days >= 1 ? [`${days} 天`, `${days} d`] : lengthWords(minutes);
  return left < 0 ? [`超 ${zh}`, `${en} late`] : [`剩 ${zh}`, `${en} left`];
}

/** Return the share of the time left, 0 to 1. */
export function shareLeft(began: string, due: string, now: string): number {
  if (due <= now) return 0;
  const whole = minutesBetween(began, due);
  return whole <= 0 ? 1 : Math.min(1, minutesBetween(now, due) / whole);
}
