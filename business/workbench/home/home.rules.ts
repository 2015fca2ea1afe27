import { daysBetween } from '#kernel/language/days.ts';
import type { HomeAnswer, HomeEvent } from '#business/intake/home/home.calls.ts';

/** What the time line of a home may be narrowed to. */
export type EventChoice = 'all' | 'visits' | 'calls' | 'money';

const KINDS: Readonly<Record<Exclude<EventChoice, 'all' | 'money'>, readonly HomeEvent['kind'][]>> = {
  visits: ['visit', 'work'],
  calls: ['call', 'urge'],
};

/** The events of a choice; money is whatever carries an amount, work that was paid for too. */
export const chosenEvents = (events: readonly HomeEvent[], choice: EventChoice): HomeEvent[] =>
  events.filter((one) => {
    if (choice === 'all') return true;
    if (choice === 'money') return one.amount !== '';
    return KINDS[choice].includes(one.kind);
  });

/** Events under the year they happened in, the newest year first. */
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

/** From so few days on, a cover that ends is worth a call (days). */
const ENDS_SOON = 60;
const FULL_TERM = 1095;

/** How much of its cover a machine has left: days, share of its term (0 to 1), and whether it ends soon. */
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
