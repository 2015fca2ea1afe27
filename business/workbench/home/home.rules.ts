import { daysBetween } from '#kernel/language/days.ts';
import type { HomeAnswer, HomeEvent } from '#business/intake/home/home.calls.ts';

/** Filters of a home's timeline. */
export type EventChoice = 'all' | 'visits' | 'calls' | 'money';

const KINDS: Readonly<Record<Exclude<EventChoice, 'all' | 'money'>, readonly HomeEvent['kind'][]>> = {
  visits: ['visit', 'work'],
  calls: ['call', 'urge'],
};

/** Return the events of a filter; `money` has all events with an amount, paid work included. */
export const chosenEvents = (events: readonly HomeEvent[], choice: EventChoice): HomeEvent[] =>
  events.filter((one) => {
    if (choice === 'all') return true;
    if (choice === 'money') return one.amount !== '';
    return KINDS[choice].includes(one.kind);
  });

/** Group events by year, the newest first. */
export function eventsByYear(
  events: readonly HomeEvent[],
): readonly { readonly year: string; readonly events: HomeEvent[] }[] {
  const years = new Map<string, HomeEvent[]>();
  for (const one of events) {
    const year = one.at.slice(0, 4);
    const those = years.get(year);
    if (those) those.push(one);
    else years.set(year, [one]);
  }
  return [...years].map(([year, those]) => ({ year, events: those }));
}

/** Days before its end from which a warranty is marked as ending soon, so that the customer is called. */
const ENDS_SOON = 60;
const FULL_TERM = 1095;

/** Return what is left of a machine's warranty: days, share of its term (0 to 1), and whether it ends soon. */
export function coverLeft(
  machine: HomeAnswer['machines'][number],
  today: string,
): { readonly days: number; readonly share: number; readonly soon: boolean } {
  const { until, state } = machine.cover;
  if (state !== 'warranty') return { days: 0, share: 0, soon: false };
  const days = daysBetween(today, until);
  const term = machine.installDate ? daysBetween(machine.installDate, until) : FULL_TERM;
  return { days, share: term > 0 ? Math.min(1, days / term) : 1, soon: days <= ENDS_SOON };
}
