import type { BoardAnswer, BoardTechnician } from '#business/dispatch/board/board.calls.ts';
import { firstFree } from '#business/dispatch/board/free-window.rules.ts';
import { personDay } from '#business/dispatch/board/week/week.rules.ts';
import { gapBetween } from '#business/dispatch/occupancy/conflicts.rules.ts';
import type { TeamLoad } from '../work.calls.ts';
import { loadShare } from './load-share.rules.ts';

/** Minutes that a gap must have for one more visit. */
const MIN_FREE = 60;

type Board = Pick<BoardAnswer, 'now' | 'days' | 'roads' | 'lunch' | 'technicians'>;

/** Return the first time on the board's days at which a technician is free for an hour; empty if there is none. */
function freeOf(board: Board, of: BoardTechnician): string {
  for (const day of board.days) {
    const begins = day === board.now.slice(0, 10) ? board.now : `${day} 00:00:00`;
    const found = firstFree(
      personDay(of, day),
      {
        minutes: MIN_FREE,
        location: null,
        lunch: board.lunch,
        gap: (from, to) => gapBetween(from, to, board.roads),
      },
      { from: begins, to: `${day} 23:59:59` },
    );
    if (found) return found;
  }
  return '';
}

/** Is the technician at work on a day? Somebody who is on leave all day is not. */
const isThere = (one: BoardTechnician, day: string): boolean =>
  (one.days.find((about) => about.day === day)?.works ?? false) &&
  !one.leave.some((leave) => leave.from <= `${day} ${one.workStart}:59` && leave.to >= `${day} ${one.workEnd}:00`);

/** Return the planned minutes of technicians on a day, and the capacity of those at work. */
export function loadOn(
  technicians: readonly BoardTechnician[],
  day: string,
): Pick<TeamLoad, 'people' | 'minutes' | 'capacityMinutes'> {
  const there = technicians.filter((one) => isThere(one, day));
  return {
    people: there.length,
    minutes: technicians
      .flatMap((one) => one.days.filter((about) => about.day === day))
      .reduce((sum, about) => sum + about.loadMinutes, 0),
    capacityMinutes: there.reduce((sum, one) => sum + one.capacityMinutes, 0),
  };
}

/**
 * Return the load of the board's first day by team, the fullest first. Technicians who are on leave all day add no
 * capacity.
 */
export function teamLoads(board: Board): TeamLoad[] {
  const [day] = board.days;
  const teams = [...new Set(board.technicians.map((one) => one.team))];
  return teams
    .map((team) => {
      const all = board.technicians.filter((one) => one.team === team);
      return {
        team,
        ...loadOn(all, day),
        tasks: all.flatMap((one) => one.visits).filter((visit) => visit.lead && visit.from.startsWith(day)).length,
        free:
          all
            .map((one) => freeOf(board, one))
            .filter(Boolean)
            .toSorted()[0] ?? '',
      };
    })
    .toSorted((one, other) => loadShare(other) - loadShare(one) || one.team.localeCompare(other.team));
}
