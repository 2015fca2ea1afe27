import type { CompiledRule } from '../engine/compile-rule.rules.ts';
import type { PropertyValues } from '../engine/condition.rules.ts';
import { type DeviceEffect, type DeviceMoment, HotDevice } from '../engine/hot-device.rules.ts';
import type { RuleSet } from '../engine/rule-set.rules.ts';

/** A time that a rule held, from its raise to its end. Moments are milliseconds. */
export interface Firing {
  readonly level: string;
  /** Since when the condition held. */ readonly since: number;
  readonly start: number;
  /** Null: it holds still. */ readonly end: number | null;
  readonly values: PropertyValues;
}

/** The set of one rule alone. */
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

/** One rule over what one device told, in order of time: judged by the engine of the running path itself. */
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

  /** Does the rule hold by what was taken so far? */
  get isHolding(): boolean {
    return this.#firings.at(-1)?.end === null;
  }

  /** What it made of everything until a moment: what was due by then is due. */
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
