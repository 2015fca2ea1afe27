import { addMinutes, dayOf, englishDay, minutesBetween } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { metresBetween, roadKm, travelMinutes } from '#business/dispatch/candidates/distance.rules.ts';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import type { OwnDay, Visit } from '#business/completion/at-door/own-day.calls.ts';

/** The next step of a visit on the phone. `form` opens the completion, `correct` the one that was sent back. */
export type NextStep = 'accept' | 'appoint' | 'depart' | 'arrive' | 'form' | 'resume' | 'correct';

const next: Partial<Record<Visit['taskStatus'], NextStep>> = {
  pendingAccept: 'accept',
  accepted: 'appoint',
  appointed: 'depart',
  traveling: 'arrive',
  working: 'form',
  paused: 'resume',
};

/** Was the completion of this visit returned for correction? */
export const isToCorrect = (of: Visit): boolean => of.completion.completeStatus === 'refill';

export const nextStepOf = (of: Visit): NextStep | null => (isToCorrect(of) ? 'correct' : (next[of.taskStatus] ?? null));

export const isOpenVisit = (of: Visit): boolean => OPEN_VISIT_STATES.includes(of.taskStatus);
export const isVisitUnderWay = (of: Visit): boolean => ['traveling', 'working', 'paused'].includes(of.taskStatus);

/** Return the start of a visit: as agreed with the customer, else as planned. */
export const beginOf = (of: Visit): string => of.appointFrom || of.planStart;
/** Return the day of a visit that is left over from an earlier day, as text; null for today or later. */
export function earlierDayOf(of: Visit, today: string): Label | null {
  const day = beginOf(of).slice(0, 10);
  return day >= today ? null : [day.slice(5), englishDay(day).slice(0, -5)];
}

export const endOf = (of: Visit): string => of.appointTo || of.planEnd;

/**
 * A stop of the day: its visit, and the way from the stop before (road kilometres, minutes). Null without coordinates.
 */
export interface DayStop {
  readonly visit: Visit;
  readonly km: number | null;
  readonly minutes: number | null;
}

export interface Day {
  /** Today's visits and those of earlier days, in order. */
  readonly stops: readonly DayStop[];
  /** Dispatched visits of the next days. */
  readonly later: readonly Visit[];
  /** The visit under way, else the next open one, else one to correct; null if there is none. */
  readonly current: Visit | null;
  readonly done: number;
  readonly km: number;
  /** Expected end of the day, `HH:mm`. */
  readonly end: string;
}

const isToday = (of: Visit, today: string): boolean => dayOf(beginOf(of)) <= today;

function stopsOf(visits: readonly Visit[], home: string | null, speed: number): DayStop[] {
  let before = home;
  return visits.map((visit) => {
    const here = visit.registration?.location || null;
    const metres = metresBetween(before, here);
    before = here ?? before;
    const km = metres === null ? null : roadKm(metres);
    return { visit, km, minutes: km === null ? null : travelMinutes(km, speed) };
  });
}

/** Return the current visit: one under way, else the next open one, else one to correct. */
function currentOf(visits: readonly Visit[]): Visit | null {
  return visits.find(isVisitUnderWay) ?? visits.find(isOpenVisit) ?? visits.find(isToCorrect) ?? null;
}

/** Return a technician's day. */
export function dayOfVisits({ technician, speedKmh = 30, visits }: OwnDay, today: string): Day {
  const mine = visits.filter(
    (one) => isOpenVisit(one) || isToCorrect(one) || ['finished', 'partial', 'confirmed'].includes(one.taskStatus),
  );
  const ordered = mine.toSorted((one, other) => beginOf(one).localeCompare(beginOf(other)));
  const now = ordered.filter((one) => isToday(one, today));
  const stops = stopsOf(now, technician?.homeLocation || null, speedKmh);
  const last = now.map(endOf).toSorted().at(-1);
  return {
    stops,
    later: ordered.filter((one) => !isToday(one, today)),
    current: currentOf(now),
    done: now.filter((one) => !isOpenVisit(one) && !isToCorrect(one)).length,
    km: Math.round(stops.reduce((sum, stop) => sum + (stop.km ?? 0), 0) * 10) / 10,
    end: last ? last.slice(11, 16) : '',
  };
}

/** Return the minutes until the technician must leave for a visit; below 0 it is too late to be in time. */
export const minutesToLeave = (stop: DayStop, now: string): number =>
  minutesBetween(now, addMinutes(beginOf(stop.visit), -(stop.minutes ?? 0)));

const HOUR = 60;
const LONG = 120;

/** Return the remaining time as short text: in minutes, from two hours on in whole hours. */
export const timeLeftLabel = (minutes: number): Label =>
  minutes < LONG
    ? [`${minutes} 分`, `${minutes} min`]
    : [`${Math.floor(minutes / HOUR)} 小时`, `${Math.floor(minutes / HOUR)} h`];

/** Return the minutes at work so far, without pauses. */
export function workedMinutes(of: Visit, now: string): number {
  if (!of.arriveTime) return 0;
  const until = of.finishTime || of.pausedAt || now;
  return Math.max(0, minutesBetween(of.arriveTime, until) - (of.pauseMinutes || 0));
}

/** Return the quarter hours for appointments, `HH:mm`, from the start of work to its end. */
export function quartersOf(start: string, end: string): string[] {
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const out: string[] = [];
  for (let at = minutes(start); at <= minutes(end); at += 15)
    out.push(`${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
  return out;
}
