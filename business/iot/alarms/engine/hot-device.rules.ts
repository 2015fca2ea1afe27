import type { CompiledRule } from './compile-rule.rules.ts';
import type { PropertyValues } from './condition.rules.ts';
import type { RuleSet } from './rule-set.rules.ts';
import {
  type RuleEffect,
  type RuleState,
  type Signal,
  advance,
  fittedState,
  newState,
  nextDue,
} from './rule-state.rules.ts';

/** An effect of a rule, with the device's values at that moment. */
export interface DeviceEffect extends RuleEffect {
  readonly rule: CompiledRule;
  readonly values: PropertyValues;
  /** The effect comes from a late message. */ readonly isLate: boolean;
}

/**
 * Input of the rules of a device at one moment: values, events, a change of presence, or only the passing of time
 * (`isTick`).
 */
export interface DeviceMoment {
  readonly ts: number;
  readonly values: PropertyValues | null;
  readonly events: readonly { readonly identifier: string; readonly params: PropertyValues }[];
  readonly isOnline: boolean | null;
  readonly isTick: boolean;
  /** The message is late. For a tick: the last message was late. */ readonly isLate?: boolean;
}

const fingerprint = ({ level, since, hits, clearSince, isLate }: RuleState, isSilence: boolean): string =>
  // A state is written only if this text changes. For a silence rule, each message restarts the wait. The text
  // therefore omits the start of the wait, to avoid a write for each message. After a restart of the process the wait
  // begins at the time of the stored values.
  isSilence
    ? String(level)
    : `${level} ${since.join()} ${hits.map((one) => one.length).join()} ${hits.at(-1)?.at(-1)} ${clearSince} ${isLate}`;

/** The home that has a device, and since when. A device that returns to a home later has a new `ownedSince`. */
export interface HomeOfDevice {
  readonly householdId: string | null;
  /** When the home got the device (milliseconds); null: the device was never in another home. */
  readonly ownedSince: number | null;
}

/** A device in memory, with the states of its rules. */
export class HotDevice {
  readonly deviceId: string;
  /** The home that the rule states belong to. */ #home: HomeOfDevice;
  #set: RuleSet;
  #values: Record<string, unknown> = {};
  #ts: number;
  #heard = 0;
  readonly #states = new Map<string, RuleState>();
  readonly #touched = new Set<string>();
  readonly #decisive = new Set<string>();
  /** Rules whose condition holds, but not yet for the hold time. */ readonly #waiting = new Set<string>();

  constructor(
    deviceId: string,
    set: RuleSet,
    stored: {
      readonly ts: number | null;
      readonly data: PropertyValues | null;
      readonly states: Readonly<Record<string, RuleState>> | null;
      readonly home?: HomeOfDevice;
      /** Start of this process (milliseconds): earlier silence may be downtime of the platform. */
      readonly listensSince?: number;
    },
  ) {
    this.deviceId = deviceId;
    this.#home = stored.home ?? { householdId: null, ownedSince: null };
    this.#set = set;
    this.#ts = stored.ts ?? 0;
    this.#heard = this.#ts;
    for (const property of set.byProperty.keys())
      if (stored.data?.[property] !== undefined) this.#values[property] = stored.data[property];
    for (const [ruleId, state] of Object.entries(stored.states ?? {}))
      this.#states.set(ruleId, { ...state, lastTs: Math.max(state.lastTs, this.#ts) });
    for (const rule of set.silence) {
      const state = this.#stateOf(rule);
      if (stored.ts !== null && state.level < 0) state.since.fill(Math.max(stored.ts, this.#begin));
    }
    this.#beginToListen(stored.listensSince ?? 0);
  }

  /**
   * Let a silence or absence that is not raised yet begin at the start of the process. Downtime of the platform must
   * not raise alarms.
   */
  #beginToListen(at: number): void {
    for (const rule of this.#set.rules) {
      const state = this.#states.get(rule.id);
      if (!state || state.level >= 0 || (rule.kind !== 'silence' && rule.kind !== 'presence')) continue;
      state.since = state.since.map((one) => (one === null ? null : Math.max(one, at)));
    }
  }

  #stateOf(rule: CompiledRule): RuleState {
    const stored = this.#states.get(rule.id);
    const state = stored ? fittedState(rule, stored) : newState(rule, Math.max(this.#ts, this.#begin - 1));
    if (state !== stored) this.#states.set(rule.id, state);
    return state;
  }

  /** When the present home got the device (milliseconds). */
  get #begin(): number {
    return this.#home.ownedSince ?? 0;
  }

  get householdId(): string | null {
    return this.#home.householdId;
  }

  /**
   * Discard all rule states if the device is in another home, or has left its home and returned; return whether they
   * were discarded.
   */
  moveTo({ householdId, ownedSince }: HomeOfDevice): boolean {
    if (householdId === this.#home.householdId && ownedSince === this.#home.ownedSince) return false;
    this.#home = { householdId, ownedSince };
    this.#states.clear();
    this.#touched.clear();
    this.#waiting.clear();
    this.#gone.length = 0;
    for (const rule of this.#set.silence) this.#stateOf(rule).since.fill(Math.max(this.#heard, this.#begin));
    return true;
  }

  /** Replace the rules of the device. The next call of `take` ends the alarms of removed rules. */
  follow(set: RuleSet): void {
    this.#set = set;
  }

  /** Judge a moment by the rules and return the effects. The changed states are returned by `changed`. */
  take(moment: DeviceMoment, zone: string): DeviceEffect[] {
    const { ts, isLate, values, isOnline } = moment;
    const effects = this.#leftOver(ts);
    this.#decisive.clear();
    this.#heard = Math.max(this.#heard, ts);
    if (moment.isTick) {
      // For a silence rule a tick is never late, even if the last message was: it tests the present.
      for (const rule of this.#set.rules)
        this.#advance(rule, { kind: 'tick', ts, isLate: isLate && rule.kind !== 'silence' }, zone, effects);
      return effects;
    }
    if (isOnline !== null)
      for (const rule of this.#set.presence)
        this.#advance(rule, { kind: 'presence', ts, isLate, isOnline }, zone, effects);
    if (values) this.#takeValues(values, { ts, isLate }, zone, effects);
    for (const { identifier, params } of moment.events)
      for (const rule of this.#set.events)
        this.#advance(rule, { kind: 'event', ts, isLate, event: identifier, params }, zone, effects);
    return effects;
  }

  #takeValues(
    values: PropertyValues,
    { ts, isLate }: Pick<DeviceMoment, 'ts' | 'isLate'>,
    zone: string,
    effects: DeviceEffect[],
  ): void {
    for (const rule of this.#set.silence)
      this.#advance(rule, { kind: 'event', ts, isLate, event: '', params: {} }, zone, effects);
    const { byProperty } = this.#set;
    const affected: CompiledRule[] = [];
    let after: Record<string, unknown> | null = null;
    for (const property in values) {
      const rules = byProperty.get(property);
      if (!rules) continue;
      after ??= { ...this.#values };
      after[property] = values[property];
      for (const rule of rules) if (!affected.includes(rule)) affected.push(rule);
    }
    if (!after) return;
    // A late message, older than the newest values, is ignored by rules on values.
    if (ts < this.#ts) return;
    const sight = { now: after, before: this.#values, passedMs: ts - this.#ts };
    this.#values = after;
    for (const rule of affected) this.#advance(rule, { kind: 'values', ts, isLate, sight }, zone, effects);
    // `#stateOf` starts the state of a new rule at `#ts`, so `#ts` must be set after the rules have judged this
    // message.
    this.#ts = ts;
  }

  #advance(rule: CompiledRule, signal: Signal, zone: string, effects: DeviceEffect[]): void {
    const isSilence = rule.kind === 'silence';
    const isLate = signal.isLate === true;
    const state = this.#stateOf(rule);
    const quiet = isQuiet(state);
    const before = quiet ? '' : fingerprint(state, isSilence);
    const found = advance(rule, state, signal, zone);
    if (quiet && found.length === 0 && isQuiet(state)) return;
    this.#noteWaiting(rule, state);
    if (before !== fingerprint(state, isSilence)) {
      this.#touched.add(rule.id);
      for (const property of rule.properties) this.#decisive.add(property);
    }
    for (const one of found) effects.push({ ...one, rule, values: this.#values, isLate });
  }

  #noteWaiting({ id, kind }: CompiledRule, { level, since }: RuleState): void {
    if (kind === 'values' && level < 0 && since.some((one) => one !== null)) this.#waiting.add(id);
    else this.#waiting.delete(id);
  }

  /** Properties of the rules whose state was changed by the last message. */
  get decisive(): ReadonlySet<string> {
    return this.#decisive;
  }

  /** Ids of the rules whose condition holds, but not yet for the hold time. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting;
  }

  /** Drop the states of removed rules; return the effects that end their alarms. */
  #leftOver(at: number): DeviceEffect[] {
    const effects: DeviceEffect[] = [];
    if (this.#states.size <= this.#set.rules.length) return effects;
    for (const [ruleId, state] of this.#states) {
      if (this.#set.byId.has(ruleId)) continue;
      if (state.level >= 0)
        effects.push({ kind: 'clear', level: 0, at, rule: { id: ruleId } as CompiledRule, values: {}, isLate: false });
      this.#states.delete(ruleId);
      this.#gone.push(ruleId);
    }
    return effects;
  }

  readonly #gone: string[] = [];

  /** Return the states that changed since the last call, and forget the changes. Null: the rule was removed. */
  changed(): { readonly ruleId: string; readonly state: RuleState | null }[] {
    const found = [
      ...[...this.#touched].map((ruleId) => ({ ruleId, state: this.#states.get(ruleId) ?? null })),
      ...this.#gone.map((ruleId) => ({ ruleId, state: null })),
    ];
    this.#touched.clear();
    this.#gone.length = 0;
    return found;
  }

  /** Earliest moment of an effect without another message, by the device's clock (milliseconds); null: none. */
  get due(): number | null {
    let due: number | null = null;
    for (const rule of this.#set.rules) {
      const state = this.#states.get(rule.id);
      const one = state ? nextDue(rule, state) : null;
      if (one !== null && (due === null || one < due)) due = one;
    }
    return due;
  }

  /** Moment of the newest message (milliseconds by the device's clock). */
  get heardTs(): number {
    return this.#heard;
  }
}

/** Is nothing raised or waiting? Skipping these rules is a fast path, because it holds for nearly all of them. */
function isQuiet({ level, since, hits, clearSince }: RuleState): boolean {
  if (level >= 0 || clearSince !== null) return false;
  for (const one of since) if (one !== null) return false;
  for (const one of hits) if (one.length > 0) return false;
  return true;
}
