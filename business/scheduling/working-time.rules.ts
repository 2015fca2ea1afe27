import { addDays, addSeconds, dayOf, secondsBetween, weekdayOf } from '#kernel/language/days.ts';

export type SpecialDays = Readonly<Record<string, 'work' | 'rest' | 'statutory'>>;

/**
 * Weekdays (1 is Monday) and hours in which work counts. Special days of the business calendar override the weekdays.
 */
export interface WorkingTime {
  readonly weekdays: readonly number[];
  readonly start: string;
  readonly end: string;
  readonly lunch: readonly [from: string, to: string] | null;
  readonly special?: SpecialDays;
}

const lunchIn = (text: string): WorkingTime['lunch'] => {
  const parts = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text.trim());
  return parts ? [parts[1], parts[2]] : null;
};

/** Return the company's working time: 08:30–17:30 from Monday to Saturday, less the lunch break. */
export const companyHours = (lunch: string, special?: SpecialDays): WorkingTime => ({
  weekdays: [1, 2, 3, 4, 5, 6],
  start: '08:30',
  end: '17:30',
  lunch: lunchIn(lunch),
  special,
});

/** The stored working days and hours of a technician. Null values mean those of the company. */
export interface OwnHours {
  readonly workDays?: string | null;
  readonly workStart?: string | null;
  readonly workEnd?: string | null;
}

/** Return weekdays and hours of a technician, with the company's in place of missing ones. */
export function workingDayOf({
  workDays,
  workStart,
  workEnd,
}: OwnHours): Pick<WorkingTime, 'weekdays' | 'start' | 'end'> {
  const company = companyHours('');
  return {
    weekdays: workDays ? workDays.split(/[,，]/).map(Number) : company.weekdays,
    start: workStart?.slice(0, 5) || company.start,
    end: workEnd?.slice(0, 5) || company.end,
  };
}

/**
 * Return a technician's working time: own weekdays and hours, less the lunch break. `workDays` is text such as
 * “1,2,3,4,5,6”.
 */
export const technicianHours = (of: OwnHours, lunch: string, special: SpecialDays): WorkingTime => ({
  ...workingDayOf(of),
  lunch: lunchIn(lunch),
  special,
});

/** Is it a working day? Special days of the calendar override the weekdays. */
export const isWorkday = (day: string, hours: WorkingTime): boolean =>
  hours.special?.[day] ? hours.special[day] === 'work' : hours.weekdays.includes(weekdayOf(day));

/**
 * Return the working spans of a day, in order. A lunch break outside of the hours or at their edge causes no empty
 * span.
 */
export function spansOf(day: string, hours: WorkingTime): (readonly [from: string, to: string])[] {
  if (!isWorkday(day, hours)) return [];
  const at = (clock: string): string => `${day} ${clock}:00`;
  const inside = hours.lunch && hours.lunch[0] < hours.end && hours.lunch[1] > hours.start ? hours.lunch : null;
  const spans = inside
    ? ([
        [at(hours.start), at(inside[0])],
        [at(inside[1]), at(hours.end)],
      ] as const)
    : ([[at(hours.start), at(hours.end)]] as const);
  return spans.filter(([from, to]) => from < to);
}

/** Maximum of days over which working time is added or counted. */
const LOOK_AHEAD_DAYS = 370;

/** Return the moment at which this many working minutes have passed. Time outside of working hours does not count. */
export function addWorkingMinutes(from: string, minutes: number, hours: WorkingTime): string {
  let left = minutes * 60;
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead += 1) {
    for (const [start, end] of spansOf(addDays(dayOf(from), ahead), hours)) {
      const begin = from > start ? from : start;
      if (begin >= end) continue;
      const room = secondsBetween(begin, end);
      if (left <= room) return addSeconds(begin, left);
      left -= room;
    }
  }
  return addSeconds(from, minutes * 60);
}

/** Return the whole working minutes between two moments; 0 if the second is earlier. */
export function workingMinutesBetween(from: string, to: string, hours: WorkingTime): number {
  let seconds = 0;
  for (
    let day = dayOf(from), counted = 0;
    day <= dayOf(to) && counted <= LOOK_AHEAD_DAYS;
    day = addDays(day, 1), counted += 1
  ) {
    for (const [start, end] of spansOf(day, hours)) {
      const [begin, stop] = [from > start ? from : start, to < end ? to : end];
      if (begin < stop) seconds += secondsBetween(begin, stop);
    }
  }
  return Math.floor(seconds / 60);
}

/** Return the number of days with working time between two moments; a part of a day counts as one. */
export function workDaysBetween(from: string, to: string, hours: WorkingTime): number {
  let days = 0;
  for (
    let day = dayOf(from), counted = 0;
    day <= dayOf(to) && counted <= LOOK_AHEAD_DAYS;
    day = addDays(day, 1), counted += 1
  ) {
    if (spansOf(day, hours).some(([start, end]) => from < end && to > start)) days += 1;
  }
  return days;
}
