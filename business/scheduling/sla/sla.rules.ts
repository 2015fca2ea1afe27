import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { slaKind, slaState } from '../dictionaries.ts';
import { type SpecialDays, type WorkingTime, addWorkingMinutes } from '../working-time.rules.ts';

export type SlaKind = KeyOf<typeof slaKind>;
export type SlaState = KeyOf<typeof slaState>;

/** The criteria by which a policy fits an order; null in a policy fits any value. */
export interface SlaCriteria {
  readonly receiptsType: string | null;
  readonly urgency: string | null;
  readonly customerLevel: string | null;
}
export interface Policy extends SlaCriteria {
  readonly id: string;
  readonly slaKind: string;
  readonly priority: number;
  readonly status: number;
}

const CRITERIA = ['receiptsType', 'urgency', 'customerLevel'] as const;
const filledIn = (policy: SlaCriteria): number => CRITERIA.filter((name) => policy[name]).length;

/**
 * Return the policy of this kind that fits an order. More criteria win, then the higher priority, then the older
 * policy. Undefined if none fits.
 */
export function policyFor<P extends Policy>(policies: readonly P[], order: SlaCriteria, kind: SlaKind): P | undefined {
  return policies
    .filter(
      (one) =>
        one.slaKind === kind && one.status === 1 && CRITERIA.every((name) => !one[name] || one[name] === order[name]),
    )
    .toSorted(
      (one, other) =>
        filledIn(other) - filledIn(one) ||
        other.priority - one.priority ||
        one.id.length - other.id.length ||
        (one.id < other.id ? -1 : 1),
    )[0];
}

/**
 * Return the hours of a policy as text, which is stored with the clock: “08:30-17:30/7”. So a later change of the
 * policy moves no clock.
 */
export const hoursInWords = (of: {
  readonly calendarStart: string;
  readonly calendarEnd: string;
  readonly weekendCount: boolean;
}): string => `${of.calendarStart.slice(0, 5)}-${of.calendarEnd.slice(0, 5)}/${of.weekendCount ? 7 : 5}`;

/**
 * Return the working time in which a clock runs, by its stored hours and the business calendar. It also runs over
 * lunch, since the customer waits then too.
 */
export function clockHours(words: string, special: SpecialDays): WorkingTime {
  const [, start, end, days] = /^(\d\d:\d\d)-(\d\d:\d\d)\/([57])$/.exec(words)!;
  return { weekdays: Array.from({ length: Number(days) }, (_, at) => at + 1), start, end, lunch: null, special };
}

/** The facts from which a clock's times are computed. Target and pause are in working minutes. */
export interface RunningClock {
  readonly startTime: string;
  readonly targetMinutes: number;
  readonly warnPercent: number;
  readonly pausedMinutes: number;
}

/**
 * Return the due, warning and escalation times of a clock. A promise to the customer replaces the due time by the
 * target.
 */
export function momentsOf(
  clock: RunningClock,
  hours: WorkingTime,
  promise: string | null = null,
): { readonly dueTime: string; readonly warnTime: string; readonly escalateTime: string } {
  const after = (minutes: number): string => addWorkingMinutes(clock.startTime, minutes + clock.pausedMinutes, hours);
  const dueTime = promise ?? after(clock.targetMinutes);
  const warn = after(Math.floor((clock.targetMinutes * clock.warnPercent) / 100));
  const twice = after(clock.targetMinutes * 2);
  return { dueTime, warnTime: warn < dueTime ? warn : dueTime, escalateTime: twice > dueTime ? twice : dueTime };
}

/**
 * Return the state that a clock has now. Met at its due time or earlier it is `met`, later `breached`. Paused and
 * cancelled clocks keep their state.
 */
export function stateAt(
  clock: {
    readonly slaState: SlaState;
    readonly metTime: string | null;
    readonly warnTime: string;
    readonly dueTime: string;
  },
  now: string,
): SlaState {
  if (clock.metTime) return clock.metTime <= clock.dueTime ? 'met' : 'breached';
  if (clock.slaState === 'paused' || clock.slaState === 'cancelled') return clock.slaState;
  if (now > clock.dueTime) return 'breached';
  return now >= clock.warnTime ? 'warning' : 'running';
}

/**
 * Return the reasons for which a hold or a delay (`by`) pauses the clocks, from the parameter's text: “hold:
 * customer,weather; delay: site”.
 */
export function pausesFor(parameter: string, by: 'hold' | 'delay'): readonly string[] {
  const part = parameter
    .split(/[;；]/)
    .map((one) => one.split(/[:：]/))
    .find(([name]) => name.trim() === by);
  return (part?.[1] ?? '')
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean);
}

/** States of clocks, the worst first; an order shows the worst one of its clocks. */
export const WORST_FIRST: readonly SlaState[] = ['breached', 'warning', 'paused', 'running', 'met', 'cancelled'];
