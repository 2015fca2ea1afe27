import type { CompiledRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import type { PropertyValues } from '#business/iot/alarms/engine/condition.rules.ts';
import type { DeviceMoment } from '#business/iot/alarms/engine/hot-device.rules.ts';
import { Replay } from '#business/iot/alarms/dry-run/replay.rules.ts';

/** What a device said of a fault while its repair was watched. Moments are milliseconds. */
export interface WatchSeen {
  /** The first message that shows the fault; null: none does. */ readonly faultAt: number | null;
  readonly messages: number;
  /** Messages that say whether the fault is there. */ readonly speaking: number;
}

/** Fewer messages say nothing. */
const MIN_MESSAGES = 3;

/** Judge a repair: the fault in any message ends the watch at once; without messages that speak of it nobody can say that it is gone. */
export function repairVerdict(
  { faultAt, messages, speaking }: WatchSeen,
  isOver: boolean,
): 'fixed' | 'unfixed' | 'noData' | null {
  if (faultAt !== null) return 'unfixed';
  if (!isOver) return null;
  return messages < MIN_MESSAGES || speaking === 0 ? 'noData' : 'fixed';
}

/** A rule over the stored messages of a watch, by the engine of the running path. */
export class WatchReplay {
  readonly #rule: CompiledRule;
  readonly #replay: Replay;
  readonly #from: number;
  #faultAt: number | null = null;
  #messages = 0;
  #speaking = 0;

  /** `before`: the values with which the alarm was raised. Messages until `from` prepare the rule and are not judged. */
  constructor(rule: CompiledRule, of: { deviceId: string; zone: string; from: number; before: PropertyValues | null }) {
    this.#rule = rule;
    this.#replay = new Replay(rule, of.deviceId, of.zone, of.before);
    this.#from = of.from;
  }

  /** Take a stored message with its values. */
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

  /** Take an event, or that the device came or went. */
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

  /** Return what was seen until a moment; what was due by then, such as silence, is due. */
  until(ts: number): WatchSeen {
    const due = this.#replay.until(ts).find((one) => one.start > this.#from && one.start <= ts);
    const faultAt = this.#faultAt ?? (this.#messages > 0 ? (due?.start ?? null) : null);
    return { faultAt, messages: this.#messages, speaking: this.#speaking };
  }
}
