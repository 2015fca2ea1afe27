/** Milliseconds over which openings and failures are counted. */
const WINDOW_MS = 60_000;
/** Maximum openings of one link in a minute, and of its pictures. */
const MAX_OPENINGS = 30;
const MAX_PICTURES = 240;
/** Failed tokens of one address in a minute that are answered at once. */
const FREE_FAILURES = 10;
/** Delay in ms for each further failure, and the longest delay. */
const STEP_MS = 20;
const LONGEST_MS = 2000;
/** Maximum answers of a process that wait at the same time. Further ones are answered at once. */
const MAX_WAITING = 200;
/** Maximum keys that are counted; the oldest is dropped. */
const MAX_KEYS = 10_000;

/** Counts events by key over a minute, for a bounded number of keys. */
class Counter {
  readonly #counts = new Map<string, { begun: number; n: number }>();

  /** Count an event. Return the number of events of its key in this minute. */
  add(key: string, now: number): number {
    const known = this.#counts.get(key);
    if (known && now - known.begun < WINDOW_MS) return (known.n += 1);
    // The map is in the order of insertion, so its first key has the oldest minute.
    this.#counts.delete(key);
    this.#counts.set(key, { begun: now, n: 1 });
    if (this.#counts.size > MAX_KEYS) this.#counts.delete(this.#counts.keys().next().value ?? '');
    return 1;
  }

  get size(): number {
    return this.#counts.size;
  }
}

/**
 * Limits of the pages for customers. Only failed tokens are counted by address, because an office or a carrier shares
 * one: its real links are never delayed.
 */
export class GuestLimits {
  readonly #failures = new Counter();
  readonly #openings = new Counter();
  readonly #pictures = new Counter();
  #waiting = 0;

  /** Count a failed token of an address. Return the delay of its answer in ms. */
  failed(address: string, now: number): number {
    const beyond = this.#failures.add(address, now) - FREE_FAILURES;
    return beyond > 0 ? Math.min(LONGEST_MS, beyond * STEP_MS) : 0;
  }

  /** Count an opening of a link. Return whether it is within the limit. */
  mayOpen(hash: string, now: number): boolean {
    return this.#openings.add(hash, now) <= MAX_OPENINGS;
  }

  /** Count a picture of a link. Return whether it is within the limit. */
  mayShow(hash: string, now: number): boolean {
    return this.#pictures.add(hash, now) <= MAX_PICTURES;
  }

  /** Wait, unless too many answers wait already. */
  async slow(ms: number): Promise<void> {
    if (ms === 0 || this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    this.#waiting -= 1;
  }

  /** Number of counted keys, which is bounded. */
  get size(): number {
    return this.#failures.size + this.#openings.size + this.#pictures.size;
  }
}
