import type { Label } from '#kernel/language/label.ts';

/** Days are `yyyy-MM-dd`, moments `yyyy-MM-dd HH:mm:ss`, both in the tenant's zone: as texts they compare and sort as they should. */
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const pad = (n: number): string => String(n).padStart(2, '0');

const msOf = (moment: string): number => {
  const [year, month, date, hour = 0, minute = 0, second = 0] = moment.split(/[- :]/).map(Number);
  return Date.UTC(year, month - 1, date, hour, minute, second);
};

const momentOf = (ms: number): string => {
  const at = new Date(ms);
  return `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
};

export const dayOf = (moment: string): string => moment.slice(0, 10);

export const addDays = (day: string, days: number): string => momentOf(msOf(day) + days * DAY).slice(0, 10);

/** Months later; the 31st becomes the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const first = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(first / 12), (first % 12) + 1];
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return `${toYear}-${pad(toMonth)}-${pad(Math.min(date, last))}`;
}

export const addMinutes = (moment: string, minutes: number): string => momentOf(msOf(moment) + minutes * MINUTE);

/** Whole minutes from one moment to a later one. */
export const minutesBetween = (from: string, to: string): number => Math.floor((msOf(to) - msOf(from)) / MINUTE);

export const addSeconds = (moment: string, seconds: number): string => momentOf(msOf(moment) + seconds * 1000);

export const secondsBetween = (from: string, to: string): number => (msOf(to) - msOf(from)) / 1000;

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => new Date(msOf(day)).getUTCDay() || 7;

/** How long some minutes are, as people say it: 1小时5分, 1 h 5 min. */
export function lengthWords(minutes: number): Label {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  return [
    [hours ? `${hours}小时` : '', rest || !hours ? `${rest}分` : ''].join(''),
    [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' '),
  ];
}
