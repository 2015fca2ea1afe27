import type { CompiledRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import type { PropertyValues } from '#business/iot/alarms/engine/condition.rules.ts';
import type { DeviceMoment } from '#business/iot/alarms/engine/hot-device.rules.ts';
import { Replay } from '#business/iot/alarms/dry-run/replay.rules.ts';

/** Result of replaying the messages of a watch. Moments are milliseconds. */
export interface WatchSeen {
  /** Moment of the first message that shows the fault; null: none. */ readonly faultAt: number | null;
  readonly messages: number;
  /** Number of messages with a value that the rule tests. */ readonly speaking: number;
}

/** Minimal number of messages for a verdict. */
const MIN_MESSAGES = 3;

/**
 * Return the verdict on a repair; null: the watch still runs. A message that shows the fault decides at once; too few
 * messages give `noData`.
 */
export function repairVerdict(
  { faultAt, messages, speaking }: WatchSeen,
  isOver: boolean,
): 'fixed' | 'unfixed' | 'noData' | null {
  if (faultAt !== null) return 'unfixed';
  if (!isOver) return null;
  return messages < MIN_MESSAGES || speaking === 0 ? 'noData' : 'fixed';
}

/** Replays a rule over the stored messages of a watch, with the engine of live alarms. */
export class WatchReplay {
  readonly #rule: CompiledRule;
  readonly #replay: Replay;
  readonly #from: number;
  #faultAt: number | null = null;
  #messages = 0;
  #speaking = 0;

  /** `before`: values when the alarm was raised. Messages up to `from` only set the state of the rule. */
  constructor(rule: CompiledRule, of: { deviceId: string; zone: string; from: number; before: PropertyValues | null }) {
    this.#rule = rule;
    this.#replay = new Replay(rule, of.deviceId, of.zone, of.before);
    this.#from = of.from;
  }

  /** Replay a stored message with its values. */
  message(ts: number, data: PropertyValues): void {
    const isAsked = this.#rule.kind === 'values' || this.#rule.kind === 'silence';
    const values = this.#rule.kind === 'values' ? this.#asked(data) : {};
    if (isAsked) this.#replay.take({ ts, values, events: [], isOnline: null, isTick: false });
    if (ts <= this.#from) return;
    this.#messages += 1;
    if (this.#rule.kind === 'values' && Object.keys(values).length === 0) return;
    this.#speaking += 1;
    this.#note(ts);
  }

  /** Replay an event, or a change of presence. */
  moment(moment: DeviceMoment): void {
    this.#replay.take(moment);
    if (moment.ts > this.#from) this.#note(moment.ts);
  }

  #asked(data: PropertyValues): PropertyValues {
    return Object.fromEntries(this.#rule.properties.flatMap((name) => (name in data ? [[name, data[name]]] : [])));
  }

  #note(ts: number): void {
    if (this.#faultAt === null && this.#replay.isHolding) this.#faultAt = ts;
  }

  /** Advance to a moment, so that due effects such as silence occur, and return the result. */
  until(ts: number): WatchSeen {
    const due = this.#replay.until(ts).find((one) => one.start > this.#from && one.start <= ts);
    const faultAt = this.#faultAt ?? (this.#messages > 0 ? (due?.start ?? null) : null);
    return { faultAt, messages: this.#messages, speaking: this.#speaking };
  }
}
