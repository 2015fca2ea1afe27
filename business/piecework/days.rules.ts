/** Days are `yyyy-MM-dd`, moments `yyyy-MM-dd HH:mm:ss`, both in the tenant's zone: as texts they compare and sort as they should. */
const msOf = (moment: string): number =>
  Date.parse(`${moment.replace(' ', 'T')}${moment.length > 10 ? '' : 'T00:00:00'}Z`);

const momentOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export const addMinutesTo = (moment: string, minutes: number): string => momentOf(msOf(moment) + minutes * 60_000);

export const addDaysTo = (day: string, days: number): string => addMinutesTo(day, days * 1440).slice(0, 10);

/** The first day of the month that lies so many months from that of a day. */
export const monthFrom = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10);

/** 1 is Monday, 7 is Sunday. */
export const weekdayOfDay = (day: string): number => new Date(msOf(day)).getUTCDay() || 7;
