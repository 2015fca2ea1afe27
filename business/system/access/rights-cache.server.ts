import type { Clock } from '#kernel/server';
import type { RightsPart } from '../tables.server.ts';

interface Answered {
  readonly until: number;
  readonly answer: Promise<unknown>;
  readonly of: readonly RightsPart[];
}

/** So many answers are kept of one company: what strangers make up must not fill the memory. */
export const MOST_KEPT = 5000;

/** How far each part has come, by a mark such as `{"people": 4}{"words": 2}`: the company's and the platform's. */
function counts(mark: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const [, part, count] of mark.matchAll(/"(\w+)": (\d+)/g)) out.set(part, `${out.get(part) ?? ''} ${count}`);
  return out;
}

/** Answers kept for a short time per tenant, each with the parts of the rights it is made of. Two who ask at once wait for one answer. */
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
    if (answers.size >= MOST_KEPT) this.#makeRoom(answers, now);
    const answer = ask();
    answers.set(key, { until: now + this.#ms, answer, of });
    // A question that failed is asked again.
    answer.catch(() => {
      answers.delete(key);
    });
    return answer;
  }

  /** Lets go of what is out of date; where that is too little, of what was asked first. */
  #makeRoom(answers: Map<string, Answered>, now: number): void {
    for (const [key, { until }] of answers) if (until <= now) answers.delete(key);
    for (const key of answers.keys()) {
      if (answers.size < MOST_KEPT) break;
      answers.delete(key);
    }
  }

  /** How many answers are kept. */
  get size(): number {
    return [...this.#tenants.values()].reduce((sum, one) => sum + one.size, 0);
  }

  /** What was answered under another mark is out of date, as far as the part it is made of was counted on. */
  at(tenantId: string, mark: string): void {
    const known = this.#marks.get(tenantId);
    if (known === mark) return;
    this.#marks.set(tenantId, mark);
    if (known === undefined) return this.forget(tenantId);
    const [before, now] = [counts(known), counts(mark)];
    for (const [part, count] of now) if (before.get(part) !== count) this.forget(tenantId, part);
  }

  /** `null`: of every company. Without a part: all that was kept. */
  forget(tenantId: string | null, part?: string): void {
    for (const of of tenantId === null ? [...this.#tenants.keys()] : [tenantId, '']) {
      const answers = this.#tenants.get(of);
      for (const [key, answered] of answers ?? [])
        if (part === undefined || answered.of.includes(part as RightsPart)) answers!.delete(key);
    }
  }
}
