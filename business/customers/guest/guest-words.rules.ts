import { addDays, dayOf, englishDay } from '#kernel/language/days.ts';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';

/** An answer of the customer that is stored, in words, with its moment in words. */
export interface CustomerAnswer {
  readonly words: Label;
  readonly at: Label;
}

/** A choice of a form: its value and its label. */
export interface PageChoice {
  readonly key: string;
  readonly label: Label;
}

/** Return keys as the choices of a form. */
export const pageChoices = (keys: readonly string[], labelOf: (key: string) => Label): PageChoice[] =>
  keys.map((key) => ({ key, label: labelOf(key) }));

/** Return the label of a key of a dictionary; an unknown key is shown as it is. */
export function labelOfKey(of: Dictionary, key: string | null): Label {
  if (key === null) return ['', ''];
  if (!Object.hasOwn(of.items, key)) return [key, key];
  const [zh, en] = of.items[key];
  return [zh, en];
}

/** Return a place as its customer recognizes it: the estate, and the last three digits of the address. */
export function placeWords(estate: string | null, address: string | null): Label {
  const tail = ((address ?? '').match(/\d{1,20}/g)?.at(-1) ?? '').slice(-3);
  const parts = (words: string): string => [estate ?? '', words].filter(Boolean).join(' ');
  return [parts(tail && `末三位 ${tail}`), parts(tail && `ending in ${tail}`)];
}

/** Return a day as people call it: today, tomorrow, or its date. Days are `yyyy-MM-dd`. */
export function dayWords(day: string, today: string): Label {
  if (day === today) return ['今天', 'today'];
  if (day === addDays(today, 1)) return ['明天', 'tomorrow'];
  return [`${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`, englishDay(day)];
}

const clockOf = (moment: string): string => moment.slice(11, 16);

/** Return a window as people say it: `今天 13:30–15:30`. Moments are `yyyy-MM-dd HH:mm:ss`. */
export function windowWords(from: string, to: string, today: string): Label {
  const [zh, en] = dayWords(dayOf(from), today);
  const clock = `${clockOf(from)}–${clockOf(to)}`;
  return [`${zh} ${clock}`, `${en} ${clock}`];
}

/** Return a moment as people say it: `今天 13:46`. */
export function whenWords(moment: string, today: string): Label {
  const [zh, en] = dayWords(dayOf(moment), today);
  return [`${zh} ${clockOf(moment)}`, `${en} ${clockOf(moment)}`];
}

/** Return a text of staff without long numbers, such as phones: a customer's page shows nobody's. */
export const withoutNumbers = (text: string): string => text.replaceAll(/\d(?:[\s-]?\d){6,}/g, '…');
