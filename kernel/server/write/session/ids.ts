import type { Database } from '../../database/database.ts';

const AT_ONCE = 512;
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
    const [id] = await this.take(1, ms);
    return id;
  }

  /** So many of one moment, the smaller first. */
  async take(count: number, ms: number): Promise<string[]> {
    while (this.#kept.length < count) await (this.#coming ??= this.#fetch());
    const moment = BigInt(ms - EPOCH_MS) << 21n;
    const ids = this.#kept.splice(0, count).map((one) => moment | (one & COUNTER));
    // The counter begins anew after two million.
    if (ids[0] > ids[count - 1]) ids.sort((one, other) => (one < other ? -1 : 1));
    return ids.map(String);
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
