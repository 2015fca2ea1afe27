interface Waiting<A> {
  answer(found: A | undefined): void;
  fail(error: unknown): void;
}
type Asked<A> = Map<string, Waiting<A>[]>;

/**
 * Sends concurrent queries to the database as one. Queries that arrive while one is under way are sent together after
 * it, so that an answer is never older than its query.
 */
export class Gathered<A> {
  readonly #ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, A>>;
  #waiting: Asked<A> = new Map();
  #asking = false;
  constructor(ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, A>>) {
    this.#ask = ask;
  }

  get(key: string): Promise<A | undefined> {
    return new Promise((answer, fail) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { answer, fail }]);
      if (!this.#asking) void this.#askAll();
    });
  }

  async #askAll(): Promise<void> {
    this.#asking = true;
    // Wait for further queries of the same tick, so that all of them are sent together.
    await Promise.resolve();
    while (this.#waiting.size) {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      await this.#answer(waiting);
    }
    this.#asking = false;
  }

  async #answer(waiting: Asked<A>): Promise<void> {
    const all = [...waiting].flatMap(([key, those]) => those.map((one) => ({ key, one })));
    try {
      const found = await this.#ask([...waiting.keys()]);
      for (const { key, one } of all) one.answer(found.get(key));
    } catch (error) {
      for (const { one } of all) one.fail(error);
    }
  }
}
