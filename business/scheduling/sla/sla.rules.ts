import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { slaKind, slaState } from '../dictionaries.ts';
import { type SpecialDays, type WorkingTime, addWorkingMinutes } from '../working-time.rules.ts';

export type SlaKind = KeyOf<typeof slaKind>;
export type SlaState = KeyOf<typeof slaState>;

/** What a policy is chosen by; a criterion that is empty fits every order. */
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

/** The policy of a kind that fits an order: most criteria first, then the higher priority, then the older one; undefined where none fits. */
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

/** The hours of a policy as a clock keeps them, so that a later change of the policy moves no clock: “08:30-17:30/7”. */
export const hoursInWords = (of: {
  readonly calendarStart: string;
  readonly calendarEnd: string;
  readonly weekendCount: boolean;
}): string => `${of.calendarStart.slice(0, 5)}-${of.calendarEnd.slice(0, 5)}/${of.weekendCount ? 7 : 5}`;

/** The time that counts for a clock: the hours it keeps, the kinds of the business calendar. Lunch counts: the customer waits through it. */
export function clockHours(words: string, special: SpecialDays): WorkingTime {
  const [, start, end, days] = /^(\d\d:\d\d)-(\d\d:\d\d)\/([57])$/.exec(words)!;
  return { weekdays: Array.from({ length: Number(days) }, (_, at) => at + 1), start, end, lunch: null, special };
}

/** A clock's facts: when it began, how long it may run and how long it was paused, in business minutes. */
export interface RunningClock {
  readonly startTime: string;
  readonly targetMinutes: number;
  readonly warnPercent: number;
  readonly pausedMinutes: number;
}

/** Until when, when to warn, and when twice the time has passed. A promise to the customer stands in the place of the target. */
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

/** How a clock stands. Met at due is in time; met late stays breached; a paused or cancelled one does not move. */
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

/** The reasons that pause, out of the parameter: “hold: customer,weather; delay: site”. */
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

/** The worst first, as the list of orders shows it. */
export const WORST_FIRST: readonly SlaState[] = ['breached', 'warning', 'paused', 'running', 'met', 'cancelled'];
