import type { Label, Language } from '#kernel/language/label.ts';

const pad = (part: number): string => String(part).padStart(2, '0');

/** A day as the wire writes it. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

export const today = (): string => dayOf(new Date());

/** The day that lies `days` away from today. */
export function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** A moment as short as it can be understood: today only its time, this year without the year. */
export function shortMoment(moment: string): string {
  if (moment.slice(0, 10) === today()) return moment.slice(11, 16);
  return moment.slice(0, 4) === today().slice(0, 4) ? moment.slice(5, 16) : moment.slice(0, 16);
}

/** The heading over the entries of a day: 今天 11 月 21 日 / Today, 21 Nov. */
export function dayHeading(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00`);
  const words = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', {
    day: 'numeric', month: language === 'en' ? 'short' : 'long', ...(day.slice(0, 4) === today().slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(date);
  if (day === today()) return language === 'en' ? `Today, ${words}` : `今天 ${words}`;
  if (day === dayFromNow(-1)) return language === 'en' ? `Yesterday, ${words}` : `昨天 ${words}`;
  return words;
}

/** The usual spans of days: their name, and how far their ends lie from today. */
export const spans: readonly (readonly [Label, number, number])[] = [
  [['今天', 'Today'], 0, 0], [['昨天', 'Yesterday'], -1, -1], [['近 7 天', 'Last 7 days'], -6, 0], [['近 30 天', 'Last 30 days'], -29, 0], [['未来 7 天', 'Next 7 days'], 0, 7],
];

/** The span of days that two bounds name, where it has a name. */
export const spanNamed = (from: string | undefined, to: string | undefined): Label | undefined =>
  spans.find(([, start, end]) => from === dayFromNow(start) && to === dayFromNow(end))?.[0];
