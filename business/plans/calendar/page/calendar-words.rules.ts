import { weekdayOf } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { PlanCalendar, PlanRow, TeamDayShape } from '../plan-calendar.calls.ts';

/** Parts of a bar, from below: share of the capacity in percent. */
export interface BarPart {
  readonly kind: 'known' | 'usual' | 'booked' | 'planned' | 'above';
  readonly height: number;
}

/** The highest bar shows this share of the capacity. */
const TOP = 110;

const sharesOf = ({ capacity, known, usual, booked, planned }: TeamDayShape) =>
  (['known', 'usual', 'booked', 'planned'] as const).map((kind) => ({
    kind,
    share: capacity > 0 ? ({ known, usual, booked, planned }[kind] * 100) / capacity : 0,
  }));

/** Return the load of a day with all its parts, in percent of the capacity; 0 without capacity. */
export const shareOfDay = (of: TeamDayShape): number =>
  Math.round(sharesOf(of).reduce((sum, { share }) => sum + share, 0));

/** Return the state of a load: amber above the limit, red above the capacity. */
export const toneOfShare = (share: number, limit: number): 'red' | 'amber' | undefined =>
  share > 100 ? 'red' : share > limit ? 'amber' : undefined;

/** Return the parts of a day's bar with their heights in percent of the cell. */
export const barOf = (of: TeamDayShape): BarPart[] =>
  sharesOf(of)
    .filter(({ share }) => share > 0)
    .map(({ kind, share }) => ({ kind, height: Math.min(100, (share * 100) / TOP) }));

/** Return the weeks of a calendar with their days. */
export function calendarWeeks(
  days: PlanCalendar['days'],
): { readonly first: string; readonly days: PlanCalendar['days'] }[] {
  return days
    .filter(({ day }) => weekdayOf(day) === 1)
    .map(({ day: first }) => {
      const at = days.findIndex(({ day }) => day === first);
      return { first, days: days.slice(at, at + 7) };
    });
}

/** Return the reason why an overdue plan hangs, and its one next step. */
export function hangingOf(row: PlanRow): {
  readonly why: Label;
  readonly step: 'dispatch' | 'register' | 'call' | 'skip';
} {
  if (row.registrationFormId) return { why: ['登记了没派', 'Registered, not dispatched'], step: 'dispatch' };
  if (row.planStatus === 'booked') return { why: ['约好了，没登记', 'Booked, not registered'], step: 'register' };
  if (row.customerReply === 'refuse') return { why: ['客户拒绝', 'The customer refuses'], step: 'skip' };
  if (row.customerReply === 'later') return { why: ['客户要改期', 'The customer wants another day'], step: 'register' };
  if (Number(row.pushCount ?? 0) > 0)
    return { why: [`推 ${row.pushCount} 次没回`, `${row.pushCount} notices without a reply`], step: 'call' };
  return { why: ['还没联系', 'Not contacted yet'], step: 'call' };
}

/** May a visit be moved to a day? Its window limits the days. */
export const isWithinWindow = ({ windowFrom, windowTo }: PlanRow, day: string): boolean =>
  day >= (windowFrom ?? day) && day <= (windowTo ?? day);

/**
 * Return the values that move a visit to a day: the planned day, or the agreed one of a booked visit. Null: a visit
 * with a work order moves with the order.
 */
export const movedValues = (
  { planStatus, registrationFormId }: PlanRow,
  day: string,
): { readonly planDate: string } | { readonly expectDate: string } | null => {
  if (registrationFormId) return null;
  if (planStatus === 'planned' || planStatus === 'pushed') return { planDate: day };
  return planStatus === 'booked' ? { expectDate: day } : null;
};
