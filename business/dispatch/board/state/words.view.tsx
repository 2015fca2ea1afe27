import { createContext, use } from 'react';
import type { Dictionary, Tone } from '#kernel/language/dictionary.ts';
import type { Language } from '#kernel/language/label.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { addDays } from '#kernel/language/days.ts';
import { customerLevel, timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { urgency, leaveType } from '#business/scheduling/dictionaries.ts';
import { taskStatus } from '../../dictionaries.ts';

/** Labels and colours of a dictionary. The whole board requests them once. */
export interface DictionaryNames {
  readonly of: (key: string) => string;
  readonly tone: (key: string) => Tone;
}
export interface BoardWords {
  readonly state: DictionaryNames;
  readonly system: DictionaryNames;
  readonly team: DictionaryNames;
  readonly urgency: DictionaryNames;
  readonly cover: DictionaryNames;
  readonly slot: DictionaryNames;
  readonly leave: DictionaryNames;
  readonly level: DictionaryNames;
}

function useNamed(dictionary: Dictionary): DictionaryNames {
  const items = useDictionary(dictionary);
  return {
    of: (key) => items.find((item) => item.key === key)?.label ?? key,
    tone: (key) => items.find((item) => item.key === key)?.tone ?? dictionary.items[key]?.[2] ?? 'grey',
  };
}

/** Return the labels of all dictionaries that the board shows. */
export function useAllWords(): BoardWords {
  return {
    state: useNamed(taskStatus),
    system: useNamed(repairType),
    team: useNamed(customerServiceTeam),
    urgency: useNamed(urgency),
    cover: useNamed(weibao),
    slot: useNamed(timeSlot),
    leave: useNamed(leaveType),
    level: useNamed(customerLevel),
  };
}

const Words = createContext<BoardWords | null>(null);
export const WordsOfBoard = Words.Provider;

/** Return the labels provided by the surrounding board. */
export function useWords(): BoardWords {
  const words = use(Words);
  if (!words) throw new Error('outside of the board');
  return words;
}

export const clockOf = (moment: string): string => moment.slice(11, 16);

const format = (date: Date, options: Intl.DateTimeFormatOptions, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', options).format(date);

/** Return a day such as 11月21日 or 21 Nov. */
export function dayOnly(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00`);
  return language === 'en'
    ? format(date, { day: 'numeric', month: 'short' }, language)
    : `${date.getMonth() + 1}月${date.getDate()}日`;
}

/** Return a day such as 11月21日 周六 or Sat 21 Nov. */
export function boardDayWords(day: string, language: Language): string {
  const week = format(new Date(`${day}T00:00:00`), { weekday: 'short' }, language);
  return language === 'en' ? `${week} ${dayOnly(day, language)}` : `${dayOnly(day, language)} ${week}`;
}

/** Return a moment such as 明天 13:30 or tomorrow 13:30; days other than today and tomorrow by their date. */
export function dayAndClock(moment: string, today: string, language: Language): string {
  const day = moment.slice(0, 10);
  const named: Readonly<Record<string, readonly [string, string]>> = {
    [today]: ['今天', 'today'],
    [addDays(today, 1)]: ['明天', 'tomorrow'],
  };
  return `${named[day]?.[language === 'en' ? 1 : 0] ?? boardDayWords(day, language)} ${clockOf(moment)}`;
}

/** Return a day such as 周六 21 or Sat 21. */
export const shortDay = (day: string, language: Language): string =>
  `${format(new Date(`${day}T00:00:00`), { weekday: 'short' }, language)} ${Number(day.slice(8))}`;
