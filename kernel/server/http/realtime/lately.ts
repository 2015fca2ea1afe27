/** So long what was told is kept for who comes a moment later (milliseconds). */
const KEPT_MS = 15_000;
/** As much is kept; who asks for more is told that something was missed. */
const MOST_KEPT = 2000;

/** What was told in the last seconds: a page reads its rows first and listens a moment later, and what happened between must not be lost. */
export class Lately<T> {
  #kept: { readonly at: number; readonly told: T }[] = [];
  /** Everything since then is kept (milliseconds of this process): at first all that it ever told. */
  #from = -Infinity;

  add(told: T): void {
    const now = performance.now();
    this.#kept.push({ at: now, told });
    if (this.#kept.length >= MOST_KEPT * 2) this.#drop(this.#kept.at(-MOST_KEPT)!.at);
    if (this.#kept[0].at < now - KEPT_MS * 2) this.#drop(now - KEPT_MS);
  }

  #drop(from: number): void {
    this.#kept = this.#kept.filter(({ at }) => at >= from);
    this.#from = from;
  }

  /** What was told within so many milliseconds, the oldest first; null where more is asked for than is kept. */
  within(ms: number): readonly T[] | null {
    const from = performance.now() - ms;
    if (from < this.#from) return null;
    return this.#kept.filter(({ at }) => at >= from).map(({ told }) => told);
  }
}
