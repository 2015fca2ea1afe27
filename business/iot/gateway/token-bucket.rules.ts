/** So many messages a second, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Counts what a device sends against its rate. */
export class TokenBucket {
  #tokens: number;
  #at: number;
  readonly #rate: Rate;
  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** Takes one; answers 0, or after how many milliseconds the next one is there. */
  take(now: number): number {
    const { perSecond, burst } = this.#rate;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * perSecond) / 1000);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) * 1000) / perSecond);
    this.#tokens -= 1;
    return 0;
  }
}
