/** A received message that needs an acknowledgement. */
export interface Acknowledged {
  readonly qos: 1 | 2;
  readonly id: number;
  /**
   * Reason code of the acknowledgement. Undefined: not known yet; null: none is sent, so the device sends the message
   * again.
   */
  code: number | null | undefined;
}

const MAX_SETTLED = 1000;

/**
 * Holds acknowledgements back until those of earlier messages are sent. MQTT requires the order of arrival (3.1.1 §4.6,
 * 5.0 §4.6).
 */
export class AckOrder {
  #waiting: Acknowledged[] = [];
  #head = 0;

  begin(qos: 1 | 2, id: number): Acknowledged {
    const one: Acknowledged = { qos, id, code: undefined };
    this.#waiting.push(one);
    return one;
  }

  /** Set the code of a message; return the messages whose acknowledgements may be sent now, in order. */
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
