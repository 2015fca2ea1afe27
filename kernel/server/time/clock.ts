import { addDays } from '#kernel/language/days.ts';

/** Source of time. Injected everywhere, so that a seed can run in the past and a test can skip a day. */
export interface Clock {
  /** Milliseconds since 1970. */
  ms(): number;
  /** Resolve after so many milliseconds. */
  rest(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  ms: () => Date.now(),
  rest: (ms) =>
    new Promise((done) => {
      setTimeout(done, ms).unref();
    }),
};

/** A clock that stays at its moment until it is moved. */
export class SetClock implements Clock {
  #ms: number;
  #resting: { readonly until: number; readonly done: () => void }[] = [];
  constructor(ms: number) {
    this.#ms = ms;
  }
  ms(): number {
    return this.#ms;
  }
  set(ms: number): void {
    this.#ms = ms;
    const due = this.#resting.filter((one) => one.until <= ms);
    this.#resting = this.#resting.filter((one) => one.until > ms);
    for (const one of due) one.done();
  }

  pass(ms: number): void {
    this.set(this.#ms + ms);
  }
  rest(ms: number): Promise<void> {
    return ms <= 0
      ? Promise.resolve()
      : new Promise((done) => {
          this.#resting.push({ until: this.#ms + ms, done });
        });
  }
  /** Return the number of calls of `rest` that have not resolved yet, for a test that waits for one. */
  get resting(): number {
    return this.#resting.length;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** The last formatted second by zone: a busy server formats the same one hundreds of times. */
const written = new Map<string, { second: number; text: string }>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format;
}

/** Return a moment as `yyyy-MM-dd HH:mm:ss` of a zone. */
export function inZone(ms: number, zone: string): string {
  const second = Math.floor(ms / 1000);
  const last = written.get(zone);
  if (last?.second === second) return last.text;
  const text = formatOf(zone).format(ms).replace(',', '');
  written.set(zone, { second, text });
  return text;
}

const DAY_MS = 86_400_000;

/**
 * Return the milliseconds since 1970 of a moment in a zone (`yyyy-MM-dd HH:mm:ss`, the time may be missing); undefined
 * where it is invalid. An hour that summer time skips is the one after it.
 */
export function instantIn(moment: string, zone: string): number | undefined {
  const wall = Date.parse(`${moment.trim().replace(' ', 'T')}${moment.trim().length <= 10 ? 'T00:00:00' : ''}Z`);
  if (!Number.isFinite(wall)) return undefined;
  const shift = (at: number): number => Date.parse(`${inZone(at, zone).replace(' ', 'T')}Z`) - at;
  const [before, after] = [shift(wall - DAY_MS), shift(wall + DAY_MS)];
  // The offsets of the day before and the day after differ twice a year: use the one at the moment itself.
  const first = wall - before;
  return shift(first) === before ? first : wall - after;
}

/** Return `2026-11-21 14:05:30` for names of files: 20261121140530. */
export const compact = (moment: string): string => moment.replaceAll(/\D/g, '').slice(0, 14);

const HOUR_MS = 3_600_000;

/** Return the offset of a zone from UTC at a moment (milliseconds). */
function offsetAt(ms: number, zone: string): number {
  return Date.parse(`${formatOf(zone).format(ms).replace(',', '').replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;
}

/** Return the beginning of a day (`yyyy-MM-dd`) in a zone (milliseconds). */
export function startOfDay(day: string, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

/** Return the day (`yyyy-MM-dd`) of a moment in a zone. */
export const localDay = (ms: number, zone: string): string =>
  new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 10);

/** Return the beginnings of the hours of a day in a zone, and the end of the last: 23 to 25 hours. */
export function hoursOf(day: string, zone: string): number[] {
  const begin = startOfDay(day, zone);
  const end = startOfDay(addDays(day, 1), zone);
  const bounds: number[] = [];
  for (let ms = begin; ms < end; ms += HOUR_MS) bounds.push(ms);
  return [...bounds, end];
}
