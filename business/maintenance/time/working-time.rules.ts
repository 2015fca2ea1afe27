import { addDays, addMinutes, dayOf, minutesBetween, weekdayOf } from './days.rules.ts';

/** When people work. Special days (holidays, make-up days) beat the weekdays; they come from the business calendar. */
export interface WorkingTime {
  readonly weekdays: readonly number[];
  readonly start: string;
  readonly end: string;
  readonly lunch: readonly [from: string, to: string] | null;
  readonly special?: Readonly<Record<string, 'work' | 'rest'>>;
}

/** The company's hours until the business calendar is kept: 08:30–17:30, Monday to Saturday, without lunch. */
export const companyHours = (lunch: string): WorkingTime => {
  const parts = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(lunch.trim());
  return { weekdays: [1, 2, 3, 4, 5, 6], start: '08:30', end: '17:30', lunch: parts ? [parts[1], parts[2]] : null };
};

const isWorkday = (day: string, hours: WorkingTime): boolean =>
  hours.special?.[day] ? hours.special[day] === 'work' : hours.weekdays.includes(weekdayOf(day));

const spansOf = (day: string, hours: WorkingTime): [from: string, to: string][] => {
  if (!isWorkday(day, hours)) return [];
  const at = (clock: string): string => `${day} ${clock}:00`;
  return hours.lunch
    ? [[at(hours.start), at(hours.lunch[0])], [at(hours.lunch[1]), at(hours.end)]]
    : [[at(hours.start), at(hours.end)]];
};

/** The furthest we look for a working day: no company rests longer. */
const LOOK_AHEAD_DAYS = 60;

/** The moment when so many working minutes have passed; what comes in after hours begins with the next working morning. */
export function addWorkingMinutes(from: string, minutes: number, hours: WorkingTime): string {
  let left = minutes;
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead += 1) {
    for (const [start, end] of spansOf(addDays(dayOf(from), ahead), hours)) {
      const begin = from > start ? from : start;
      if (begin >= end) continue;
      const room = minutesBetween(begin, end);
      if (left <= room) return addMinutes(begin, left);
      left -= room;
    }
  }
  return addMinutes(from, minutes);
}
