import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { AlarmEffect } from '../raise/alarm-effect.server.ts';
import type { StateRow } from './alarm-state.server.ts';

/** Result of judging a batch by rules: effects on alarms, and rule states to write or delete. */
export interface BatchOutcome {
  readonly effects: readonly AlarmEffect[];
  readonly states: readonly StateRow[];
  readonly gone: readonly { readonly deviceId: string; readonly ruleId: string }[];
  /** Values that decided a rule, by message: they are stored although the dead band would drop them. */
  readonly history: ReadonlyMap<LaneEntry, Readonly<Record<string, unknown>>>;
}
