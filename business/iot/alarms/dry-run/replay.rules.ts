import type { CompiledRule } from '../engine/compile-rule.rules.ts';
import type { PropertyValues } from '../engine/condition.rules.ts';
import { type DeviceEffect, type DeviceMoment, HotDevice } from '../engine/hot-device.rules.ts';
import type { RuleSet } from '../engine/rule-set.rules.ts';

/**
 * A firing of a rule during a dry run: from the moment when it raises an alarm until the alarm ends. Moments are
 * milliseconds.
 */
export interface Firing {
  readonly level: string;
  /** The moment from which the condition held, before the hold time. */ readonly since: number;
  readonly start: number;
  /** End of the firing; null: it still holds. */ readonly end: number | null;
  readonly values: PropertyValues;
}

/** Return a rule set that has only this rule. */
export function setOfOne(rule: CompiledRule): RuleSet {
  const some = (kinds: readonly CompiledRule['kind'][]) => (kinds.includes(rule.kind) ? [rule] : []);
  return {
    rules: [rule],
    byProperty: new Map(rule.kind === 'values' ? rule.properties.map((one) => [one, [rule]]) : []),
    byId: new Map([[rule.id, rule]]),
    events: some(['event']),
    presence: some(['presence', 'flapping']),
    silence: some(['silence']),
  };
}

const graver = (levels: readonly string[], one: string, other: string): string =>
  levels.indexOf(one) <= levels.indexOf(other) ? one : other;

/** Replays one rule over the messages of one device, in order of time, with the engine that judges live messages. */
export class Replay {
  readonly #hot: HotDevice;
  readonly #rule: CompiledRule;
  readonly #zone: string;
  readonly #firings: Firing[] = [];

  constructor(rule: CompiledRule, deviceId: string, zone: string, before: PropertyValues | null = null) {
    this.#rule = rule;
    this.#zone = zone;
    this.#hot = new HotDevice(deviceId, setOfOne(rule), { ts: null, data: before, states: null });
  }

  take(moment: DeviceMoment): void {
    for (const effect of this.#hot.take(moment, this.#zone)) this.#note(effect);
  }

  /** Is the alarm open after the messages that were replayed so far? */
  get isHolding(): boolean {
    return this.#firings.at(-1)?.end === null;
  }

  /** Advance the clock to a moment, so that due effects occur, and return all firings. */
  until(ts: number): readonly Firing[] {
    this.take({ ts, values: null, events: [], isOnline: null, isTick: true });
    return this.#firings;
  }

  #note({ kind, level, at, values }: DeviceEffect): void {
    const { levels } = this.#rule;
    const { level: name, mode, holdMs } = levels[level];
    const open = this.#firings.at(-1);
    if (kind === 'raise')
      this.#firings.push({
        level: name,
        since: mode === 'duration' ? at - holdMs : at,
        start: at,
        end: null,
        values: { ...values },
      });
    else if (open && open.end === null && kind === 'clear') this.#firings.splice(-1, 1, { ...open, end: at });
    else if (open && open.end === null && kind === 'level')
      this.#firings.splice(-1, 1, {
        ...open,
        level: graver(
          levels.map((one) => one.level),
          open.level,
          name,
        ),
      });
  }
}
