/** What is known of a counter: where it wraps, and how much it grows a minute at most. Null: nothing. */
export interface CounterRule {
  readonly wrap: number | null;
  readonly maxRate: number | null;
}

/** Why a figure is not to be taken as it stands. */
export const DOUBT = { wrapped: 1, exchanged: 2, refused: 4, estimated: 8 } as const;

/** A reading of a counter at a moment (milliseconds). */
export interface CounterReading {
  readonly ts: number;
  readonly value: number;
}

/** What a counter grew from one reading to the next. */
export interface CounterStep {
  readonly from: number;
  readonly until: number;
  readonly delta: number;
  readonly doubt: number;
}

const MINUTE_MS = 60_000;
/** A counter that fell from so near its end has wrapped; from elsewhere it was exchanged or began anew. */
const NEAR_END = 0.9;

/**
 * Follows the readings of a counter. Where it falls it has wrapped, or a new meter shows what it counted since. A step beyond the greatest
 * rate is not counted: alone it is noise, and the readings before it go on; where the next reading agrees with it, they go on from there.
 */
export class Growth {
  readonly #rule: CounterRule;
  #last: CounterReading | null;
  #strange: CounterReading | null = null;

  constructor(rule: CounterRule, last: CounterReading | null = null) {
    this.#rule = rule;
    this.#last = last;
  }

  /** The last reading that is believed. */
  get last(): CounterReading | null {
    return this.#last;
  }

  /** The step to a reading, which must be later than those before it; null for the first. */
  add(reading: CounterReading): CounterStep | null {
    const last = this.#last;
    if (!last) {
      this.#last = reading;
      return null;
    }
    const step = this.#stepFrom(last, reading);
    if (this.#isPossible(step)) {
      this.#last = reading;
      this.#strange = null;
      return step;
    }
    const strange = this.#strange;
    this.#strange = reading;
    const agreed = strange && reading.value >= strange.value ? this.#stepFrom(strange, reading) : null;
    if (!agreed || !this.#isPossible(agreed)) return { ...step, delta: 0, doubt: step.doubt | DOUBT.refused };
    this.#last = reading;
    this.#strange = null;
    return { ...agreed, doubt: DOUBT.exchanged };
  }

  #stepFrom(last: CounterReading, { ts, value }: CounterReading): CounterStep {
    const between = { from: last.ts, until: ts };
    const { wrap } = this.#rule;
    if (value >= last.value) return { ...between, delta: value - last.value, doubt: 0 };
    if (wrap !== null && last.value > NEAR_END * wrap)
      return { ...between, delta: value - last.value + wrap, doubt: DOUBT.wrapped };
    return { ...between, delta: value, doubt: DOUBT.exchanged };
  }

  #isPossible({ from, until, delta }: CounterStep): boolean {
    const { maxRate } = this.#rule;
    // A minute is granted: two readings of one second may have counted the whole of it.
    return maxRate === null || delta <= maxRate * (1 + (until - from) / MINUTE_MS);
  }
}

/** Over a silence no longer than this a step is shared out by time; after a longer one it counts where it was told. */
export const SHARED_MS = 15 * MINUTE_MS;
