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

/** An effect of a rule with the values that it was told at. */
export interface DeviceEffect extends RuleEffect {
  readonly rule: CompiledRule;
  readonly values: PropertyValues;
  /** Only late messages show it. */ readonly isLate: boolean;
}

/** What a moment of a device brings: its values, its events, its coming or going, or only the time. */
export interface DeviceMoment {
  readonly ts: number;
  readonly values: PropertyValues | null;
  readonly events: readonly { readonly identifier: string; readonly params: PropertyValues }[];
  readonly isOnline: boolean | null;
  readonly isTick: boolean;
  /** Its message was late, or the one before which time ran out. */ readonly isLate?: boolean;
}

const fingerprint = ({ level, since, hits, clearSince, isLate }: RuleState, isSilence: boolean): string =>
  // What only waits for silence waits anew with each message: from which one, the values say.
  isSilence
    ? String(level)
    : `${level} ${since.join()} ${hits.map((one) => one.length).join()} ${hits.at(-1)?.at(-1)} ${clearSince} ${isLate}`;

/** The home of a device: a device that leaves and comes back begins a new one. */
export interface HomeOfDevice {
  readonly householdId: string | null;
  /** Since when it is there (milliseconds); null: it never was elsewhere. */ readonly ownedSince: number | null;
}

/** A device with what its rules remember of it. */
export class HotDevice {
  readonly deviceId: string;
  /** The home that the stored states of the rules belong to. */ #home: HomeOfDevice;
  #set: RuleSet;
  #values: Record<string, unknown> = {};
  #ts: number;
  #heard = 0;
  readonly #states = new Map<string, RuleState>();
  readonly #touched = new Set<string>();
  readonly #decisive = new Set<string>();
  /** Rules whose condition holds, but not for long enough. */ readonly #waiting = new Set<string>();

  constructor(
    deviceId: string,
    set: RuleSet,
    stored: {
      readonly ts: number | null;
      readonly data: PropertyValues | null;
      readonly states: Readonly<Record<string, RuleState>> | null;
      readonly home?: HomeOfDevice;
      /** Since when anybody listens (milliseconds): what was silent before may only not have been heard. */
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

  /** Absence that was not raised yet counts from when somebody listens: the platform's own absence is no device's. */
  #beginToListen(at: number): void {
    for (const rule of this.#set.rules) {
      const state = this.#states.get(rule.id);
      if (!state || state.level >= 0 || (rule.kind !== 'silence' && rule.kind !== 'presence')) continue;
      state.since = state.since.map((one) => (one === null ? null : Math.max(one, at)));
    }
  }

  #stateOf(rule: CompiledRule): RuleState {
    const kept = this.#states.get(rule.id);
    const state = kept ? fittedState(rule, kept) : newState(rule, Math.max(this.#ts, this.#begin - 1));
    if (state !== kept) this.#states.set(rule.id, state);
    return state;
  }

  /** The first moment of its present home. */
  get #begin(): number {
    return this.#home.ownedSince ?? 0;
  }

  get householdId(): string | null {
    return this.#home.householdId;
  }

  /** Forget what rules remember where the home is another one, or the same one after an absence; return whether it is. */
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

  /** Its rules are others from now on; what a rule that is gone raised is over. */
  follow(set: RuleSet): void {
    this.#set = set;
  }

  /** Takes a moment; answers what follows. The states that changed stand in `changed`. */
  take(moment: DeviceMoment, zone: string): DeviceEffect[] {
    const { ts, isLate, values, isOnline } = moment;
    const effects = this.#leftOver(ts);
    this.#decisive.clear();
    this.#heard = Math.max(this.#heard, ts);
    if (moment.isTick) {
      // Silence is of the present, however late the last message was.
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
    const asked: CompiledRule[] = [];
    let after: Record<string, unknown> | null = null;
    for (const property in values) {
      const rules = byProperty.get(property);
      if (!rules) continue;
      after ??= { ...this.#values };
      after[property] = values[property];
      for (const rule of rules) if (!asked.includes(rule)) asked.push(rule);
    }
    if (!after) return;
    // A late message fills no gap of what rules look at.
    if (ts < this.#ts) return;
    const sight = { now: after, before: this.#values, passedMs: ts - this.#ts };
    this.#values = after;
    for (const rule of asked) this.#advance(rule, { kind: 'values', ts, isLate, sight }, zone, effects);
    // Rules that are new to the device begin before this message.
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

  /** The properties of the rules that the last moment changed. */
  get decisive(): ReadonlySet<string> {
    return this.#decisive;
  }

  /** The rules whose condition holds but is not raised yet. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting;
  }

  /** What a rule raised that is there no longer. */
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

  /** The states that changed since this was asked last; null where the rule is gone. */
  changed(): { readonly ruleId: string; readonly state: RuleState | null }[] {
    const found = [
      ...[...this.#touched].map((ruleId) => ({ ruleId, state: this.#states.get(ruleId) ?? null })),
      ...this.#gone.map((ruleId) => ({ ruleId, state: null })),
    ];
    this.#touched.clear();
    this.#gone.length = 0;
    return found;
  }

  /** When it has something to say although nothing comes, by its own clock (milliseconds); null: never. */
  get due(): number | null {
    let due: number | null = null;
    for (const rule of this.#set.rules) {
      const state = this.#states.get(rule.id);
      const one = state ? nextDue(rule, state) : null;
      if (one !== null && (due === null || one < due)) due = one;
    }
    return due;
  }

  /** The newest moment that it told of. */
  get heardTs(): number {
    return this.#heard;
  }
}

/** Nothing holds and nothing was raised: as most rules are nearly always. */
function isQuiet({ level, since, hits, clearSince }: RuleState): boolean {
  if (level >= 0 || clearSince !== null) return false;
  for (const one of since) if (one !== null) return false;
  for (const one of hits) if (one.length > 0) return false;
  return true;
}
