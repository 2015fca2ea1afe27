/** Pseudo-random numbers that are the same for the same seed (mulberry32, public domain). */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Return a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Return an approximately normal number with a mean and a standard deviation. */
  normal(mean: number, deviation: number): number {
    return mean + deviation * (this.next() + this.next() + this.next() + this.next() - 2) * Math.sqrt(3);
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)];
  }
}

/** Return the seed for a text (FNV-1a hash). */
export function seedOf(text: string): number {
  let sum = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 16_777_619);
  return sum >>> 0;
}
