import type { Label } from './label.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-21` as English readers expect it: 21 Nov 2026. */
export const englishDay = (day: string): string =>
  `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** A moment (`yyyy-MM-dd HH:mm:ss`) or a day in both languages, to the minute and without its year: 11-21 14:05 / 21 Nov 14:05. */
export const minuteWords = (moment: string): Label => [
  moment.slice(5, 16),
  `${englishDay(moment).slice(0, -5)} ${moment.slice(11, 16)}`.trim(),
];

/** The day that lies `days` away from another. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Whole days from one day to another, both `yyyy-MM-dd`; negative where the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
