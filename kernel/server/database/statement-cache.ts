/** Maximum characters of each of the two generations of stored statements. */
const MAX_LETTERS = 1_500_000;

/**
 * Facts about statements, by their texts. Frequent statements stay, others are dropped. Bounded by characters and not
 * by number, since a filter can be long and makes a statement of its own.
 */
export class ByText<V> {
  readonly #most: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #letters = 0;
  constructor(most = MAX_LETTERS) {
    this.#most = most;
  }

  get(text: string): V | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, value: V): void {
    if (!this.#young.has(text)) this.#letters += text.length;
    this.#young.set(text, value);
    if (this.#letters <= this.#most) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#letters = 0;
  }

  /** Return the number of characters of all stored texts. */
  get letters(): number {
    return [...this.#young.keys(), ...this.#old.keys()].reduce((sum, text) => sum + text.length, 0);
  }
}
