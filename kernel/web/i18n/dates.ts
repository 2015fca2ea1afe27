import { addDays, englishDay } from '#kernel/language/days.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import { momentNow } from './company-time.ts';
import { language } from './words.ts';

/** Return the present day in the company's zone. */
export const today = (): string => momentNow().slice(0, 10);

/** Return the day at a distance of `days` from today. */
export const dayFromNow = (days: number): string => addDays(today(), days);

/**
 * Return a day as the server sends it (`2026-11-21`) in readable form: 2026-11-21 in Chinese, 21 Nov 2026 in English.
 * Other texts are unchanged.
 */
export function dayInWords(day: string, spoken: Language = language()): string {
  if (spoken === 'zh' || !/^\d{4}-\d\d-\d\d/.test(day)) return day.slice(0, 10);
  return englishDay(day);
}

/** Return a moment as the server sends it (`2026-11-21 14:05:30`) in readable form, to the minute or to the second. */
export function momentWords(moment: string, spoken: Language = language(), to: 'minute' | 'second' = 'minute'): string {
  const end = to === 'minute' ? 16 : 19;
  return spoken === 'zh' || moment.length < 11
    ? moment.slice(0, end)
    : `${dayInWords(moment, spoken)} ${moment.slice(11, end)}`;
}

/** Return a text in readable form if it is a day or a moment as the server sends it; any other text unchanged. */
export const wireWords = (text: string, spoken: Language = language()): string =>
  /^\d{4}-\d\d-\d\d$/.test(text)
    ? dayInWords(text, spoken)
    : /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text)
      ? momentWords(text, spoken, 'second')
      : text;

/** Return a short text for a moment: for today only the time, within this year without the year. */
export function shortMoment(moment: string, spoken: Language = language()): string {
  if (moment.slice(0, 10) === today()) return moment.slice(11, 16) || (spoken === 'zh' ? '今天' : 'today');
  if (moment.slice(0, 4) !== today().slice(0, 4))
    return moment.length > 10 ? momentWords(moment, spoken) : dayInWords(moment, spoken);
  return spoken === 'zh'
    ? moment.slice(5, 16)
    : (moment.length > 10 ? momentWords(moment, spoken) : dayInWords(moment, spoken)).replace(
        ` ${moment.slice(0, 4)}`,
        '',
      );
}

/** Return the heading of a day: 今天 11 月 21 日 / Today, 21 Nov. */
export function dayHeading(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00`);
  const words = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'long',
    ...(day.slice(0, 4) === today().slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(date);
  if (day === today()) return language === 'en' ? `Today, ${words}` : `今天 ${words}`;
  if (day === dayFromNow(-1)) return language === 'en' ? `Yesterday, ${words}` : `昨天 ${words}`;
  return words;
}

/** Common ranges of days: the name, and the offsets of the first and the last day from today. */
export const spans: readonly (readonly [Label, number, number])[] = [
  [['今天', 'Today'], 0, 0],
  [['昨天', 'Yesterday'], -1, -1],
  [['近 7 天', 'Last 7 days'], -6, 0],
  [['近 30 天', 'Last 30 days'], -29, 0],
  [['未来 7 天', 'Next 7 days'], 0, 7],
];

/** Return the name of a common range of days; undefined if these two days are none. */
export const spanNamed = (from: string | undefined, to: string | undefined): Label | undefined =>
  from && to ? spans.find(([, start, end]) => from === dayFromNow(start) && to === dayFromNow(end))?.[0] : undefined;
