import type { Label } from '#kernel/language/label.ts';
import { lengthWords, minutesBetween } from '#business/masterdata/days.rules.ts';

/** Minutes until something is late, negative when it is. */
export const minutesUntil = (due: string, now: string): number =>
  due < now ? -minutesBetween(due, now) : minutesBetween(now, due);

const HOUR = 60;

/** How pressing that is: late, within the hour, or still time. */
export const leftTone = (left: number): 'red' | 'amber' | 'green' =>
  left < 0 ? 'red' : left < HOUR ? 'amber' : 'green';

/** 剩 26分, 超 1小时5分; from a day on in days. */
export function dueWords(left: number): Label {
  const minutes = Math.abs(left);
  const days = Math.floor(minutes / 1440);
  const [zh, en] = days >= 1 ? [`${days} 天`, `${days} d`] : lengthWords(minutes);
  return left < 0 ? [`超 ${zh}`, `${en} late`] : [`剩 ${zh}`, `${en} left`];
}

/** The share of its time that is left, 0 to 1. */
export function shareLeft(began: string, due: string, now: string): number {
  if (due <= now) return 0;
  const whole = minutesBetween(began, due);
  return whole <= 0 ? 1 : Math.min(1, minutesBetween(now, due) / whole);
}
