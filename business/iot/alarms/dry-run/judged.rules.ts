import type { Label } from '#kernel/language/label.ts';
import type { Firing } from './replay.rules.ts';

/**
 * A fault of a device that a rule should have detected: an order, or an alarm of the same trouble code. `at` is in
 * milliseconds.
 */
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
  /** `right`: a fault followed. `suspect`: none followed. `open`: none yet, but one may still follow. */
  readonly verdict: 'right' | 'suspect' | 'open';
  readonly followed: FaultSeen | null;
}

/** A fault within this time after the start of a firing counts as detected by it. */
export const FOLLOWS_MS = 24 * 3_600_000;

/**
 * Does a fault belong to a firing? Yes, from the start of the firing until a day later, or until its end if that is
 * later.
 */
const belongs = ({ start, end }: Firing, at: number, now: number): boolean =>
  at >= start && at <= Math.max(start + FOLLOWS_MS, end ?? now);

/** Match the firings of a rule with later faults of the same device. `missed` are faults that follow no firing. */
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

/** Return the median; null for an empty list. */
export function medianOf(figures: readonly number[]): number | null {
  if (figures.length === 0) return null;
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
