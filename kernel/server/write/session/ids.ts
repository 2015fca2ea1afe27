import type { Database } from '../../database/database.ts';

const AT_ONCE = 64;
/** As `next_id` of the database has it: 42 bits of milliseconds since 2020, 21 bits of a counter. */
const EPOCH_MS = 1_577_836_800_000;
const COUNTER = 2_097_151n;

/**
 * Fresh ids: the time from the caller's clock, the counter from the database's sequence, of which some are kept ready. A write so waits
 * for no statement to be given its ids; those kept when the server ends are left out.
 */
export class Ids {
  readonly #db: Database;
  #kept: bigint[] = [];
  #coming: Promise<void> | undefined;
  constructor(db: Database) {
    this.#db = db;
  }

  async next(ms: number): Promise<string> {
    while (this.#kept.length === 0) await (this.#coming ??= this.#fetch());
    const id = (BigInt(ms - EPOCH_MS) << 21n) | (this.#kept.shift()! & COUNTER);
    return String(id);
  }

  async #fetch(): Promise<void> {
    try {
      const rows = await this.#db.platform((sql) =>
        sql.query<{ n: string }>(`select nextval('anju_id') as n from generate_series(1, ${AT_ONCE})`),
      );
      this.#kept.push(...rows.map((row) => BigInt(row.n)));
    } finally {
      this.#coming = undefined;
    }
  }
}
