import type { Label } from '#kernel/language/label.ts';
import { addMinutes, minutesBetween } from '#business/masterdata/days.rules.ts';
import { metresBetween, roadKm } from '../../candidates/distance.rules.ts';
import { STEP_MINUTES } from '../free-window.rules.ts';
import type { BoardVisit } from '../board.calls.ts';

/** Heights and widths of the board, in px. */
export const ROW_PX = 58;
export const ORDER_PX = 92;
const HOUR_PX = 49;
/** An hour may be a little narrower when the whole day fits that way. */
const LEAST_HOUR_PX = 46;

/** Full hours of a day that the timeline shows. */
export interface TimeScale {
  readonly day: string;
  readonly first: number;
  readonly last: number;
  /** px an hour */ readonly hour: number;
}

const hourOf = (moment: string, day: string): number => minutesBetween(`${day} 00:00:00`, moment) / 60;

/** The hours of a day: 8 to 20, and more when something lies outside; as wide as there is room. */
export function timeScaleOf(day: string, spans: readonly { from: string; to: string }[], room: number): TimeScale {
  const first = Math.max(0, Math.floor(Math.min(8, ...spans.map((one) => hourOf(one.from, day)))));
  const last = Math.min(24, Math.ceil(Math.max(20, ...spans.map((one) => hourOf(one.to, day)))));
  return {
    day,
    first,
    last,
    hour: Math.max(room / (last - first) < LEAST_HOUR_PX ? HOUR_PX : room / (last - first), LEAST_HOUR_PX),
  };
}

export const scaleWidth = (scale: TimeScale): number => (scale.last - scale.first) * scale.hour;

/** Where a moment lies, in px from the left edge of the timeline; kept inside it. */
export const xOf = (moment: string, scale: TimeScale): number =>
  Math.min(scaleWidth(scale), Math.max(0, (hourOf(moment, scale.day) - scale.first) * scale.hour));

/** Does the timeline show this moment? */
export const shows = (moment: string, scale: TimeScale): boolean =>
  moment.slice(0, 10) === scale.day &&
  hourOf(moment, scale.day) >= scale.first &&
  hourOf(moment, scale.day) <= scale.last;

/** The quarter of an hour that lies nearest to a place of the timeline. */
export function momentAt(x: number, scale: TimeScale): string {
  const minutes = Math.round((x / scale.hour) * (60 / STEP_MINUTES)) * STEP_MINUTES;
  return addMinutes(`${scale.day} 00:00:00`, Math.min(24 * 60 - STEP_MINUTES, Math.max(0, scale.first * 60 + minutes)));
}

/** A visit as it is drawn. `overlap` = minutes that it shares with one before it in the same row, hatched over `overlapPx`. */
export interface TimelineBlock {
  readonly visit: BoardVisit;
  readonly left: number;
  readonly width: number;
  readonly overlap: number;
  readonly overlapPx: number;
}
/** The way between two visits of a day. `km` is null where a place is unknown. */
export interface Bridge {
  readonly left: number;
  readonly width: number;
  readonly km: number | null;
  readonly sameHome: boolean;
}

const LEAST_BLOCK_PX = 14;
/** Narrower than this there is no room for a figure. */
const LEAST_BRIDGE_PX = 18;

function bridgeOf(before: BoardVisit, next: BoardVisit, scale: TimeScale): Bridge | null {
  const [left, right] = [xOf(before.to, scale), xOf(next.from, scale)];
  if (right - left < LEAST_BRIDGE_PX) return null;
  const sameHome = before.customerId === next.customerId;
  const metres = metresBetween(before.location, next.location);
  // A long pause is no long way: the figure stands just before the next visit.
  const width = Math.min(right - left, scale.hour * 1.5);
  return { left: right - width, width, km: metres === null ? null : roadKm(metres), sameHome };
}

/** The blocks and bridges of a row on the day of the scale. */
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
      width: Math.max(LEAST_BLOCK_PX, xOf(visit.to, scale) - left),
      overlap: minutesBetween(visit.from, shared),
      overlapPx: xOf(shared, scale) - left,
    });
    const bridge = at > 0 ? bridgeOf(own[at - 1], visit, scale) : null;
    if (bridge) bridges.push(bridge);
    if (visit.to > until) until = visit.to;
  }
  return { blocks, bridges };
}

/** Which of many things of the same height are to be drawn, with a few on both sides so that scrolling shows no gap. */
export function visibleSpanOf(
  count: number,
  height: number,
  scrolled: number,
  room: number,
  spare = 4,
): { first: number; last: number } {
  return {
    first: Math.max(0, Math.floor(scrolled / height) - spare),
    last: Math.min(count, Math.ceil((scrolled + room) / height) + spare),
  };
}

/** How full a day is: above 92 % it is worth a look, above 100 % it is too much. */
export const loadTone = (minutes: number, capacity: number): 'grey' | 'amber' | 'red' =>
  minutes > capacity ? 'red' : minutes > capacity * 0.92 ? 'amber' : 'grey';

const STARTED = ['traveling', 'working', 'paused'];
/** States of a visit that was sent and has not begun. */
export const NOT_STARTED: readonly string[] = ['pendingAccept', 'accepted', 'appointed'];

/** Why a block cannot be moved; null when it can. */
export type Fixed = 'over' | 'started' | 'helper' | 'lockedTime' | 'lockedPerson' | null;

/** Why something cannot be moved, in one short sentence. */
export const FIXED: Readonly<Record<NonNullable<Fixed>, Label>> = {
  over: ['已结束，不能改期', 'It is over'],
  started: ['已出发，改派由班组长操作', 'Under way: the leader transfers'],
  helper: ['协助人员的时间随主修改动', 'An assistant follows the lead'],
  lockedTime: ['时间已锁定', 'Its time is locked'],
  lockedPerson: ['人员已锁定', 'Its technician is locked'],
};

/** May its time be changed? */
export function fixedTime(visit: BoardVisit): Fixed {
  if (!visit.lead) return 'helper';
  if (STARTED.includes(visit.state)) return 'started';
  if (!NOT_STARTED.includes(visit.state)) return 'over';
  return visit.lockType === 'time' || visit.lockType === 'both' ? 'lockedTime' : null;
}

/** May somebody else take it over? Under way only where the person may say so. */
function fixedPerson(visit: BoardVisit, mayUnderWay: boolean): Fixed {
  if (!visit.lead) return 'helper';
  if (STARTED.includes(visit.state)) return mayUnderWay ? null : 'started';
  if (!NOT_STARTED.includes(visit.state)) return 'over';
  return visit.lockType === 'person' || visit.lockType === 'both' ? 'lockedPerson' : null;
}

/** Why it cannot go to a row and window; null when it can. Who may not move what is under way never has it in his hand. */
export function fixedAt(
  visit: BoardVisit,
  to: { readonly technicianId: string; readonly from: string; readonly to: string },
): Fixed {
  const sameTime = visit.from === to.from && visit.to === to.to;
  if (visit.technicianId === to.technicianId) return sameTime ? null : fixedTime(visit);
  const fixed = fixedPerson(visit, true);
  return fixed === null && !sameTime && fixedTime(visit) === 'lockedTime' ? 'lockedTime' : fixed;
}
