/** A message that will be acknowledged. */
export interface Acknowledged {
  readonly qos: 1 | 2;
  readonly id: number;
  /** Undefined: not known yet; null: never, it comes again; else the reason code. */ code: number | null | undefined;
}

const MAX_SETTLED = 1000;

/** Acknowledgements of one line leave in the order in which their messages came (3.1.1 §4.6, 5.0 §4.6). */
export class AckOrder {
  #waiting: Acknowledged[] = [];
  #head = 0;

  begin(qos: 1 | 2, id: number): Acknowledged {
    const one: Acknowledged = { qos, id, code: undefined };
    this.#waiting.push(one);
    return one;
  }

  /** Settle one, and take all that may leave now. */
  settle(one: Acknowledged, code: number | null): readonly Acknowledged[] {
    one.code = code;
    const from = this.#head;
    while (this.#head < this.#waiting.length && this.#waiting[this.#head].code !== undefined) this.#head += 1;
    const ready = this.#waiting.slice(from, this.#head);
    if (this.#head === this.#waiting.length || this.#head > MAX_SETTLED) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    return ready;
  }
}
