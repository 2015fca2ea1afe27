import { addDays, daysBetween } from '#kernel/language/days.ts';

/** The parts of a rule that decide on which days a customer is reminded. */
export interface RuleDays {
  readonly id: string;
  readonly offsetDays: number;
  readonly repeatDays: number | null;
  readonly maxTimes: number;
  readonly stopOnReply: boolean;
}

/** A target of a rule: its due date, and the pushes about it and this date. */
export interface DueTarget {
  readonly dueDate: string;
  readonly isReplied: boolean;
  /** A person pushed it in: the days before do not count. */
  readonly isAtOnce: boolean;
  /** Day of the last push by any rule or by hand. */
  readonly lastDay: string | null;
  /** Turns that this rule has used. */
  readonly turns: readonly number[];
}

/** Why no turn of a rule is due: too early, replied, reminded for this turn, or reminded often enough. */
export type NotDue = 'early' | 'replied' | 'reminded' | 'enough';

/** The turn of a rule that is due for a target, or why none is. */
export type DueTurn = { readonly turn: number } | { readonly not: NotDue };

/** Return the first day on which a rule reminds of a date. */
export const firstReminder = (rule: Pick<RuleDays, 'offsetDays'>, dueDate: string): string =>
  addDays(dueDate, -rule.offsetDays);

/** Return the turn whose day is today or was the last before: turns that were missed are not made up. */
function turnOn(rule: RuleDays, dueDate: string, today: string): number {
  const since = daysBetween(firstReminder(rule, dueDate), today);
  if (since < 0) return -1;
  return rule.repeatDays ? Math.min(Math.floor(since / rule.repeatDays), rule.maxTimes - 1) : 0;
}

/** Return the turn of a target that a person pushed in. */
function turnAtOnce(rule: RuleDays, { turns, lastDay }: DueTarget, turn: number, today: string): DueTurn {
  if (lastDay === today) return { not: 'reminded' };
  const next = Math.max(turn, Math.max(-1, ...turns) + 1);
  return next < rule.maxTimes ? { turn: next } : { not: 'enough' };
}

/** Was the customer reminded for this turn, by any rule or by hand? */
function isReminded(rule: RuleDays, { dueDate, turns, lastDay }: DueTarget, turn: number): boolean {
  const day = addDays(firstReminder(rule, dueDate), turn * (rule.repeatDays ?? 0));
  return turns.includes(turn) || (lastDay !== null && lastDay >= day);
}

/**
 * Return the turn of a rule that is due today. Turn k has the day `due date - offset + k × repeat`. A later turn
 * replaces those that were missed.
 */
export function due(rule: RuleDays, target: DueTarget, today: string): DueTurn {
  const turn = turnOn(rule, target.dueDate, today);
  if (turn < 0 && !target.isAtOnce) return { not: 'early' };
  if (target.isReplied && rule.stopOnReply) return { not: 'replied' };
  if (target.isAtOnce) return turnAtOnce(rule, target, turn, today);
  if (!isReminded(rule, target, turn)) return { turn };
  return { not: turn + 1 >= (rule.repeatDays ? rule.maxTimes : 1) ? 'enough' : 'reminded' };
}
