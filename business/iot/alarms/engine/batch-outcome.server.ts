import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { AlarmEffect } from '../raise/alarm-effect.server.ts';
import type { StateRow } from './alarm-state.server.ts';

/** Result of the rules on a batch: changes of alarms, and the states to write with it. */
export interface BatchOutcome {
  readonly effects: readonly AlarmEffect[];
  readonly states: readonly StateRow[];
  readonly gone: readonly { readonly deviceId: string; readonly ruleId: string }[];
  /** Values to store although a dead band would drop them: a rule decided by them. */
  readonly history: ReadonlyMap<LaneEntry, Readonly<Record<string, unknown>>>;
}
