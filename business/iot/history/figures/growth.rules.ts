/** What is known of a counter: where it wraps, and how much it grows a minute at most. Null: nothing. */
export interface CounterRule {
  readonly wrap: number | null;
  readonly maxRate: number | null;
  /** The smallest step that it shows, which its rate does not forbid. */ readonly step?: number;
}

/** Why a figure is marked: the counter wrapped, a meter was exchanged, readings are left out, the hour is estimated. */
export const DOUBT = { wrapped: 1, exchanged: 2, refused: 4, estimated: 8 } as const;

/** A reading of a counter at a moment (milliseconds). */
export interface CounterReading {
  readonly ts: number;
  readonly value: number;
}

/** A recorded exchange of a meter: the last reading of the old one and the first of the new one. Null: not recorded of this counter. */
export interface CounterChange {
  readonly ts: number;
  readonly end: number | null;
  readonly start: number | null;
}

/** What a counter grew from one reading to the next. */
export interface CounterStep {
  readonly from: number;
  readonly until: number;
  readonly delta: number;
  readonly doubt: number;
}

/** Where a counter is: what the next reading is measured by. It is stored at the end of each counted day. */
export interface GrowthState {
  /** The last reading that is believed. Null: the next one begins anew. */ readonly last: CounterReading | null;
  /** When the counter showed that value first. */ readonly since: number;
  /** Readings that contradict it, and agree with each other. */ readonly suspects: readonly CounterReading[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A counter that fell from so near its end has wrapped; from elsewhere it was exchanged or began anew. */
const NEAR_END = 0.9;
/** A smaller fall is noise of the reading. */
const NOISE = 0.01;
/** So long the higher reading stays the base. */
const NOISE_MS = DAY_MS;
/** So many later readings must agree with one that contradicts the counter. */
const AGREEING = 2;
/** Where no rate is known, a counter that fell to a larger share than this did not begin at nothing. */
const NEAR_START = 0.1;

const isNoise = (base: number, value: number): boolean => value < base && base - value <= Math.abs(base) * NOISE;

/**
 * Follow the readings of a counter. A fall within the noise counts nothing. A reading that falls further, or rises beyond the greatest
 * rate, is left out until two later readings agree with it: then the counter wrapped, or a meter was exchanged, and the growth goes on.
 */
export class Growth {
  readonly #rule: CounterRule;
  #last: CounterReading | null;
  #since: number;
  #suspects: CounterReading[];
  readonly #leftOut: number[] = [];

  constructor(rule: CounterRule, state: GrowthState | null = null) {
    this.#rule = rule;
    this.#last = state?.last ?? null;
    this.#since = state?.since ?? state?.last?.ts ?? 0;
    this.#suspects = [...(state?.suspects ?? [])];
  }

  /** The last reading that is believed. */
  get last(): CounterReading | null {
    return this.#last;
  }

  get state(): GrowthState {
    return { last: this.#last, since: this.#since, suspects: this.#suspects };
  }

  /** Moments of the readings that are left out, those that wait for agreement included. */
  get leftOut(): readonly number[] {
    return [...this.#leftOut, ...this.#suspects.map(({ ts }) => ts)];
  }

  /** Return the step to a reading, which must be later than those before it; null where it begins, or is left out. */
  add(reading: CounterReading): CounterStep | null {
    const last = this.#last;
    if (!last) {
      this.#believe(reading);
      return null;
    }
    if (isNoise(last.value, reading.value)) return this.#holdBase(last, reading);
    const isRise = reading.value >= last.value;
    if (!isRise || !this.#isPossible(last, reading, reading.value - last.value)) return this.#suspect(last, reading);
    this.#believe(reading);
    return { from: last.ts, until: reading.ts, delta: reading.value - last.value, doubt: 0 };
  }

  /** Return the step to the end of the old meter; the new one goes on from its start, or from its first reading. */
  change({ ts, end, start }: CounterChange): CounterStep | null {
    const last = this.#last;
    this.#dropSuspects();
    this.#last = start === null ? null : { ts, value: start };
    this.#since = ts;
    if (!last) return null;
    const delta = end === null ? 0 : Math.max(0, end - last.value);
    return { from: Math.min(last.ts, ts), until: ts, delta, doubt: DOUBT.exchanged };
  }

  #believe(reading: CounterReading): void {
    this.#dropSuspects();
    this.#last = reading;
    this.#since = reading.ts;
  }

  #dropSuspects(): void {
    this.#leftOut.push(...this.#suspects.map(({ ts }) => ts));
    this.#suspects = [];
  }

  /** The higher reading stays the base for a day; then the lower one is right. */
  #holdBase(last: CounterReading, { ts, value }: CounterReading): CounterStep {
    this.#dropSuspects();
    const isOver = ts - this.#since > NOISE_MS;
    this.#last = { ts, value: isOver ? value : last.value };
    if (isOver) this.#since = ts;
    return { from: last.ts, until: ts, delta: 0, doubt: isOver ? DOUBT.exchanged : 0 };
  }

  #suspect(last: CounterReading, reading: CounterReading): CounterStep | null {
    const before = this.#suspects.at(-1);
    const isAgreed = before && this.#agrees(before, reading);
    if (!isAgreed) this.#dropSuspects();
    this.#suspects.push(reading);
    if (this.#suspects.length <= AGREEING) return null;
    const [first] = this.#suspects;
    const step = this.#stepOver(last, first);
    this.#suspects = [];
    this.#believe(reading);
    return { ...step, until: reading.ts, delta: step.delta + Math.max(0, reading.value - first.value) };
  }

  #agrees(before: CounterReading, reading: CounterReading): boolean {
    if (isNoise(before.value, reading.value)) return true;
    return reading.value >= before.value && this.#isPossible(before, reading, reading.value - before.value);
  }

  /** What the counter grew up to the first reading of those that agree: over its end, or since it began at nothing. */
  #stepOver(last: CounterReading, { ts, value }: CounterReading): CounterStep {
    const { wrap, maxRate } = this.#rule;
    const between = { from: last.ts, until: ts };
    const isFall = value < last.value;
    const over = wrap !== null && last.value > NEAR_END * wrap ? value - last.value + wrap : null;
    if (isFall && over !== null && this.#isPossible(last, { ts, value }, over))
      return { ...between, delta: over, doubt: DOUBT.wrapped };
    const isFromNothing = maxRate === null ? value <= NEAR_START * last.value : true;
    const isCounted = isFall && isFromNothing && this.#isPossible(last, { ts, value }, value);
    return { ...between, delta: isCounted ? value : 0, doubt: DOUBT.exchanged };
  }

  #isPossible(from: CounterReading, until: CounterReading, delta: number): boolean {
    const { maxRate, step = 0 } = this.#rule;
    // A minute is granted: two readings of one second may have counted the whole of it.
    return maxRate === null || delta <= step + maxRate * (1 + (until.ts - from.ts) / MINUTE_MS);
  }
}

/** The last moment that a state knows of. */
export const seenUntil = ({ last, since, suspects }: GrowthState): number =>
  Math.max(since, last?.ts ?? since, suspects.at(-1)?.ts ?? since);

/** Return the steps of a counter over readings and recorded exchanges, in their order in time. `seen` hears of each reading whether it is believed. */
export function followCounter(
  growth: Growth,
  readings: readonly CounterReading[],
  changes: readonly CounterChange[] = [],
  seen: (reading: CounterReading, isBelieved: boolean) => void = () => {},
): CounterStep[] {
  const steps: (CounterStep | null)[] = [];
  const due = changes.toSorted((a, b) => a.ts - b.ts);
  for (const reading of readings) {
    while (due.length > 0 && due[0].ts <= reading.ts) steps.push(growth.change(due.shift()!));
    steps.push(growth.add(reading));
    seen(reading, growth.last?.ts === reading.ts);
  }
  for (const one of due) steps.push(growth.change(one));
  return steps.filter((step) => step !== null);
}

/** Over a silence no longer than this a step is shared out by time; after a longer one it counts at its end. */
export const SHARED_MS = 15 * MINUTE_MS;

/** Return whether a step is shared out by time. */
export const isShared = ({ from, until }: CounterStep): boolean => until > from && until - from <= SHARED_MS;

/** Return what of a step had grown at a moment: the same for both sides of it, so that nothing is lost between them. */
function grownAt({ from, until, delta }: CounterStep, ts: number): number {
  const share = Math.min(1, Math.max(0, (ts - from) / (until - from)));
  return Math.round(delta * share * 1e6) / 1e6;
}

/** Return what of a shared step belongs to the span between two moments. */
export const partOf = (step: CounterStep, begin: number, end: number): number =>
  grownAt(step, end) - grownAt(step, begin);
