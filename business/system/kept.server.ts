import type { Clock } from '#kernel/server/time/clock.ts';

/** Answers kept for a short time per tenant. Two who ask at once wait for one answer. */
export class Kept {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #tenants = new Map<string, Map<string, { until: number; answer: Promise<unknown> }>>();
  readonly #marks = new Map<string, string>();
  constructor(clock: Clock, ms: number) { this.#clock = clock; this.#ms = ms; }

  get<T>(tenantId: string, key: string, ask: () => Promise<T>): Promise<T> {
    let answers = this.#tenants.get(tenantId);
    if (!answers) this.#tenants.set(tenantId, (answers = new Map()));
    const now = this.#clock.ms();
    const known = answers.get(key);
    if (known && known.until > now && known.until <= now + this.#ms) return known.answer as Promise<T>;
    const answer = ask();
    answers.set(key, { until: now + this.#ms, answer });
    // A question that failed is asked again.
    answer.catch(() => { answers.delete(key); });
    return answer;
  }

  /** What was answered under another mark is out of date. */
  at(tenantId: string, mark: string): void {
    if (this.#marks.get(tenantId) === mark) return;
    this.#marks.set(tenantId, mark);
    this.forget(tenantId);
  }

  forget(tenantId: string | null): void {
    if (tenantId === null) this.#tenants.clear();
    else { this.#tenants.delete(tenantId); this.#tenants.delete(''); }
  }
}
