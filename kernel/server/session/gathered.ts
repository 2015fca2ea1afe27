interface Waiting<A> { answer(found: A | undefined): void; fail(error: unknown): void }

/**
 * Questions that are asked in one breath go to the database as one. Who asks while an answer is on its way gets the next one: an answer is
 * never older than its question.
 */
export class Gathered<A> {
  readonly #ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, A>>;
  #waiting = new Map<string, Waiting<A>[]>();
  #asking = false;
  constructor(ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, A>>) { this.#ask = ask; }

  get(key: string): Promise<A | undefined> {
    return new Promise((answer, fail) => {
      const others = this.#waiting.get(key);
      if (others) others.push({ answer, fail });
      else this.#waiting.set(key, [{ answer, fail }]);
      if (!this.#asking) void this.#askAll();
    });
  }

  async #askAll(): Promise<void> {
    this.#asking = true;
    // What is asked in this same turn goes along.
    await Promise.resolve();
    while (this.#waiting.size) {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await this.#ask([...waiting.keys()]);
        for (const [key, those] of waiting) for (const one of those) one.answer(found.get(key));
      } catch (error) {
        for (const those of waiting.values()) for (const one of those) one.fail(error);
      }
    }
    this.#asking = false;
  }
}
