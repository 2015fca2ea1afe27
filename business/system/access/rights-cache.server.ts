import type { Clock } from '#kernel/server';
import type { RightsPart } from '../tables.server.ts';

interface Answered {
  readonly until: number;
  readonly answer: Promise<unknown>;
  readonly of: readonly RightsPart[];
}

/** Maximum of cached answers of one company: invented ids must not fill the memory. */
export const MAX_CACHED = 5000;

/**
 * Parse a text with a counter for each part of the rights (`RightsPart`), such as `{"people": 4}{"words": 2}`. The
 * company's counters are followed by those of the platform; both are joined to one text for each part.
 */
function counts(mark: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const [, part, count] of mark.matchAll(/"(\w+)": (\d+)/g)) out.set(part, `${out.get(part) ?? ''} ${count}`);
  return out;
}

/**
 * Short-lived cache of rights by tenant. Each answer names the parts it depends on; simultaneous requests share one
 * query.
 */
export class RightsCache {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #tenants = new Map<string, Map<string, Answered>>();
  readonly #marks = new Map<string, string>();
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  get<T>(tenantId: string, key: string, of: readonly RightsPart[], ask: () => Promise<T>): Promise<T> {
    let answers = this.#tenants.get(tenantId);
    if (!answers) this.#tenants.set(tenantId, (answers = new Map()));
    const now = this.#clock.ms();
    const known = answers.get(key);
    if (known && known.until > now && known.until <= now + this.#ms) return known.answer as Promise<T>;
    if (answers.size >= MAX_CACHED) this.#makeRoom(answers, now);
    const answer = ask();
    answers.set(key, { until: now + this.#ms, answer, of });
    // A failed query is not cached.
    answer.catch(() => {
      answers.delete(key);
    });
    return answer;
  }

  /** Drop expired answers; if that is too little, drop the oldest. */
  #makeRoom(answers: Map<string, Answered>, now: number): void {
    for (const [key, { until }] of answers) if (until <= now) answers.delete(key);
    for (const key of answers.keys()) {
      if (answers.size < MAX_CACHED) break;
      answers.delete(key);
    }
  }

  /** Number of cached answers. */
  get size(): number {
    return [...this.#tenants.values()].reduce((sum, one) => sum + one.size, 0);
  }

  /**
   * Drop the answers that depend on a part whose counter changed since the last call. `mark` is the text that `counts`
   * parses.
   */
  at(tenantId: string, mark: string): void {
    const known = this.#marks.get(tenantId);
    if (known === mark) return;
    this.#marks.set(tenantId, mark);
    if (known === undefined) return this.forget(tenantId);
    const [before, now] = [counts(known), counts(mark)];
    for (const [part, count] of now) if (before.get(part) !== count) this.forget(tenantId, part);
  }

  /** Drop cached answers of a company, or of every company with `null`. Without `part`, drop those of all parts. */
  forget(tenantId: string | null, part?: string): void {
    for (const of of tenantId === null ? [...this.#tenants.keys()] : [tenantId, '']) {
      const answers = this.#tenants.get(of);
      for (const [key, answered] of answers ?? [])
        if (part === undefined || answered.of.includes(part as RightsPart)) answers!.delete(key);
    }
  }
}
