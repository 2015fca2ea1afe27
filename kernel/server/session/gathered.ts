interface Waiting<A> {
  answer(found: A | undefined): void;
  fail(error: unknown): void;
}
type Asked<A> = Map<string, Waiting<A>[]>;

/**
 * Questions that are asked in one breath go to the database as one. Who asks while an answer is on its way gets the next one: an answer is
 * never older than its question.
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
    // What is asked in this same turn goes along.
    await Promise.resolve();
    while (this.#waiting.size) {
      const asked = this.#waiting;
      this.#waiting = new Map();
      await this.#answer(asked);
    }
    this.#asking = false;
  }

  async #answer(asked: Asked<A>): Promise<void> {
    const all = [...asked].flatMap(([key, those]) => those.map((one) => ({ key, one })));
    try {
      const found = await this.#ask([...asked.keys()]);
      for (const { key, one } of all) one.answer(found.get(key));
    } catch (error) {
      for (const { one } of all) one.fail(error);
    }
  }
}
