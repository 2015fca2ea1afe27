import { addMinutes } from '#kernel/language/days.ts';

/** Minutes before the departure at which goods are fetched; and minutes after that hour that count as in time. */
const EARLY_MINUTES = 15;

/**
 * Return the minutes from the pick-up hour to the first appointment: the way, and a quarter of an hour. A store has no
 * place on the map, so the way is the company's buffer between visits.
 */
export const pickUpLead = (bufferMinutes: number): number => bufferMinutes + EARLY_MINUTES;

/** Return the hour at which goods for an appointment are fetched. */
export const pickUpHour = (appointment: string, bufferMinutes: number): string =>
  addMinutes(appointment, -pickUpLead(bufferMinutes));

/** Return the minutes before the first appointment until which a hand-over is in time. */
export const inTimeLead = (bufferMinutes: number): number => pickUpLead(bufferMinutes) - EARLY_MINUTES;
