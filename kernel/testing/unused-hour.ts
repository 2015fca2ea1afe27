import { nextUnusedDay } from './sample-numbers.ts';

const DAY = 86_400_000;

/** An hour of a day that no other sample uses. */
export function unusedHour(): { planStart: string; planEnd: string } {
  const day = new Date(Date.UTC(2027, 0, 1) + nextUnusedDay() * DAY).toISOString().slice(0, 10);
  return { planStart: `${day} 09:00:00`, planEnd: `${day} 10:00:00` };
}
