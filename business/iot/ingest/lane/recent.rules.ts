/** The newest so many numbers, and what is usual among them. */
export class Recent {
  readonly #kept: number[] = [];
  readonly #most: number;
  #next = 0;

  constructor(most = 256) {
    this.#most = most;
  }

  add(value: number): void {
    this.#kept[this.#next] = value;
    this.#next = (this.#next + 1) % this.#most;
  }

  /** That share of them is not above it; 0 where there are none. */
  quantile(share: number): number {
    const sorted = this.#kept.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  }
}
