/** Current state of a device: the newest value of each property. `ts` is in milliseconds. */
export interface LatestState {
  readonly ts: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Moment of each value in seconds; null: all values are of `ts`. */
  readonly times: Readonly<Record<string, number>> | null;
}

/**
 * Return the moment of a value in the current state (milliseconds). Null: it was never reported, or before the present
 * home got the device.
 */
export function momentOfValue(state: LatestState | undefined, identifier: string, ownedSince: number): number | null {
  const value = state?.data[identifier];
  if (!state || value === null || value === undefined) return null;
  const seconds = state.times?.[identifier];
  const ts = seconds === undefined ? state.ts : seconds * 1000;
  return ts >= ownedSince ? ts : null;
}
