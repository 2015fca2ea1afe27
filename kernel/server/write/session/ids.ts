import type { Database } from '../../database/database.ts';

const AT_ONCE = 512;
/**
 * Start of the time in ids (2020-01-01), as in `next_id` of the database: 42 bits of milliseconds, 21 bits of a
 * counter.
 */
const EPOCH_MS = 1_577_836_800_000;
const COUNTER = 2_097_151n;

/**
 * Generator of ids: the time of the caller's clock, and a number of a database sequence. Numbers are fetched in
 * advance, so that a write needs no round trip. Those left at the end of the process are lost.
 */
export class Ids {
  readonly #db: Database;
  #ready: bigint[] = [];
  #coming: Promise<void> | undefined;
  constructor(db: Database) {
    this.#db = db;
  }

  async next(ms: number): Promise<string> {
    const [id] = await this.take(1, ms);
    return id;
  }

  /** Return ids of one moment, in ascending order. */
  async take(count: number, ms: number): Promise<string[]> {
    while (this.#ready.length < count) await (this.#coming ??= this.#fetch());
    const moment = BigInt(ms - EPOCH_MS) << 21n;
    const ids = this.#ready.splice(0, count).map((one) => moment | (one & COUNTER));
    // The counter part of an id restarts after two million numbers; sort the ids then.
    if (ids[0] > ids[count - 1]) ids.sort((one, other) => (one < other ? -1 : 1));
    return ids.map(String);
  }

  async #fetch(): Promise<void> {
    try {
      const rows = await this.#db.platform((sql) =>
        sql.query<{ n: string }>(`select nextval('anju_id') as n from generate_series(1, ${AT_ONCE})`),
      );
      this.#ready.push(...rows.map((row) => BigInt(row.n)));
    } finally {
      this.#coming = undefined;
    }
  }
}
