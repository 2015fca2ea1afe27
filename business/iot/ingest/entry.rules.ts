import type { UpgradeNews } from '../firmware/engine/news.rules.ts';
import type { SentReply, SentTopology } from './uplink.rules.ts';

/** Data of one device at one moment, waiting in a write queue (lane) to be stored. Moments are milliseconds. */
export interface LaneEntry {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly ts: number;
  /** Values to store as a row of history; null: none. */ readonly history: Readonly<Record<string, unknown>> | null;
  /** Values that update the current state; null: none. */ readonly latest: Readonly<Record<string, unknown>> | null;
  /** Does `latest` have all stored properties of the model? Then it replaces the whole current state. */
  readonly isWhole: boolean;
  readonly quality: number;
  /** Events that the device reported in the message. */ readonly events?: readonly EntryEvent[];
  /** Payload in base64, for messages on the topic `up/raw`. */ readonly raw?: string;
  /** A change of presence: the device came online (true) or went offline (false). */ readonly isOnline?: boolean;
  /** A message about the firmware of the device. */ readonly upgrade?: UpgradeNews;
  /** The reply of the device to a command. Its state is stored before the message is acknowledged. */
  readonly reply?: SentReply;
  /** The list of sub-devices that a gateway sent. */ readonly topology?: SentTopology;
  /** The entry has no message: it lets the rules act at a time when an effect of a rule is due. */
  readonly isTick?: true;
  /** The message itself, stored with an alarm that it raises. Not written to the spool. */ readonly frame?: EntryFrame;
}

/** A message as received. */
export interface EntryFrame {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** Milliseconds by the platform's clock. */ readonly receivedAt: number;
}

export interface EntryEvent {
  readonly identifier: string;
  readonly level: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly messageId: string | null;
}

/** Return an entry of a device without any content. */
export const emptyEntry = (
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  ts: number,
): LaneEntry => ({ tenantId, deviceId: id, ts, history: null, latest: null, isWhole: false, quality: 0 });

/** Rows to write for a batch, each key once. Moments are seconds, as PostgreSQL expects them. */
export interface BatchRows {
  readonly history: [deviceId: string, at: number, values: Record<string, unknown>, quality: number][];
  /** Current states. `times`: the moment of each value; null: all are of the state's moment. */
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

/** Merge an entry into a current state: for each property the newer value is retained. */
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
 * Merge entries into rows, because PostgreSQL cannot change a row twice in one statement. Entries of one device and
 * moment become one row of history. All entries of a device become one current state.
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
