import { nextUnusedDay } from './sample-numbers.ts';

const DAY = 86_400_000;
/** The Monday from which the days are counted, as a UTC timestamp in ms. */
const FIRST = Date.UTC(2027, 0, 4);

/** Return an hour on a working day (Monday to Friday) that no other sample uses. */
export function unusedHour(): { planStart: string; planEnd: string } {
  const n = nextUnusedDay();
  const day = new Date(FIRST + (n + 2 * Math.floor(n / 5)) * DAY).toISOString().slice(0, 10);
  return { planStart: `${day} 09:00:00`, planEnd: `${day} 10:00:00` };
}
