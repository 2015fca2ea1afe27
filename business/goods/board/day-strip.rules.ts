import { minutesBetween } from '#kernel/language/days.ts';

/** An entry of the strip with its place. */
export interface InLane<E> {
  readonly entry: E;
  readonly lane: number;
  /** Left edge in percent of the strip. */ readonly left: number;
}

/** The hours that a strip shows. */
export interface Hours {
  readonly first: number;
  readonly last: number;
}

const FIRST_HOUR = 8;
const LAST_HOUR = 18;
/** Minutes that an entry occupies in its lane, so that its text is not covered. */
const SHOWN_MINUTES = 60;
const HOUR = 60;

const hourOf = (day: string, at: string): number => minutesBetween(`${day} 00:00:00`, at) / HOUR;

/** Return the hours of a strip: 8 to 18 o'clock, extended to its entries. */
export function stripHours(day: string, moments: readonly string[]): Hours {
  const hours = moments.map((at) => hourOf(day, at));
  return {
    first: Math.max(0, Math.floor(Math.min(FIRST_HOUR, ...hours))),
    last: Math.min(24, Math.ceil(Math.max(LAST_HOUR, ...hours.map((hour) => hour + SHOWN_MINUTES / HOUR)))),
  };
}

/** Return the place of a moment in percent of the strip, within its edges. */
export const stripPlace = (day: string, at: string, { first, last }: Hours): number =>
  Math.min(100, Math.max(0, ((hourOf(day, at) - first) / (last - first)) * 100));

interface Mergeable {
  readonly at: string;
  readonly who: string;
  readonly state: string;
  readonly isCourier: boolean;
  readonly lines: number;
}

/** Return the entries with those of one person, time and state as one: their lines add up. */
export function merged<E extends Mergeable>(entries: readonly E[]): (E & { readonly papers: number })[] {
  const all = new Map<string, E & { readonly papers: number }>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.at, entry.who, entry.state, entry.isCourier]);
    const before = all.get(key);
    const sum = { lines: entry.lines + (before?.lines ?? 0), papers: (before?.papers ?? 0) + 1 };
    all.set(key, { ...(before ?? entry), ...sum });
  }
  return [...all.values()];
}

/** Return the entries with lanes, so that none covers another; each in the first lane with room. */
export function inLanes<E extends { readonly at: string }>(
  day: string,
  entries: readonly E[],
  hours: Hours,
): InLane<E>[] {
  const ends: number[] = [];
  const width = (SHOWN_MINUTES / HOUR / (hours.last - hours.first)) * 100;
  return entries
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map((entry) => {
      const left = Math.min(stripPlace(day, entry.at, hours), 100 - width);
      const free = ends.findIndex((end) => end <= left + 0.01);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = left + width;
      return { entry, lane, left };
    });
}

/** Return the width of an entry in percent of the strip. */
export const entryWidth = ({ first, last }: Hours): number => (SHOWN_MINUTES / HOUR / (last - first)) * 100;
