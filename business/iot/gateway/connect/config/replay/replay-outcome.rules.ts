/** Result of a replay. `failed`: frames that still do not decode; `firstFailure` is the first of them. */
export interface ReplayOutcome {
  frames: number;
  failed: number;
  unknown: number;
  /** Values and events that the models do not take. */ refused: number;
  /** Values that the history lacked. */ added: number;
  /** Values that the history had differently. */ changed: number;
  /** Events that had no row. */ eventsAdded: number;
  /** Events whose row was different. */ eventsChanged: number;
  firstFailure: { readonly at: string; readonly hex: string; readonly reason: string } | null;
}

/** Return an outcome without frames. */
export const emptyOutcome = (): ReplayOutcome => ({
  frames: 0,
  failed: 0,
  unknown: 0,
  refused: 0,
  added: 0,
  changed: 0,
  eventsAdded: 0,
  eventsChanged: 0,
  firstFailure: null,
});
