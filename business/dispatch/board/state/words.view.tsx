import { createContext, use } from 'react';
import type { Dictionary, Tone } from '#kernel/language/dictionary.ts';
import type { Language } from '#kernel/language/label.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { customerLevel, timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { urgency, leaveType } from '#business/scheduling/dictionaries.ts';
import { taskStatus } from '../../dictionaries.ts';

/** A dictionary in the words of the tenant: asked once for the whole board, not once a block. */
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

/** All words of the board. */
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

/** The words of the board, inside it. */
export function useWords(): BoardWords {
  const words = use(Words);
  if (!words) throw new Error('outside of the board');
  return words;
}

export const clockOf = (moment: string): string => moment.slice(11, 16);

const format = (date: Date, options: Intl.DateTimeFormatOptions, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', options).format(date);

/** 11月21日 / 21 Nov. */
export function dayOnly(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00`);
  return language === 'en'
    ? format(date, { day: 'numeric', month: 'short' }, language)
    : `${date.getMonth() + 1}月${date.getDate()}日`;
}

/** 11月21日 周六 / Sat 21 Nov. */
export function boardDayWords(day: string, language: Language): string {
  const week = format(new Date(`${day}T00:00:00`), { weekday: 'short' }, language);
  return language === 'en' ? `${week} ${dayOnly(day, language)}` : `${dayOnly(day, language)} ${week}`;
}

/** 明天 13:30 / tomorrow 13:30; other days than today and tomorrow by their date. */
export function dayAndClock(moment: string, today: string, language: Language): string {
  const day = moment.slice(0, 10);
  const named: Readonly<Record<string, readonly [string, string]>> = {
    [today]: ['今天', 'today'],
    [addDays(today, 1)]: ['明天', 'tomorrow'],
  };
  return `${named[day]?.[language === 'en' ? 1 : 0] ?? boardDayWords(day, language)} ${clockOf(moment)}`;
}

/** 周六 21 / Sat 21. */
export const shortDay = (day: string, language: Language): string =>
  `${format(new Date(`${day}T00:00:00`), { weekday: 'short' }, language)} ${Number(day.slice(8))}`;
