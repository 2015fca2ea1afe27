/** The current state of a device; moments are milliseconds. */
export interface LatestState {
  readonly ts: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The moment of each value (seconds), where they are not all of `ts`. */
  readonly times: Readonly<Record<string, number>> | null;
}

/**
 * When a property of the current state was reported (milliseconds). Null: never, or before the device was theirs who live with it: a state
 * that is new may still hold single values of those who moved out.
 */
export function momentOfValue(state: LatestState | undefined, identifier: string, ownedSince: number): number | null {
  const value = state?.data[identifier];
  if (!state || value === null || value === undefined) return null;
  const seconds = state.times?.[identifier];
  const ts = seconds === undefined ? state.ts : seconds * 1000;
  return ts >= ownedSince ? ts : null;
}
