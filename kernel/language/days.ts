import type { Label } from './label.ts';

/**
 * Days are `yyyy-MM-dd` and moments `yyyy-MM-dd HH:mm:ss`, in the tenant's time zone. Their texts compare and sort by
 * time.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Return a day for English readers: `2026-11-21` as 21 Nov 2026. */
export const englishDay = (day: string): string =>
  `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/**
 * Return a moment (`yyyy-MM-dd HH:mm:ss`) or a day in both languages, to the minute and without its year: 11-21 14:05 /
 * 21 Nov 14:05.
 */
export const minuteWords = (moment: string): Label => [
  moment.slice(5, 16),
  `${englishDay(moment).slice(0, -5)} ${moment.slice(11, 16)}`.trim(),
];

/** Return the number of days from one day to another, both `yyyy-MM-dd`; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Years have four digits, so that texts compare by time: whatever is later is the last of these days. */
const LAST_DAY = '9999-12-31';
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

const pad = (n: number): string => String(n).padStart(2, '0');

const msOf = (moment: string): number => {
  const [year, month, date, hour = 0, minute = 0, second = 0] = moment.split(/[- :]/).map(Number);
  return Date.UTC(year, month - 1, date, hour, minute, second);
};

const momentOf = (ms: number): string => {
  const at = new Date(Math.min(ms, LAST_MS));
  return `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
};

export const dayOf = (moment: string): string => moment.slice(0, 10);

/** Return the day that is `days` days after a day; a negative number goes back. */
export const addDays = (day: string, days: number): string => momentOf(msOf(day) + days * DAY).slice(0, 10);

/** Return the day that is `months` months later. The 31st becomes the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const first = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(first / 12), (first % 12) + 1];
  if (toYear > 9999) return LAST_DAY;
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return `${toYear}-${pad(toMonth)}-${pad(Math.min(date, last))}`;
}

export const addMinutes = (moment: string, minutes: number): string => momentOf(msOf(moment) + minutes * MINUTE);

/** Return the number of whole minutes from one moment to a later one. */
export const minutesBetween = (from: string, to: string): number => Math.floor((msOf(to) - msOf(from)) / MINUTE);

export const addSeconds = (moment: string, seconds: number): string => momentOf(msOf(moment) + seconds * 1000);

export const secondsBetween = (from: string, to: string): number => (msOf(to) - msOf(from)) / 1000;

/** Return the day of the week, from 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (day: string): number => new Date(msOf(day)).getUTCDay() || 7;

/** Return a number of minutes as people write it: 1小时5分, 1 h 5 min. */
export function lengthWords(minutes: number): Label {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  return [
    [hours ? `${hours}小时` : '', rest || !hours ? `${rest}分` : ''].join(''),
    [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' '),
  ];
}

/** Return the first day of the month that is `months` months after the month of `day`; negative numbers go back. */
export const monthFrom = (day: string, months: number): string => addMonths(`${day.slice(0, 7)}-01`, months);

/** Return all days from one to another, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
