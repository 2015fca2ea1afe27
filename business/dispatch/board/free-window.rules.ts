import { addDays, addMinutes, minutesBetween } from '#business/masterdata/days.rules.ts';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** A day of one technician: his hours, what takes his time, and where he starts. Hours are `HH:mm`, the rest moments. */
export interface PersonDay {
  readonly day: string;
  readonly works: boolean;
  readonly workStart: string;
  readonly workEnd: string;
  readonly taken: readonly (Span & { readonly location: string | null })[];
  readonly away: readonly Span[];
}

/** What is to be put into it. `gap` = minutes between two places, the way and the buffer included. */
export interface WindowRequest {
  readonly minutes: number;
  readonly location: string | null;
  readonly gap: (from: string | null, to: string | null) => number;
  readonly lunch?: { readonly from: string; readonly to: string };
}

/** Visits begin at quarters of an hour. */
export const STEP_MINUTES = 15;

/** The next quarter of an hour, or this one. */
export function roundedUp(moment: string): string {
  const over = Number(moment.slice(14, 16)) % STEP_MINUTES;
  const whole = `${moment.slice(0, 16)}:00`;
  return over === 0 && moment.slice(17, 19) === '00' ? whole : addMinutes(whole, STEP_MINUTES - over);
}

const overlap = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to;

/** Is there room for the window between what is taken, with the way before and after? */
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

/** The first moment between two at which there is room for it in his hours; null when there is none. */
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

/** The first day on which somebody can still be sent: today, or tomorrow when all of them have finished work. Moments by the clock of the company. */
export function firstOpenDay(people: readonly { readonly workEnd: string }[], now: string): string {
  const today = now.slice(0, 10);
  const isOver = people.length > 0 && people.every((one) => one.workEnd <= now.slice(11, 16));
  return isOver ? addDays(today, 1) : today;
}

/** Stretches of his hours in which nothing is planned, at least so many minutes long. */
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
