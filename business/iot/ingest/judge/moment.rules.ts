import { QUALITY } from '../property-check.rules.ts';

/** How far a device's clock may be ahead; a later moment is replaced by the arrival time. */
const MAX_AHEAD_MS = 10 * 60_000;
/** A message that arrives later than this after its moment is late: it is stored, but requests no repair by itself. */
export const LATE_MS = 10 * 60_000;

/** Numbers in this range are moments of the years 2001 to 2286 in seconds. In milliseconds they lie in 1970. */
const SECONDS = { from: 1e9, below: 1e10 } as const;

/** The moment that a device sent (milliseconds). Null: none. `unread`: something that is no moment. */
export type SentMoment = number | null | 'unread';

/**
 * The moment of a message (milliseconds) with its quality bits. `tooOld`: older than accepted. `seconds`: sent in
 * seconds, which could as well be a clock that was never set, so it is not converted.
 */
export type Moment = { readonly ts: number; readonly quality: number } | 'tooOld' | 'seconds';

/** Read the moment in a message. A clock that was never set sends 0. */
export function readMoment(value: unknown): SentMoment {
  if (value === undefined || value === null) return null;
  const ms = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (ms === 0) return null;
  return typeof ms === 'number' && ms > 0 && ms < 8.64e15 ? ms : 'unread';
}

/** Return the moment to store for a message. `sent`: by the device's clock. `now`: the arrival (milliseconds). */
export function messageMoment(sent: SentMoment, now: number, keepDays: number): Moment {
  if (sent === null) return { ts: now, quality: 0 };
  if (sent === 'unread') return { ts: now, quality: QUALITY.clock };
  if (sent >= SECONDS.from && sent < SECONDS.below) return 'seconds';
  if (sent > now + MAX_AHEAD_MS) return { ts: now, quality: QUALITY.clock };
  if (sent < now - keepDays * 86_400_000) return 'tooOld';
  return { ts: sent, quality: now - sent > LATE_MS ? QUALITY.late : 0 };
}
