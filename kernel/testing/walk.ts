import { expect } from 'vitest';
import type { Answer, TestServer } from './test-server.ts';

/**
 * Chances that fall the same way at every run, so that a walk that failed can be walked again: `ANJU_WALK_SEED` begins another one, and
 * whatever fails names its seed.
 */
export class Walk {
  readonly seed: number;
  /** How often each answer was given: a status, or the reason of a refusal. */
  readonly told = new Map<string, number>();
  readonly #server: TestServer;
  #state: number;
  #steps = 0;

  constructor(server: TestServer, seed = 20_261_121) {
    this.#server = server;
    this.seed = Number(process.env.ANJU_WALK_SEED) || seed;
    this.#state = this.seed;
  }

  /** 0, 1 … below `most`. */
  chance(most: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#state >>> 9) % most;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.chance(of.length)];
  }

  /** One or a few of them, comma-joined as calls take them; none = an id that nothing has. */
  some(of: readonly string[], most = 3): string {
    return of.length ? [...new Set(Array.from({ length: 1 + this.chance(most) }, () => this.pick(of)))].join(',') : '1';
  }

  /** The ids of living rows. */
  async ids(from: string): Promise<string[]> {
    return (
      await this.#server.tables<{ id: string }>(`select id::text as id from ${from} and is_deleted = 0 order by id`)
    ).map((row) => row.id);
  }

  /** So many of them at once, some of them twice: done, or refused for a reason; never a fault. */
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

  /** Everything that must always hold holds; `codes`: of a world that has no more than these are about. */
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

  /** What was answered how often, for the reader of a run. */
  toString(): string {
    return [...this.told]
      .toSorted((one, other) => other[1] - one[1])
      .map(([key, count]) => `${key} ${count}`)
      .join(', ');
  }
}
