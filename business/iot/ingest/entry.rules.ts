/** One moment of one device on its way into the tables. Times are milliseconds. */
export interface LaneEntry {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly ts: number;
  /** Its row of history; null: none. */ readonly history: Readonly<Record<string, unknown>> | null;
  /** What its current state takes; null: nothing. */ readonly latest: Readonly<Record<string, unknown>> | null;
  /** Holds `latest` every property that the model keeps? Then all of the current state is of this moment. */
  readonly isWhole: boolean;
  readonly quality: number;
  /** Events of the device that came with it. */ readonly events?: readonly EntryEvent[];
  /** Bytes as they came, where they are kept. */ readonly raw?: string;
  /** It came (true) or went (false), and nothing else. */ readonly isOnline?: boolean;
  /** Nothing came, but the time of a rule has. */ readonly isTick?: true;
  /** The message itself, for an alarm that it may raise; not kept on disk. */ readonly frame?: EntryFrame;
}

/** A message as it came. */
export interface EntryFrame {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** Milliseconds by the clock of the platform. */ readonly receivedAt: number;
}

export interface EntryEvent {
  readonly identifier: string;
  readonly level: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly messageId: string | null;
}

/** Rows of a batch, each key once. Moments are seconds, as PostgreSQL reads them. */
export interface BatchRows {
  readonly history: [deviceId: string, at: number, values: Record<string, unknown>, quality: number][];
  /** `times`: the moment of each value, where they are not all of the newest one. */
  readonly latest: [
    deviceId: string,
    at: number,
    values: Record<string, unknown>,
    times: Record<string, number> | null,
  ][];
}

interface State {
  ts: number;
  values: Record<string, unknown>;
  times: Record<string, number> | null;
}

const timesOf = (values: Readonly<Record<string, unknown>>, ts: number): Record<string, number> => {
  const times: Record<string, number> = {};
  for (const identifier in values) times[identifier] = ts / 1000;
  return times;
};

/** Two moments of one device: the newer value of each property stays. */
function joined(state: State, { ts, latest, isWhole }: LaneEntry): State {
  const values = latest as Record<string, unknown>;
  if (isWhole && ts >= state.ts) return { ts, values, times: null };
  const mine = timesOf(values, ts);
  const others = state.times ?? timesOf(state.values, state.ts);
  return ts >= state.ts
    ? { ts, values: { ...state.values, ...values }, times: { ...others, ...mine } }
    : { ts: state.ts, values: { ...values, ...state.values }, times: { ...mine, ...others } };
}

/**
 * PostgreSQL may not touch a row twice in one statement: equal moments of a device become one row, and all moments of a device one
 * current state, the newest value of each property last.
 */
export function mergeBatch(entries: readonly LaneEntry[]): BatchRows {
  const history = new Map<string, BatchRows['history'][number]>();
  const latest = new Map<string, State>();
  for (const entry of entries) {
    const { deviceId, ts, history: row, latest: values, quality } = entry;
    if (row) {
      const key = `${deviceId} ${ts}`;
      const same = history.get(key);
      if (same) {
        same[2] = { ...same[2], ...row };
        same[3] |= quality;
      } else history.set(key, [deviceId, ts / 1000, row as Record<string, unknown>, quality]);
    }
    if (!values) continue;
    const state = latest.get(deviceId);
    latest.set(
      deviceId,
      state
        ? joined(state, entry)
        : { ts, values: values as Record<string, unknown>, times: entry.isWhole ? null : timesOf(values, ts) },
    );
  }
  return {
    history: [...history.values()],
    latest: [...latest].map(([deviceId, { ts, values, times }]) => [deviceId, ts / 1000, values, times]),
  };
}
