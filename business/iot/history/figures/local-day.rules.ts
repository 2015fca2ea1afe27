import { dayAfter } from '#kernel/language/days.ts';

const HOUR_MS = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of UTC at a moment (milliseconds). */
function offsetAt(ms: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return Date.parse(`${format.format(ms).replace(',', '').replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;
}

/** When a day (`yyyy-MM-dd`) begins on the clocks of a zone (milliseconds). */
export function startOfDay(day: string, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

/** The day (`yyyy-MM-dd`) of a moment on the clocks of a zone. */
export const localDay = (ms: number, zone: string): string =>
  new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 10);

/** Where the hours of a day begin in a zone, and where the last one ends: 23 to 25 of them. */
export function hoursOf(day: string, zone: string): number[] {
  const begin = startOfDay(day, zone);
  const end = startOfDay(dayAfter(day, 1), zone);
  const bounds: number[] = [];
  for (let ms = begin; ms < end; ms += HOUR_MS) bounds.push(ms);
  return [...bounds, end];
}

/** All days from one to another, both in it. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
  return days;
}
