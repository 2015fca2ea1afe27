/** Retention of news for listeners that connect a moment later (milliseconds). */
const STORED_MS = 15_000;
/** Maximum number of stored news. If older ones are needed, `within` returns null. */
const MAX_CACHED = 2000;

/**
 * News of the last seconds. A page reads its rows first and listens a moment later; news in between must not be lost.
 */
export class Lately<T> {
  #stored: { readonly at: number; readonly news: T }[] = [];
  /**
   * Moment since which no news were dropped (milliseconds of this process). Before the first drop all news are stored.
   */
  #from = -Infinity;

  add(news: T): void {
    const now = performance.now();
    this.#stored.push({ at: now, news });
    if (this.#stored.length >= MAX_CACHED * 2) this.#drop(this.#stored.at(-MAX_CACHED)!.at);
    if (this.#stored[0].at < now - STORED_MS * 2) this.#drop(now - STORED_MS);
  }

  #drop(from: number): void {
    this.#stored = this.#stored.filter(({ at }) => at >= from);
    this.#from = from;
  }

  /** Return the news of the last `ms` milliseconds, the oldest first; null where some of them are no longer stored. */
  within(ms: number): readonly T[] | null {
    const from = performance.now() - ms;
    if (from < this.#from) return null;
    return this.#stored.filter(({ at }) => at >= from).map(({ news }) => news);
  }
}
