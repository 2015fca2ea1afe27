import type { Label } from '#kernel/language/label.ts';
import type { Firing } from './replay.rules.ts';

/** What followed on a device: an order, or an alarm of the same trouble code. `at`: milliseconds. */
export interface FaultSeen {
  readonly deviceId: string;
  readonly at: number;
  readonly no: string;
  readonly to: string;
  readonly words: Label;
}

export interface DeviceFiring extends Firing {
  readonly deviceId: string;
}

export interface JudgedFiring extends DeviceFiring {
  /** `open`: too young, something may follow still. */ readonly verdict: 'right' | 'suspect' | 'open';
  readonly followed: FaultSeen | null;
}

/** So long after a raise what follows still belongs to it. */
export const FOLLOWS_MS = 24 * 3_600_000;

/** Does a fault belong to a time that a rule held? From its raise until a day after it, or until it was over. */
const belongs = ({ start, end }: Firing, at: number, now: number): boolean =>
  at >= start && at <= Math.max(start + FOLLOWS_MS, end ?? now);

/** Holds what a rule would have raised against what followed: right, suspect, and faults that it did not see. */
export function judgedFirings(
  firings: readonly DeviceFiring[],
  faults: readonly FaultSeen[],
  now: number,
): { readonly firings: readonly JudgedFiring[]; readonly missed: readonly FaultSeen[] } {
  const byDevice = Map.groupBy(
    faults.toSorted((one, other) => one.at - other.at),
    (one) => one.deviceId,
  );
  const seen = new Set<FaultSeen>();
  const judged = firings.map((one): JudgedFiring => {
    const own = (byDevice.get(one.deviceId) ?? []).filter((fault) => belongs(one, fault.at, now));
    for (const fault of own) seen.add(fault);
    const [followed = null] = own;
    const isYoung = one.end === null || one.start + FOLLOWS_MS > now;
    return { ...one, followed, verdict: followed ? 'right' : isYoung ? 'open' : 'suspect' };
  });
  return { firings: judged, missed: faults.filter((one) => !seen.has(one)) };
}

/** The middle of some figures; null: there are none. */
export function medianOf(figures: readonly number[]): number | null {
  if (figures.length === 0) return null;
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
