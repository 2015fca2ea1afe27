/** A time that the fault held. Moments are milliseconds. */
export interface FaultSpan {
  readonly start: number;
  /** Null: it holds still. */ readonly end: number | null;
}

/** So many minutes without the fault confirm a repair. */
export const DOOR_MINUTES = 10;
const MINUTE = 60_000;

/** Silence that is longer than this many reports begins the count anew, but never before two minutes. */
const SILENT_REPORTS = 3;
const LEAST_SILENCE_MS = 2 * MINUTE;

/** What the count stands at. */
export interface DoorCount {
  readonly isHolding: boolean;
  readonly since: number | null;
  readonly filled: number;
  readonly restart: { readonly at: number; readonly why: 'fault' | 'silence' } | null;
}

export interface DoorSeen {
  /** Times of the fault, oldest first. */ readonly faults: readonly FaultSpan[];
  /** Moments of messages, oldest first. */ readonly messages: readonly number[];
  readonly reportSec: number;
  readonly now: number;
}

/** From when nothing came until when something came again; null: it lasts. */
interface Silence {
  readonly from: number;
  readonly until: number | null;
}

/** The last silence that was longer than it may be. */
function lastSilence(messages: readonly number[], allowed: number, now: number): Silence | null {
  const newest = messages.at(-1);
  if (newest === undefined) return { from: now, until: null };
  if (now - newest > allowed) return { from: newest, until: null };
  for (let at = messages.length - 1; at > 0; at -= 1)
    if (messages[at] - messages[at - 1] > allowed) return { from: messages[at - 1], until: messages[at] };
  return null;
}

/** Why the count began anew, the last time: the fault came again, or nothing came. What was before the fault began says nothing. */
function restartOf(
  faults: readonly FaultSpan[],
  messages: readonly number[],
  silence: Silence | null,
): DoorCount['restart'] {
  const again = faults.slice(1).map(({ start }) => ({ at: start, why: 'fault' as const }));
  const quiet = silence && messages.length > 0 ? [{ at: silence.until ?? silence.from, why: 'silence' as const }] : [];
  const [newest = null] = [...again, ...quiet].toSorted((one, other) => other.at - one.at);
  return newest && newest.at > (faults[0]?.start ?? -Infinity) ? newest : null;
}

/**
 * How many of the ten minutes are over. They count from when the fault was gone, or from the first message after a silence: whichever is
 * later. The platform counts, by what the device told: a telephone without a signal loses nothing.
 */
export function countAtDoor({ faults, messages, reportSec, now }: DoorSeen): DoorCount {
  const allowed = Math.max(LEAST_SILENCE_MS, SILENT_REPORTS * reportSec * 1000);
  const last = faults.at(-1);
  const silence = lastSilence(messages, allowed, now);
  const restart = restartOf(faults, messages, silence);
  if (last?.end === null) return { isHolding: true, since: null, filled: 0, restart };
  if (silence?.until === null) return { isHolding: false, since: null, filled: 0, restart };
  const since = Math.max(last?.end ?? messages[0], silence?.until ?? 0);
  const filled = Math.min(DOOR_MINUTES, Math.floor((now - since) / MINUTE));
  return { isHolding: false, since, filled, restart };
}
