import type { Label } from '#kernel/language/label.ts';
import { addMinutes, minutesBetween } from '#kernel/language/days.ts';
import { metresBetween, roadKm } from '../../candidates/distance.rules.ts';
import { STEP_MINUTES } from '../free-window.rules.ts';
import type { BoardVisit } from '../board.calls.ts';

/** Height of a row of the board, in px. */
export const ROW_PX = 58;
export const ORDER_PX = 92;
const HOUR_PX = 49;
/**
 * Minimal width of an hour in px at which the whole day is fitted into the page. If even that is too wide, `HOUR_PX` is
 * used and the timeline scrolls.
 */
const MIN_HOUR_PX = 46;

/** The part of a day on the timeline, from hour `first` to hour `last`. */
export interface TimeScale {
  readonly day: string;
  readonly first: number;
  readonly last: number;
  /** Width of an hour in px. */ readonly hour: number;
}

const hourOf = (moment: string, day: string): number => minutesBetween(`${day} 00:00:00`, moment) / 60;

/** Return the scale of a day: 8 to 20 o'clock, extended to include these spans, as wide as `room` (px) allows. */
export function timeScaleOf(day: string, spans: readonly { from: string; to: string }[], room: number): TimeScale {
  const first = Math.max(0, Math.floor(Math.min(8, ...spans.map((one) => hourOf(one.from, day)))));
  const last = Math.min(24, Math.ceil(Math.max(20, ...spans.map((one) => hourOf(one.to, day)))));
  return {
    day,
    first,
    last,
    hour: Math.max(room / (last - first) < MIN_HOUR_PX ? HOUR_PX : room / (last - first), MIN_HOUR_PX),
  };
}

export const scaleWidth = (scale: TimeScale): number => (scale.last - scale.first) * scale.hour;

/** Return the position of a moment in px from the left edge, within the timeline. */
export const xOf = (moment: string, scale: TimeScale): number =>
  Math.min(scaleWidth(scale), Math.max(0, (hourOf(moment, scale.day) - scale.first) * scale.hour));

/** Return whether a moment is within the timeline. */
export const shows = (moment: string, scale: TimeScale): boolean =>
  moment.slice(0, 10) === scale.day &&
  hourOf(moment, scale.day) >= scale.first &&
  hourOf(moment, scale.day) <= scale.last;

/** Return the quarter hour nearest to a position of the timeline. */
export function momentAt(x: number, scale: TimeScale): string {
  const minutes = Math.round((x / scale.hour) * (60 / STEP_MINUTES)) * STEP_MINUTES;
  return addMinutes(`${scale.day} 00:00:00`, Math.min(24 * 60 - STEP_MINUTES, Math.max(0, scale.first * 60 + minutes)));
}

/**
 * The position of a visit in px. `overlap`: minutes shared with earlier visits of the row; `overlapPx`: their width.
 */
export interface TimelineBlock {
  readonly visit: BoardVisit;
  readonly left: number;
  readonly width: number;
  readonly overlap: number;
  readonly overlapPx: number;
}
/** Travel between two visits of a day, drawn before the later one. `km` is null if a place is unknown. */
export interface Bridge {
  readonly left: number;
  readonly width: number;
  readonly km: number | null;
  readonly sameHome: boolean;
}

const MIN_BLOCK_PX = 14;
/** Narrower gaps show no travel. */
const MIN_BRIDGE_PX = 18;

function bridgeOf(before: BoardVisit, next: BoardVisit, scale: TimeScale): Bridge | null {
  const [left, right] = [xOf(before.to, scale), xOf(next.from, scale)];
  if (right - left < MIN_BRIDGE_PX) return null;
  const sameHome = before.customerId === next.customerId;
  const metres = metresBetween(before.location, next.location);
  // Draw the travel right before the next visit: a long pause must not look like a long way.
  const width = Math.min(right - left, scale.hour * 1.5);
  return { left: right - width, width, km: metres === null ? null : roadKm(metres), sameHome };
}

/** Return the blocks and bridges of a row on the day of the scale. */
export function laidOut(
  visits: readonly BoardVisit[],
  scale: TimeScale,
): { blocks: TimelineBlock[]; bridges: Bridge[] } {
  const ends = addMinutes(`${scale.day} 00:00:00`, 1440);
  const own = visits
    .filter((one) => one.from < ends && one.to > `${scale.day} 00:00:00`)
    .toSorted((one, other) => one.from.localeCompare(other.from) || one.id.localeCompare(other.id));
  const [blocks, bridges]: [TimelineBlock[], Bridge[]] = [[], []];
  let until = '';
  for (const [at, visit] of own.entries()) {
    const left = xOf(visit.from, scale);
    const shared = until > visit.from ? (until < visit.to ? until : visit.to) : visit.from;
    blocks.push({
      visit,
      left,
      width: Math.max(MIN_BLOCK_PX, xOf(visit.to, scale) - left),
      overlap: minutesBetween(visit.from, shared),
      overlapPx: xOf(shared, scale) - left,
    });
    const bridge = at > 0 ? bridgeOf(own[at - 1], visit, scale) : null;
    if (bridge) bridges.push(bridge);
    if (visit.to > until) until = visit.to;
  }
  return { blocks, bridges };
}

/** Return the colour of a load: amber above 92 % of the capacity, red above 100 %. */
export const loadTone = (minutes: number, capacity: number): 'grey' | 'amber' | 'red' =>
  minutes > capacity ? 'red' : minutes > capacity * 0.92 ? 'amber' : 'grey';

const STARTED = ['traveling', 'working', 'paused'];
/** States of a dispatched visit that has not begun. */
export const NOT_STARTED: readonly string[] = ['pendingAccept', 'accepted', 'appointed'];

/** Why a visit cannot be moved; null if it can. */
export type Fixed = 'over' | 'started' | 'helper' | 'lockedTime' | 'lockedPerson' | null;

/** Labels of the reasons why a visit cannot be moved. */
export const FIXED: Readonly<Record<NonNullable<Fixed>, Label>> = {
  over: ['已结束，不能改期', 'It is over'],
  started: ['已出发，改派由班组长操作', 'Under way: the leader transfers'],
  helper: ['协助人员的时间随主修改动', 'An assistant follows the lead'],
  lockedTime: ['时间已锁定', 'Its time is locked'],
  lockedPerson: ['人员已锁定', 'Its technician is locked'],
};

/** Return why the time of a visit cannot be changed; null if it can. */
export function fixedTime(visit: BoardVisit): Fixed {
  if (!visit.lead) return 'helper';
  if (STARTED.includes(visit.state)) return 'started';
  if (!NOT_STARTED.includes(visit.state)) return 'over';
  return visit.lockType === 'time' || visit.lockType === 'both' ? 'lockedTime' : null;
}

/**
 * Return why the technician of a visit cannot be changed; null if this is possible. `mayUnderWay`: the caller may
 * transfer visits under way.
 */
function fixedPerson(visit: BoardVisit, mayUnderWay: boolean): Fixed {
  if (!visit.lead) return 'helper';
  if (STARTED.includes(visit.state)) return mayUnderWay ? null : 'started';
  if (!NOT_STARTED.includes(visit.state)) return 'over';
  return visit.lockType === 'person' || visit.lockType === 'both' ? 'lockedPerson' : null;
}

/**
 * Return why a visit cannot be moved to a row and time window; null if it can. The right to transfer visits under way
 * is assumed: without it a drag of such a visit cannot begin.
 */
export function fixedAt(
  visit: BoardVisit,
  to: { readonly technicianId: string; readonly from: string; readonly to: string },
): Fixed {
  const sameTime = visit.from === to.from && visit.to === to.to;
  if (visit.technicianId === to.technicianId) return sameTime ? null : fixedTime(visit);
  const fixed = fixedPerson(visit, true);
  return fixed === null && !sameTime && fixedTime(visit) === 'lockedTime' ? 'lockedTime' : fixed;
}
