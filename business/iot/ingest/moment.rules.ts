import { QUALITY } from './property-check.rules.ts';

/** How far a device's clock may be ahead; a later moment is replaced by the arrival time. */
const MAX_AHEAD_MS = 10 * 60_000;
/** A message that arrives later than this after its moment is late: it is stored, but requests no repair by itself. */
export const LATE_MS = 10 * 60_000;

/** The moment of a message (milliseconds) with its quality bits. `tooOld`: older than accepted. */
export type Moment = { readonly ts: number; readonly quality: number } | 'tooOld';

/**
 * Return the moment to store for a message. `sent`: by the device's clock, null if it has none. `now`: the arrival.
 * Both in milliseconds.
 */
export function messageMoment(sent: number | null, now: number, keepDays: number): Moment {
  if (sent === null) return { ts: now, quality: 0 };
  if (sent > now + MAX_AHEAD_MS) return { ts: now, quality: QUALITY.clock };
  if (sent < now - keepDays * 86_400_000) return 'tooOld';
  return { ts: sent, quality: now - sent > LATE_MS ? QUALITY.late : 0 };
}
