/** Rate limit: messages a second, and how many may come at once after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Token bucket that limits the messages of one device. */
export class TokenBucket {
  #tokens: number;
  #at: number;
  readonly #rate: Rate;
  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /**
   * Use a token for one message; return 0. Without a token, return the milliseconds until the next one is available.
   */
  take(now: number): number {
    const { perSecond, burst } = this.#rate;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * perSecond) / 1000);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) * 1000) / perSecond);
    this.#tokens -= 1;
    return 0;
  }
}
