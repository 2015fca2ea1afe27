import { addMinutes, minutesBetween } from '#kernel/language/days.ts';
import { gapBetween } from '../../occupancy/conflicts.rules.ts';
import { wishOf, wishedSpans } from '../../candidates/wish.rules.ts';
import { metresBetween, roadKm } from '../../candidates/distance.rules.ts';
import type { BoardAnswer, BoardOrder, BoardTechnician, BoardVisit, Roads } from '../board.calls.ts';
import { type PersonDay, firstFree } from '../free-window.rules.ts';

/** The five slots that a customer may wish: two in the morning, two in the afternoon, one in the evening. */
export const SLOTS = [
  ['08:30', '10:30'],
  ['10:30', '12:30'],
  ['13:30', '15:30'],
  ['15:30', '17:30'],
  ['18:00', '20:00'],
] as const;

const onDay = (visits: readonly BoardVisit[], day: string): BoardVisit[] =>
  visits.filter((one) => one.from.slice(0, 10) === day);

const sharedMinutes = (one: { from: string; to: string }, from: string, to: string): number => {
  const [start, end] = [one.from > from ? one.from : from, one.to < to ? one.to : to];
  return start < end ? minutesBetween(start, end) : 0;
};

/** A technician's day in the week. `boxes`: how full each slot is, 0 to 1. */
export interface Cell {
  readonly day: string;
  readonly works: boolean;
  readonly count: number;
  readonly minutes: number;
  readonly share: number;
  readonly boxes: readonly number[];
  /** Kind of the leave that covers all working hours. */ readonly away: string | null;
}

export function weekCellOf(of: BoardTechnician, day: string): Cell {
  const own = onDay(of.visits, day);
  const about = of.days.find((one) => one.day === day);
  const minutes = about?.loadMinutes ?? 0;
  const away = of.leave.find((one) => one.from <= `${day} ${of.workStart}:59` && one.to >= `${day} ${of.workEnd}:00`);
  return {
    day,
    works: about?.works ?? false,
    count: own.length,
    minutes,
    share: of.capacityMinutes ? minutes / of.capacityMinutes : 0,
    away: away?.leaveType ?? null,
    boxes: SLOTS.map(([from, to]) =>
      Math.min(
        1,
        own.reduce((sum, one) => sum + sharedMinutes(one, `${day} ${from}:00`, `${day} ${to}:00`), 0) /
          minutesBetween(`${day} ${from}:00`, `${day} ${to}:00`),
      ),
    ),
  };
}

/** Return a technician's day as needed to find free time windows; `without` is the id of a visit to ignore. */
export const personDay = (of: BoardTechnician, day: string, without?: string): PersonDay => ({
  day,
  works: of.days.find((one) => one.day === day)?.works ?? false,
  workStart: of.workStart,
  workEnd: of.workEnd,
  away: of.leave,
  taken: onDay(of.visits, day).filter((one) => one.id !== without),
});

const minutesOf =
  (roads: Roads) =>
  (from: string | null, to: string | null): number =>
    gapBetween(from, to, roads);

/**
 * Return the first free time window of an order on a technician's day, inside its wish if possible. Null without one,
 * or if a required skill is missing.
 */
export function fitOf(
  board: Pick<BoardAnswer, 'now' | 'roads' | 'lunch'>,
  of: BoardTechnician,
  day: string,
  order: BoardOrder,
): { from: string; to: string } | null {
  if (!order.skillIds.every((id) => of.skills.includes(id))) return null;
  const begins = day === board.now.slice(0, 10) ? board.now : `${day} 00:00:00`;
  if (day < board.now.slice(0, 10)) return null;
  const wanted = {
    minutes: order.minutes,
    location: order.location,
    lunch: board.lunch,
    gap: minutesOf(board.roads),
  };
  const from = wishedSpans(wishOf(order), { day, minutes: order.minutes, now: board.now })
    .map((span) => firstFree(personDay(of, day), wanted, { ...span, from: span.from > begins ? span.from : begins }))
    .find((start) => start !== null);
  return from ? { from, to: addMinutes(from, order.minutes) } : null;
}

/** Return the kilometres of a technician's day, from the start point through all visits with a known place. */
export function kmOf(of: BoardTechnician, day: string): number {
  const places = [
    of.homeLocation,
    ...onDay(of.visits, day)
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .map((one) => one.location),
  ].filter((one) => one !== null);
  const metres = places.slice(1).reduce((sum, place, at) => sum + (metresBetween(places[at], place) ?? 0), 0);
  return Math.round(roadKm(metres));
}
