/** So many letters of statements are kept in each half: twice this is the most that what somebody makes up can fill. */
const MOST_LETTERS = 1_500_000;

/**
 * What is known of statements, by their texts. Those that are sent again and again stay, others are let go of: bounded by their letters and
 * not by their number, since a person makes up as many as he likes and as long as a filter may be.
 */
export class ByText<V> {
  readonly #most: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #letters = 0;
  constructor(most = MOST_LETTERS) {
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

  /** Letters of all texts that are kept. */
  get letters(): number {
    return [...this.#young.keys(), ...this.#old.keys()].reduce((sum, text) => sum + text.length, 0);
  }
}
