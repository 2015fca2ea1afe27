/** The last numbers, up to a maximum, and their percentiles. */
export class Recent {
  readonly #numbers: number[] = [];
  readonly #most: number;
  #next = 0;

  constructor(most = 256) {
    this.#most = most;
  }

  add(value: number): void {
    this.#numbers[this.#next] = value;
    this.#next = (this.#next + 1) % this.#most;
  }

  /** Return a percentile: the smallest number that at least this share (0 to 1) does not exceed. 0 without numbers. */
  quantile(share: number): number {
    const sorted = this.#numbers.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  }
}
