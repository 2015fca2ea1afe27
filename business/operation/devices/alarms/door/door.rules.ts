/** A period in which the fault held. Moments are milliseconds. */
export interface FaultSpan {
  readonly start: number;
  /** End of the fault; null: it still holds. */ readonly end: number | null;
}

/** Minutes without the fault after which a repair counts as confirmed. */
export const DOOR_MINUTES = 10;
const MINUTE = 60_000;

/**
 * The count of minutes without the fault begins again after a silence of this many report intervals, at least two
 * minutes.
 */
const SILENT_REPORTS = 3;
const MIN_SILENCE_MS = 2 * MINUTE;

/** State of the count of minutes without the fault. `filled`: minutes that have passed. */
export interface DoorCount {
  readonly isHolding: boolean;
  readonly since: number | null;
  readonly filled: number;
  readonly restart: { readonly at: number; readonly why: 'fault' | 'silence' } | null;
}

export interface DoorSeen {
  /** Periods in which the fault held, oldest first. */ readonly faults: readonly FaultSpan[];
  /** Moments of all messages, oldest first (milliseconds). */ readonly messages: readonly number[];
  readonly reportSec: number;
  readonly now: number;
}

/** A gap between messages, in milliseconds; `until` null: it continues. */
interface Silence {
  readonly from: number;
  readonly until: number | null;
}

/** Return the last gap that is longer than allowed; null: none. */
function lastSilence(messages: readonly number[], allowed: number, now: number): Silence | null {
  const newest = messages.at(-1);
  if (newest === undefined) return { from: now, until: null };
  if (now - newest > allowed) return { from: newest, until: null };
  for (let at = messages.length - 1; at > 0; at -= 1)
    if (messages[at] - messages[at - 1] > allowed) return { from: messages[at - 1], until: messages[at] };
  return null;
}

/**
 * Return why the count of minutes last began again: the fault returned, or the device was silent. Causes before the
 * first period of the fault do not count.
 */
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
 * Count the minutes without the fault since its end, or since the first message after a gap if that is later. They are
 * counted from stored messages, so the technician's phone may be offline.
 */
export function countAtDoor({ faults, messages, reportSec, now }: DoorSeen): DoorCount {
  const allowed = Math.max(MIN_SILENCE_MS, SILENT_REPORTS * reportSec * 1000);
  const last = faults.at(-1);
  const silence = lastSilence(messages, allowed, now);
  const restart = restartOf(faults, messages, silence);
  if (last?.end === null) return { isHolding: true, since: null, filled: 0, restart };
  if (silence?.until === null) return { isHolding: false, since: null, filled: 0, restart };
  const since = Math.max(last?.end ?? messages[0], silence?.until ?? 0);
  const filled = Math.min(DOOR_MINUTES, Math.floor((now - since) / MINUTE));
  return { isHolding: false, since, filled, restart };
}
