import { addDays, addMinutes, minutesBetween } from '#kernel/language/days.ts';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** A technician's day: working hours (`HH:mm`), visits with their places, and absences. All other times are moments. */
export interface PersonDay {
  readonly day: string;
  readonly works: boolean;
  readonly workStart: string;
  readonly workEnd: string;
  readonly taken: readonly (Span & { readonly location: string | null })[];
  readonly away: readonly Span[];
}

/** The visit to place. `gap` returns the minutes needed between two places: travel and buffer. */
export interface WindowRequest {
  readonly minutes: number;
  readonly location: string | null;
  readonly gap: (from: string | null, to: string | null) => number;
  readonly lunch?: { readonly from: string; readonly to: string };
}

/** Visits begin at multiples of this number of minutes. */
export const STEP_MINUTES = 15;

/** Round a moment up to a quarter hour. */
export function roundedUp(moment: string): string {
  const over = Number(moment.slice(14, 16)) % STEP_MINUTES;
  const whole = `${moment.slice(0, 16)}:00`;
  return over === 0 && moment.slice(17, 19) === '00' ? whole : addMinutes(whole, STEP_MINUTES - over);
}

const overlap = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to;

/**
 * Return whether a time window is free of leave, lunch and visits, with time to travel from the visit before and to the
 * next one.
 */
function hasRoom(of: PersonDay, window: Span, { location, gap, lunch }: WindowRequest): boolean {
  if (of.away.some((away) => overlap(window, away))) return false;
  if (lunch && overlap(window, { from: `${of.day} ${lunch.from}:00`, to: `${of.day} ${lunch.to}:00` })) return false;
  return of.taken.every(
    (taken) =>
      !overlap(window, taken) &&
      (taken.to <= window.from
        ? minutesBetween(taken.to, window.from) >= gap(taken.location, location)
        : minutesBetween(window.to, taken.from) >= gap(location, taken.location)),
  );
}

/**
 * Return the first start between two moments at which the visit fits into the technician's hours; null if there is
 * none.
 */
export function firstFree(of: PersonDay, wanted: WindowRequest, between: Span): string | null {
  if (!of.works) return null;
  const opens = `${of.day} ${of.workStart}:00`;
  const earliest = between.from > opens ? between.from : opens;
  const closes = `${of.day} ${of.workEnd}:00`;
  const latest = between.to < closes ? between.to : closes;
  const starts = [
    earliest,
    ...of.taken.map((taken) => addMinutes(taken.to, wanted.gap(taken.location, wanted.location))),
    ...of.away.map((away) => away.to),
    ...(wanted.lunch ? [`${of.day} ${wanted.lunch.to}:00`] : []),
  ]
    .map(roundedUp)
    .filter((start) => start >= earliest)
    .toSorted();
  return (
    starts.find(
      (start) =>
        addMinutes(start, wanted.minutes) <= latest &&
        hasRoom(of, { from: start, to: addMinutes(start, wanted.minutes) }, wanted),
    ) ?? null
  );
}

/**
 * Return the first day on which a technician can be sent: today, or tomorrow if everyone's working hours are over.
 * `now` is in the tenant's zone.
 */
export function firstOpenDay(people: readonly { readonly workEnd: string }[], now: string): string {
  const today = now.slice(0, 10);
  const isOver = people.length > 0 && people.every((one) => one.workEnd <= now.slice(11, 16));
  return isOver ? addDays(today, 1) : today;
}

/** Return the free gaps of at least `least` minutes within a technician's hours, from a moment on. */
export function freeGapsOf(of: PersonDay, least: number, from: string): Span[] {
  if (!of.works) return [];
  const closes = `${of.day} ${of.workEnd}:00`;
  const opens = `${of.day} ${of.workStart}:00`;
  let at = from > opens ? roundedUp(from) : opens;
  const found: Span[] = [];
  for (const one of [...of.taken, ...of.away].toSorted((a, b) => a.from.localeCompare(b.from))) {
    const to = one.from < closes ? one.from : closes;
    if (to > at && minutesBetween(at, to) >= least) found.push({ from: at, to });
    if (one.to > at) at = one.to;
  }
  if (at < closes && minutesBetween(at, closes) >= least) found.push({ from: at, to: closes });
  return found;
}
