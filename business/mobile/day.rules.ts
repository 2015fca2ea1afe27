import { englishDay } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { metresBetween, roadKm, travelMinutes } from '#business/dispatch/candidates/distance.rules.ts';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import { addMinutes, dayOf, minutesBetween } from '#business/masterdata/days.rules.ts';
import type { OwnDay, Visit } from '#business/completion/at-door/own-day.calls.ts';

/** The one thing to do next with a visit. `form` opens the completion. */
export type NextStep = 'accept' | 'appoint' | 'depart' | 'arrive' | 'form' | 'resume' | 'correct';

const next: Partial<Record<Visit['taskStatus'], NextStep>> = {
  pendingAccept: 'accept',
  accepted: 'appoint',
  appointed: 'depart',
  traveling: 'arrive',
  working: 'form',
  paused: 'resume',
};

/** Was the completion of this visit sent back to be corrected? */
export const isToCorrect = (of: Visit): boolean => of.completion.completeStatus === 'refill';

export const nextStepOf = (of: Visit): NextStep | null => (isToCorrect(of) ? 'correct' : (next[of.taskStatus] ?? null));

export const isOpenVisit = (of: Visit): boolean => OPEN_VISIT_STATES.includes(of.taskStatus);
export const isVisitUnderWay = (of: Visit): boolean => ['traveling', 'working', 'paused'].includes(of.taskStatus);

/** When it is to begin: as agreed with the customer, else as planned. */
export const beginOf = (of: Visit): string => of.appointFrom || of.planStart;
/** The day of a visit that is left over from before; null for one of today or later, which stands under its day. */
export function earlierDayOf(of: Visit, today: string): Label | null {
  const day = beginOf(of).slice(0, 10);
  return day >= today ? null : [day.slice(5), englishDay(day).slice(0, -5)];
}

export const endOf = (of: Visit): string => of.appointTo || of.planEnd;

/** A stop of the day on the rail: its visit and the way that leads to it (kilometres on the road, minutes). */
export interface DayStop {
  readonly visit: Visit;
  readonly km: number | null;
  readonly minutes: number | null;
}

export interface Day {
  /** Today's visits and those left over from before, in order. */
  readonly stops: readonly DayStop[];
  /** Visits of the next days that were sent already. */
  readonly later: readonly Visit[];
  /** What is to be done now. */
  readonly current: Visit | null;
  readonly done: number;
  readonly km: number;
  /** When the day probably ends, `HH:mm`. */
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

/** What is under way goes before everything else, then the next one that is not over; what must be corrected comes when the rest is done. */
function currentOf(visits: readonly Visit[]): Visit | null {
  return visits.find(isVisitUnderWay) ?? visits.find(isOpenVisit) ?? visits.find(isToCorrect) ?? null;
}

/** The day as it stands, for a person on the move. */
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

/** Is it time to leave, so that one is there when one said? Minutes left until then; below 0 it is late. */
export const minutesToLeave = (stop: DayStop, now: string): number =>
  minutesBetween(now, addMinutes(beginOf(stop.visit), -(stop.minutes ?? 0)));

const HOUR = 60;
const LONG = 120;

/** How long is left, in words short enough for a phone: minutes, beyond two hours whole hours. */
export const timeLeftLabel = (minutes: number): Label =>
  minutes < LONG
    ? [`${minutes} 分`, `${minutes} min`]
    : [`${Math.floor(minutes / HOUR)} 小时`, `${Math.floor(minutes / HOUR)} h`];

/** Minutes at work so far, pauses left out. */
export function workedMinutes(of: Visit, now: string): number {
  if (!of.arriveTime) return 0;
  const until = of.finishTime || of.pausedAt || now;
  return Math.max(0, minutesBetween(of.arriveTime, until) - (of.pauseMinutes || 0));
}

/** Quarter hours of a day in which a customer may be appointed, `HH:mm`, from the start of work to its end. */
export function quartersOf(start: string, end: string): string[] {
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const out: string[] = [];
  for (let at = minutes(start); at <= minutes(end); at += 15)
    out.push(`${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
  return out;
}
