import { QUALITY } from './property-check.rules.ts';

/** A device whose clock runs ahead by more than this is not believed. */
const MOST_AHEAD_MS = 10 * 60_000;
/** A message that is older than this when it comes is late: it is stored, and nobody is sent out for it. */
export const LATE_MS = 10 * 60_000;

/** When a message happened, with marks of what is doubtful; `tooOld`: nothing is kept so long. */
export type Moment = { readonly ts: number; readonly quality: number } | 'tooOld';

/** `sent` by the clock of the device (milliseconds; null where it has none), taken at `now`; kept are `keepDays`. */
export function messageMoment(sent: number | null, now: number, keepDays: number): Moment {
  if (sent === null) return { ts: now, quality: 0 };
  if (sent > now + MOST_AHEAD_MS) return { ts: now, quality: QUALITY.clock };
  if (sent < now - keepDays * 86_400_000) return 'tooOld';
  return { ts: sent, quality: now - sent > LATE_MS ? QUALITY.late : 0 };
}
