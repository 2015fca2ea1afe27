/** Limits of a counter: the value at which it wraps to zero, and its maximal growth a minute. Null: unknown. */
export interface CounterRule {
  readonly wrap: number | null;
  readonly maxRate: number | null;
  /** Smallest difference between two readings. Growth by this amount is never rejected. */ readonly step?: number;
}

/**
 * Bits that say why a figure is doubtful: the counter wrapped, the meter was exchanged, readings were rejected, or the
 * hour is estimated.
 */
export const DOUBT = { wrapped: 1, exchanged: 2, refused: 4, estimated: 8 } as const;

/** A reading of a counter at a moment (milliseconds). */
export interface CounterReading {
  readonly ts: number;
  readonly value: number;
}

/**
 * A recorded exchange of a meter: last reading of the old meter and first of the new one. Null: not recorded for this
 * counter.
 */
export interface CounterChange {
  readonly ts: number;
  readonly end: number | null;
  readonly start: number | null;
}

/** Growth of a counter from one reading to the next. */
export interface CounterStep {
  readonly from: number;
  readonly until: number;
  readonly delta: number;
  readonly doubt: number;
}

/** State of a counter, from which the next reading continues. It is stored at the end of each day with figures. */
export interface GrowthState {
  /** The last trusted reading; null: growth counts from the next reading on. */ readonly last: CounterReading | null;
  /** When the counter first showed that value (milliseconds). */ readonly since: number;
  /** Rejected readings that agree with each other, but are too few yet to be trusted. */
  readonly suspects: readonly CounterReading[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * A fall from above this share of the wrap value is a wrap. From a lower value, the meter was exchanged or restarted.
 */
const NEAR_END = 0.9;
/** A fall by at most this share of the last value is noise of the meter. */
const NOISE = 0.01;
/** Time for which the higher reading remains the base after such a small fall. */
const NOISE_MS = DAY_MS;
/** Number of later readings that must agree with a contradicting one before it is trusted. */
const AGREEING = 2;
/** If the maximal rate is unknown, only a fall to at most this share of the last value is a restart from zero. */
const NEAR_START = 0.1;

const isNoise = (base: number, value: number): boolean => value < base && base - value <= Math.abs(base) * NOISE;

/**
 * Follow the readings of a counter. A fall within the noise counts as zero. A reading that falls further, or rises
 * beyond the maximal rate, is rejected until two later readings agree with it. Then the counter wrapped, or a meter was
 * exchanged, and the growth continues.
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

  /** The last trusted reading. */
  get last(): CounterReading | null {
    return this.#last;
  }

  get state(): GrowthState {
    return { last: this.#last, since: this.#since, suspects: this.#suspects };
  }

  /**
   * Moments (milliseconds) of rejected readings, including the newest ones. Those are accepted if two later readings
   * agree with them.
   */
  get leftOut(): readonly number[] {
    return [...this.#leftOut, ...this.#suspects.map(({ ts }) => ts)];
  }

  /**
   * Return the growth since the last trusted reading. Null: the reading is the first, or it is rejected. Readings must
   * be in order of time.
   */
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

  /**
   * Return the growth up to the last reading of the old meter. The new one continues from its recorded start, or from
   * its first reading.
   */
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

  /** Handle a fall within the noise: the higher reading remains the base for a day, then the lower one is accepted. */
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

  /** Return the growth up to the first of the agreeing readings, after a wrap or a restart from zero. */
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
    // Allow one extra minute of growth: two readings with nearly the same moment may show growth over a minute.
    return maxRate === null || delta <= step + maxRate * (1 + (until.ts - from.ts) / MINUTE_MS);
  }
}

/** Return the moment of the newest reading that a state includes. Older readings must not be added again. */
export const seenUntil = ({ last, since, suspects }: GrowthState): number =>
  Math.max(since, last?.ts ?? since, suspects.at(-1)?.ts ?? since);

/**
 * Return the steps of a counter over readings and recorded exchanges, in order of time. `seen` is called for each
 * reading with whether it is trusted.
 */
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

/**
 * Maximal time between two readings for dividing their growth by time. After a longer silence all of it counts at the
 * second reading.
 */
export const SHARED_MS = 15 * MINUTE_MS;

/** Is the growth of a step divided by time? */
export const isShared = ({ from, until }: CounterStep): boolean => until > from && until - from <= SHARED_MS;

/**
 * Return the growth of a step until a moment, rounded. Both parts of a divided step use the same rounded number, so
 * nothing is lost.
 */
function grownAt({ from, until, delta }: CounterStep, ts: number): number {
  const share = Math.min(1, Math.max(0, (ts - from) / (until - from)));
  return Math.round(delta * share * 1e6) / 1e6;
}

/** Return the part of a step's growth between two moments. */
export const partOf = (step: CounterStep, begin: number, end: number): number =>
  grownAt(step, end) - grownAt(step, begin);
