import { addDays, addSeconds, dayOf, secondsBetween, weekdayOf } from '#business/masterdata/days.rules.ts';

export type SpecialDays = Readonly<Record<string, 'work' | 'rest' | 'statutory'>>;

/** When time counts. Special days (holidays, make-up days) beat the weekdays; they come from the business calendar. */
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

/** The hours of the company, where nobody's own are meant: 08:30–17:30, Monday to Saturday, without lunch. */
export const companyHours = (lunch: string, special?: SpecialDays): WorkingTime => ({
  weekdays: [1, 2, 3, 4, 5, 6],
  start: '08:30',
  end: '17:30',
  lunch: lunchIn(lunch),
  special,
});

/** A technician's own hours: his work days × [start, end) minus lunch. `workDays` as he has them: “1,2,3,4,5,6”. */
export const technicianHours = (
  of: { readonly workDays: string; readonly workStart: string; readonly workEnd: string },
  lunch: string,
  special: SpecialDays,
): WorkingTime => ({
  weekdays: of.workDays.split(/[,，]/).map(Number),
  start: of.workStart.slice(0, 5),
  end: of.workEnd.slice(0, 5),
  lunch: lunchIn(lunch),
  special,
});

/** Does time count on that day? A make-up day beats the week, a holiday too. */
export const isWorkday = (day: string, hours: WorkingTime): boolean =>
  hours.special?.[day] ? hours.special[day] === 'work' : hours.weekdays.includes(weekdayOf(day));

/** The spans of a day that count, in order; lunch that lies outside or at an edge leaves no empty span. */
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

/** The furthest we look for a working day: no company rests longer than a year. */
const LOOK_AHEAD_DAYS = 370;

/** The moment when so many working minutes have passed, to the second; what comes in after hours begins with the next working morning. */
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

/** Whole working minutes from one moment to a later one; 0 where the later one is not later. */
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

/** Days of work that lie, if only partly, between two moments. */
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
