import type { CompiledLevel, CompiledRule } from './compile-rule.rules.ts';
import type { Sight, PropertyValues } from './condition.rules.ts';

/** State of a rule on a device. Moments are milliseconds by the device's clock. */
export interface RuleState {
  /** Index of the raised level in the rule; -1: none. */ level: number;
  /** The moment from which the condition of each level holds; null: it does not hold. */ since: (number | null)[];
  /** Moments of recent hits (messages or events for which the condition held) by level, if the rule counts them. */
  hits: number[][];
  /** The moment from which the clear condition holds; null: it does not hold. */ clearSince: number | null;
  /** Moment of the last message that was judged: earlier or equal ones are ignored. */ lastTs: number;
  /** Only late messages have shown the raised fault so far. */ isLate?: true;
}

/**
 * An input of a rule: values, an event, a change of presence, or a tick (only the passing of time). `ts`: milliseconds
 * by the device's clock.
 */
export type Signal = { readonly ts: number; /** The message was late. */ readonly isLate?: boolean } & (
  | { readonly kind: 'values'; readonly sight: Sight }
  | { readonly kind: 'event'; readonly event: string; readonly params: PropertyValues }
  | { readonly kind: 'presence'; readonly isOnline: boolean }
  | { readonly kind: 'tick' }
);

/**
 * The effect of a rule at a moment of the device's clock (`at`). `again`: a raised fault is reported once more. `live`:
 * a message that is not late confirms a fault that late messages raised.
 */
export interface RuleEffect {
  readonly kind: 'raise' | 'level' | 'clear' | 'again' | 'live';
  readonly level: number;
  readonly at: number;
}

const MAX_HITS = 1000;

export const newState = ({ levels }: CompiledRule, lastTs = 0): RuleState => ({
  level: -1,
  since: levels.map(() => null),
  hits: levels.map(() => []),
  clearSince: null,
  lastTs,
});

/** Fit a stored state to a rule whose number of levels may have changed. Then only the raised level is retained. */
export function fittedState(rule: CompiledRule, kept: RuleState): RuleState {
  if (kept.since.length === rule.levels.length) return kept;
  const fresh = newState(rule, kept.lastTs);
  const level = Math.min(kept.level, rule.levels.length - 1);
  return kept.isLate ? { ...fresh, level, isLate: true } : { ...fresh, level };
}

const isReached = (level: CompiledLevel, state: RuleState, at: number, now: number): boolean => {
  if (level.mode === 'repeat') return state.hits[at].length >= level.count;
  const since = state.since[at];
  return since !== null && (level.mode === 'simple' || now - since >= level.holdMs);
};

/** Return the newest hit of any level; null: none. */
function lastHit({ hits }: RuleState): number | null {
  let found: number | null = null;
  for (const one of hits)
    if (one.length > 0 && (found === null || one[one.length - 1] > found)) found = one[one.length - 1];
  return found;
}

/** Return the moment of the next effect that needs no message; null: none. */
export function nextDue(rule: CompiledRule, state: RuleState): number | null {
  let due: number | null = null;
  const sooner = (moment: number): void => {
    if (due === null || moment < due) due = moment;
  };
  rule.levels.forEach((level, at) => {
    const since = state.since[at];
    if (level.mode === 'duration' && since !== null && (state.level < 0 || at < state.level))
      sooner(since + level.holdMs);
  });
  if (state.level >= 0) {
    if (state.clearSince !== null) sooner(state.clearSince + rule.clearHoldMs);
    const hit = rule.quietMs === null ? null : lastHit(state);
    if (hit !== null) sooner(hit + (rule.quietMs as number));
  }
  return due;
}

function over(rule: CompiledRule, state: RuleState, at: number, effects: RuleEffect[]): void {
  effects.push({ kind: 'clear', level: state.level, at });
  state.level = -1;
  state.clearSince = null;
  for (const hits of state.hits) hits.length = 0;
  if (rule.quietMs !== null) state.since.fill(null);
}

/** Apply all effects that are due until a moment, in order of time. */
function fireDue(rule: CompiledRule, state: RuleState, until: number, zone: string, effects: RuleEffect[]): void {
  for (let guard = 0; guard < 8; guard += 1) {
    const due = nextDue(rule, state);
    if (due === null || due > until) return;
    const isClear =
      state.level >= 0 &&
      ((state.clearSince !== null && state.clearSince + rule.clearHoldMs <= due) ||
        (rule.quietMs !== null && (lastHit(state) ?? Infinity) + rule.quietMs <= due));
    if (isClear) over(rule, state, due, effects);
    else if (!settle(rule, state, due, zone, effects)) return;
  }
}

/**
 * Raise the alarm, or change it to the most severe level that is reached; return whether the state changed. Outside its
 * working hours a rule does neither.
 */
function settle(rule: CompiledRule, state: RuleState, now: number, zone: string, effects: RuleEffect[]): boolean {
  const best = rule.levels.findIndex((level, at) => isReached(level, state, at, now));
  if (best < 0 || best === state.level || !rule.isOpenAt(now, zone)) return false;
  if (state.level < 0) effects.push({ kind: 'raise', level: best, at: now });
  // A more severe level applies at once; a lesser one only when the condition of the raised level no longer holds.
  else if (best < state.level || state.since[state.level] === null)
    effects.push({ kind: 'level', level: best, at: now });
  else return false;
  state.level = best;
  state.clearSince = null;
  return true;
}

/** Return for each level whether its condition holds; null: the signal does not concern this rule. */
function truthOf(rule: CompiledRule, signal: Signal): readonly boolean[] | null {
  if (signal.kind === 'values') return rule.kind === 'values' ? rule.levels.map((one) => one.test(signal.sight)) : null;
  if (signal.kind === 'event') {
    const sight = { now: paramsOf(signal.params), before: {}, passedMs: 0 };
    const fits = rule.levels.map((one) => one.event === signal.event && one.test(sight));
    return rule.kind === 'event' && fits.includes(true) ? fits : null;
  }
  if (signal.kind === 'presence' && (rule.kind === 'presence' || rule.kind === 'flapping'))
    return rule.levels.map(() => !signal.isOnline);
  return null;
}

const paramsOf = (params: PropertyValues): PropertyValues =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [`params.${name}`, value]));

function note(rule: CompiledRule, state: RuleState, truth: readonly boolean[], ts: number): void {
  const counts = rule.kind === 'event' || rule.kind === 'flapping';
  truth.forEach((isTrue, at) => {
    const level = rule.levels[at];
    if (isTrue) state.since[at] ??= ts;
    else if (!counts) state.since[at] = null;
    if (!counts && level.mode !== 'repeat') return;
    const hits = state.hits[at];
    if (isTrue) hits.push(ts);
    while (hits.length > 0 && (hits[0] <= ts - level.windowMs || hits.length > MAX_HITS)) hits.shift();
  });
}

/** Does the signal satisfy the clear condition? */
function isOver(rule: CompiledRule, truth: readonly boolean[], signal: Signal): boolean {
  if (rule.quietMs !== null || truth.includes(true)) return false;
  return rule.clear === null || (signal.kind === 'values' && rule.clear(signal.sight));
}

/** Record a message for a silence rule: the wait restarts, and a raised alarm ends. */
function heard(rule: CompiledRule, state: RuleState, ts: number, effects: RuleEffect[]): void {
  if (state.level >= 0) over(rule, state, ts, effects);
  state.since.fill(ts);
}

/**
 * Apply a signal to the state and return the effects in order. Signals that are not newer than the last one are
 * ignored.
 */
export function advance(rule: CompiledRule, state: RuleState, signal: Signal, zone: string): readonly RuleEffect[] {
  if (signal.kind !== 'tick' && signal.ts <= state.lastTs) return [];
  const effects: RuleEffect[] = [];
  const isShown = take(rule, state, signal, zone, effects);
  noteLateness(state, signal, isShown, effects);
  return effects;
}

/** Apply a signal to the state; return whether it shows that the raised fault still holds. */
function take(rule: CompiledRule, state: RuleState, signal: Signal, zone: string, effects: RuleEffect[]): boolean {
  fireDue(rule, state, signal.kind === 'tick' ? signal.ts : signal.ts - 1, zone, effects);
  if (signal.kind === 'tick') return false;
  state.lastTs = signal.ts;
  if (rule.kind === 'silence') {
    if (signal.kind !== 'presence') heard(rule, state, signal.ts, effects);
    return false;
  }
  const truth = truthOf(rule, signal);
  if (truth) judge(rule, state, { signal, truth, zone }, effects);
  return truth !== null && state.level >= 0 && state.clearSince === null;
}

/**
 * Track whether only late messages have shown the raised fault. The first other message that shows it causes the effect
 * `live`.
 */
function noteLateness(state: RuleState, signal: Signal, isShown: boolean, effects: RuleEffect[]): void {
  if (signal.isLate && effects.some(({ kind }) => kind === 'raise')) state.isLate = true;
  if (state.level < 0) delete state.isLate;
  if (!state.isLate || signal.isLate || !isShown) return;
  delete state.isLate;
  if (!effects.some(({ kind }) => kind !== 'clear')) effects.push({ kind: 'live', level: state.level, at: signal.ts });
}

interface Judged {
  readonly signal: Exclude<Signal, { kind: 'tick' }>;
  readonly truth: readonly boolean[];
  readonly zone: string;
}

/** Apply a signal that concerns the rule: record hits, raise or change the level, and end the alarm if it is over. */
function judge(rule: CompiledRule, state: RuleState, { signal, truth, zone }: Judged, effects: RuleEffect[]): void {
  note(rule, state, truth, signal.ts);
  const wasRaised = state.level >= 0;
  settle(rule, state, signal.ts, zone, effects);
  if (state.level < 0) return;
  if (wasRaised && rule.quietMs !== null && truth.includes(true))
    effects.push({ kind: 'again', level: state.level, at: signal.ts });
  if (!isOver(rule, truth, signal)) {
    state.clearSince = null;
    return;
  }
  state.clearSince ??= signal.ts;
  if (rule.clearHoldMs === 0) over(rule, state, signal.ts, effects);
}
