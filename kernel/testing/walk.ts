import { expect } from 'vitest';
import type { Answer, TestServer } from './test-server.ts';

/** A reproducible random walk. `ANJU_WALK_SEED` sets another seed, and each failure names its seed. */
export class Walk {
  readonly seed: number;
  /** Number of answers by status 200, or by the reason of a refusal. */
  readonly told = new Map<string, number>();
  readonly #server: TestServer;
  #state: number;
  #steps = 0;

  constructor(server: TestServer, seed = 20_261_121) {
    this.#server = server;
    this.seed = Number(process.env.ANJU_WALK_SEED) || seed;
    this.#state = this.seed;
  }

  /** Return a random integer from 0 to `most` - 1. */
  chance(most: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#state >>> 9) % most;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.chance(of.length)];
  }

  /** Return up to `most` of these values, joined by commas. For an empty list return '1', which is the id of no row. */
  some(of: readonly string[], most = 3): string {
    return of.length ? [...new Set(Array.from({ length: 1 + this.chance(most) }, () => this.pick(of)))].join(',') : '1';
  }

  /** Return the ids of rows that are not removed. `from` is a table with a condition. */
  async ids(from: string): Promise<string[]> {
    return (
      await this.#server.tables<{ id: string }>(`select id::text as id from ${from} and is_deleted = 0 order by id`)
    ).map((row) => row.id);
  }

  /**
   * Run some random calls at the same time, sometimes one of them twice. Each must succeed or be refused; none may fail
   * with a status of 500 or more.
   */
  async round(tries: readonly (() => Promise<Answer>)[], atOnce: number): Promise<void> {
    const chosen = Array.from({ length: atOnce }, () => this.pick(tries));
    if (this.chance(3) === 0) chosen.push(chosen[0]);
    for (const answer of await Promise.all(chosen.map((one) => one()))) {
      const key = answer.status === 200 ? '200' : answer.reason || String(answer.status);
      this.told.set(key, (this.told.get(key) ?? 0) + 1);
      expect(answer.status, `seed ${this.seed}, step ${this.#steps}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    }
    this.#steps += 1;
  }

  /** Assert that no row breaks an invariant; `codes` selects some of them. */
  async holds(codes?: readonly string[]): Promise<void> {
    const all = this.#server.app.invariants
      .filter(({ code }) => !codes || codes.includes(code))
      .map(
        ({ code, title, sql }) => `select '${code} ${title[1].replaceAll("'", "''")}' as rule, b.words from (${sql}) b`,
      );
    const broken = await this.#server.tables(
      `select * from (${all.join(' union all ')}) a where $1::text is not null and $2::timestamptz is not null`,
      ['000000', new Date(this.#server.clock.ms()).toISOString()],
    );
    expect(broken, `seed ${this.seed}, after step ${this.#steps}`).toEqual([]);
  }

  /** Return how often each answer occurred, for the report of a run. */
  toString(): string {
    return [...this.told]
      .toSorted((one, other) => other[1] - one[1])
      .map(([key, count]) => `${key} ${count}`)
      .join(', ');
  }
}
