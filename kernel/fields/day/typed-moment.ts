/** Is the text an existing date (`yyyy-MM-dd`) between the years 1900 and 2200? */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, date] = parts.slice(1).map(Number);
  const last = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][month - 1];
  return year >= 1900 && year <= 2200 && last !== undefined && date >= 1 && date <= last;
}

/** A day as people type it; the time is null if there is none. */
export interface TypedMoment {
  readonly day: string;
  readonly time: string | null;
}

const DAY = String.raw`(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d\d)(\d\d))`;
const TIME = String.raw`(\d{1,2})(?::|时)(\d{1,2})(?:(?::|分)(\d{1,2})(?:\.\d{1,9})?秒?|分)?`;
const TYPED = new RegExp(`^${DAY}(?:(?:T| {1,3}|(?<=日))${TIME})?$`);

const two = (part: string): string => part.padStart(2, '0');

/** Return the time of the matched parts; null: there is none, undefined: it does not exist. */
function timeOf([hour, minute, second = '0']: readonly (string | undefined)[]): string | null | undefined {
  if (hour === undefined || minute === undefined) return null;
  const exists = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return exists ? `${two(hour)}:${two(minute)}:${two(second)}` : undefined;
}

/**
 * Read a day or a moment as people and spreadsheets in China write it: `2026/1/5 0:00`, `20260105`, `2027年1月26日 9:30`,
 * full-width digits. Null: anything else, so that no text is taken for another day.
 */
export function typedMoment(text: string | undefined): TypedMoment | null {
  const parts = text === undefined || text.length > 40 ? null : TYPED.exec(text.normalize('NFKC').trim());
  if (!parts) return null;
  const [year, , ...dates] = parts.slice(1, 9) as (string | undefined)[];
  const [month = '', date = ''] = dates.filter((part) => part !== undefined);
  const day = `${year}-${two(month)}-${two(date)}`;
  const time = timeOf(parts.slice(9, 12));
  return isDay(day) && time !== undefined ? { day, time } : null;
}
