import { addDays } from '#kernel/language/days.ts';
import type { Manifest } from './manifest.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Time of day at which the archive and each of its day slices end, in Shanghai. */
export const ENDS_AT = '07:30:00';

/**
 * The distance by which an archive is moved: whole weeks, and the day of the present week that it reaches (0 is
 * Monday).
 */
export interface Position {
  readonly weeks: number;
  readonly day: number;
}

/** Return the moment (milliseconds) at which the archive ends on its Monday. */
export const archiveEnd = (monday: string): number => Date.parse(`${monday}T${ENDS_AT}+08:00`);

/**
 * Return the distance by which an archive is moved at a moment. Its newest loaded day then ends at the last 07:30
 * before that moment.
 */
export function positionAt({ monday, days }: Pick<Manifest, 'monday' | 'days'>, nowMs: number): Position {
  const passed = Math.floor((nowMs - archiveEnd(monday)) / DAY_MS);
  const weeks = Math.floor(passed / WEEK_DAYS);
  return { weeks, day: Math.min(passed - weeks * WEEK_DAYS, days) };
}

const monthIndex = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const monthText = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;

/**
 * Matches dates in stored text: ISO days, days in paper numbers, days without a year before a time, months, and English
 * dates.
 */
const DATES = new RegExp(
  [
    /(?<![\d-])(?<iso>\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)/,
    /(?<![A-Za-z\d])(?<prefix>[A-Za-z]{1,6})(?<compact>20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?=\d{4,6}(?!\d))/,
    /(?<![\d-])(?<short>(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?= \d\d:\d\d)/,
    // A month. It may also be the rest of a date whose day is cut off at the end of a text.
    /(?<![\d-])(?<month>20\d\d-(?:0[1-9]|1[0-2]))(?:(?![\d-])|(?=-\d?(?:[…\t\n]|$)))/,
    /(?<!\d)(?<dayOfMonth>[1-9]|[12]\d|3[01]) (?<word>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?![a-z])(?: (?<year>20\d\d))?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** A wage period: its month (`yyyy-MM`), first and last day. */
export interface MovedPeriod {
  readonly label: string;
  readonly start: string;
  readonly end: string;
}

/** Moves all dates of an archive by the same number of weeks. The time of day and the weekday do not change. */
export class Shift {
  readonly #days: number;
  readonly #months: number;
  readonly #monday: string;
  readonly #known = new Map<string, string>();

  constructor(monday: string, weeks: number) {
    this.#monday = monday;
    this.#days = weeks * WEEK_DAYS;
    this.#months = monthIndex(addDays(monday, this.#days)) - monthIndex(monday);
  }

  /** Return a day (`yyyy-MM-dd`) moved. */
  day(day: string): string {
    const known = this.#known.get(day);
    if (known !== undefined) return known;
    const moved = addDays(day, this.#days);
    this.#known.set(day, moved);
    return moved;
  }

  /** Return a day (`yyyyMMdd`) or a month (`yyyyMM`) moved. Return any other text unchanged. */
  compact(text: string): string {
    const [, year, month, day] = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?$/.exec(text) ?? [];
    if (!year) return text;
    return (day ? this.day(`${year}-${month}-${day}`) : this.month(`${year}-${month}`)).replaceAll('-', '');
  }

  /** Return the day that becomes this day when it is moved. */
  back(day: string): string {
    return addDays(day, -this.#days);
  }

  /** Return a month (`yyyy-MM`) moved: the month of the archive's end becomes the month of its new end. */
  month(month: string): string {
    return monthText(monthIndex(month) + this.#months);
  }

  /** Return a text with every date in it moved. */
  text(text: string): string {
    if (this.#days === 0) return text;
    return text.replace(DATES, (_found: string, ...more: unknown[]) =>
      this.#moved(more.at(-1) as Record<string, string | undefined>),
    );
  }

  /**
   * Return a wage period moved. Finished ones move by weeks, like the work in them. The running one ends with a
   * calendar month, since the next one begins there.
   */
  period({ label, start, end }: MovedPeriod): MovedPeriod {
    const month = this.month(label);
    return {
      label: month,
      start: start <= this.#monday ? this.day(start) : `${month}-01`,
      end: end < this.#monday ? this.day(end) : addDays(`${monthText(monthIndex(month) + 1)}-01`, -1),
    };
  }

  #moved({ iso, prefix, compact, short, month, dayOfMonth, word, year }: Record<string, string | undefined>): string {
    if (iso) return this.day(iso);
    if (compact) return `${prefix}${this.compact(compact)}`;
    if (short) return this.day(this.#nearest(short)).slice(5);
    if (month) return this.month(month);
    const monthDay = `${String(MONTHS.indexOf(word as (typeof MONTHS)[number]) + 1).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
    const moved = this.day(year ? `${year}-${monthDay}` : this.#nearest(monthDay));
    return `${Number(moved.slice(8))} ${MONTHS[Number(moved.slice(5, 7)) - 1]}${year ? ` ${moved.slice(0, 4)}` : ''}`;
  }

  /** Return a date without a year (`MM-dd`) with the year that puts it nearest to the end of the archive. */
  #nearest(monthDay: string): string {
    const year = Number(this.#monday.slice(0, 4));
    const distance = (one: number): number => Math.abs(Date.parse(`${one}-${monthDay}`) - Date.parse(this.#monday));
    const [nearest] = [year - 1, year, year + 1].toSorted((one, other) => distance(one) - distance(other));
    return `${nearest}-${monthDay}`;
  }
}
