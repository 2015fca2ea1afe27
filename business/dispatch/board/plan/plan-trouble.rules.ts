import type { Label } from '#kernel/language/label.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import type { BoardTechnician, Roads } from '../board.calls.ts';
import { gapBetween } from '../../occupancy/conflicts.rules.ts';

/** A visit of a plan, with the facts by which it may collide with others. */
export interface PlannedBlock {
  readonly order: { readonly id: string; readonly customerName: string; readonly location: string | null };
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
}

interface Other {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly location: string | null;
}

function between(one: PlannedBlock, other: Other, roads: Roads): Label | null {
  if (one.from < other.to && other.from < one.to) return [`与${other.name}时间重叠`, `Overlaps ${other.name}`];
  const gap = other.to <= one.from ? minutesBetween(other.to, one.from) : minutesBetween(one.to, other.from);
  return gap < gapBetween(other.location, one.order.location, roads)
    ? [`与${other.name}之间赶不到`, `No time for the way to ${other.name}`]
    : null;
}

/**
 * Return what now prevents a planned visit, such as a visit of another person at that time, or a move by hand. Null if
 * nothing does.
 */
export function troubleOf(
  one: PlannedBlock,
  {
    row,
    lines,
    isWaiting,
    roads,
  }: {
    /** The technician's row as the board shows it now. */ readonly row: BoardTechnician | undefined;
    readonly lines: readonly PlannedBlock[];
    readonly isWaiting: (orderId: string) => boolean;
    readonly roads: Roads;
  },
): Label | null {
  if (!isWaiting(one.order.id)) return ['已不在待派池', 'No longer waiting'];
  if (!row) return ['技师已不在看板', 'The technician is not on the board'];
  if (row.leave.some((leave) => leave.from < one.to && one.from < leave.to)) return ['技师请假', 'On leave'];
  const day = one.from.slice(0, 10);
  const others: Other[] = [
    ...row.visits
      .filter((visit) => visit.from.slice(0, 10) === day && visit.registrationFormId !== one.order.id)
      .map((visit) => ({ ...visit, name: visit.customerName })),
    ...lines
      .filter((line) => line.order.id !== one.order.id && line.technicianId === one.technicianId)
      .map((line) => ({ ...line, name: line.order.customerName, location: line.order.location })),
  ];
  for (const other of others) {
    const found = between(one, other, roads);
    if (found) return found;
  }
  return null;
}
