import { hostname } from 'node:os';
import type pg from 'pg';
import type { App } from '../../app.ts';
import type { Sql } from '../../context.ts';
import type { TransactionGuard } from '../../database/database.ts';

const AGAIN_MS = 500;
const BEAT_MS = 1000;
/**
 * Time without a statement after which PostgreSQL ends the session of an owner (milliseconds). Its process is then
 * frozen, or its host is gone.
 */
const SILENT_MS = 3000;

/**
 * Owner of a background process (`ProcessPart`) after an attempt to take it over: this process, another one, or unknown
 * since the database is away.
 */
export type Holder = 'ours' | 'others' | 'away';

/** Settings that let PostgreSQL end the session, and so release the lock, soon after its owner dies or freezes. */
const KEEP_LOCK = `select set_config('idle_session_timeout', '${SILENT_MS}', false), set_config('tcp_keepalives_idle', '1', false),
  set_config('tcp_keepalives_interval', '1', false), set_config('tcp_keepalives_count', '2', false)`;

/** The operating-system process that runs a background process, as stored in the database. */
export interface PartOwner {
  readonly epoch: string;
  readonly host: string;
  readonly pid: number;
  readonly folder: string;
}

/** Read the last owner of a background process; undefined if it never had one. */
export async function ownerOf(sql: Sql, part: string): Promise<PartOwner | undefined> {
  const [row] = await sql.query<PartOwner>(
    'select epoch::text as epoch, host, pid, folder from anju_owner where part = $1',
    [part],
  );
  return row;
}

/**
 * SQL that makes this process the owner under the next epoch, a number that rises with each new owner. It waits for
 * running transactions of the former owner; later ones of that owner are refused.
 */
const NEXT_EPOCH = `with turn as (select pg_advisory_xact_lock(hashtextextended('anju epoch ' || $1, 0)))
  insert into anju_owner (part, epoch, host, pid, folder, taken) select $1, 1, $2, $3, $4, to_timestamp($5::float8 / 1000) from turn
  on conflict (part) do update set epoch = anju_owner.epoch + 1, host = excluded.host, pid = excluded.pid, folder = excluded.folder, taken = excluded.taken
  returning epoch::text as epoch`;

/**
 * Lease of a background process: only one process of a database owns it. An advisory lock on a separate connection
 * decides who becomes owner; an epoch in a table names the owner. While the connection is broken the owner continues,
 * and checks its epoch once it is back.
 */
export class Lease {
  readonly #app: App;
  readonly #name: string;
  readonly #lost: () => void;
  #client: pg.PoolClient | undefined;
  #epoch: string | undefined;
  #beat: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** `lost`: called when another process has become the owner. */
  constructor(app: App, name: string, lost: () => void) {
    this.#app = app;
    this.#name = name;
    this.#lost = lost;
  }

  /**
   * Return the guard that runs first in each transaction of the owner. It refuses the transaction if another owner has
   * a later epoch.
   */
  get guard(): TransactionGuard {
    const epoch = this.#epoch;
    return {
      text: 'select anju_under_epoch($1, $2)',
      values: [this.#name, epoch],
      refusedBy: OTHER_OWNER,
      refused: () => this.#lose(epoch),
    };
  }

  /** Try to take the lease. Return whether it is ours now, another process has it, or the database is away. */
  async tryTake(): Promise<Holder> {
    const client = await this.#lock();
    if (typeof client === 'string') return client;
    try {
      const { rows } = await client.query<{ epoch: string }>(NEXT_EPOCH, [
        this.#name,
        hostname(),
        process.pid,
        this.#app.dataDir,
        this.#app.clock.ms(),
      ]);
      this.#epoch = rows[0].epoch;
    } catch {
      client.release(true);
      return 'away';
    }
    this.#hold(client);
    return 'ours';
  }

  /** Return a connection that has the lock, or why there is none. */
  async #lock(): Promise<pg.PoolClient | 'others' | 'away'> {
    const client = await this.#app.db.connect().catch(() => undefined);
    if (!client) return 'away';
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
        [`anju part ${this.#name}`],
      );
      if (rows[0].mine) {
        await client.query(KEEP_LOCK);
        return client;
      }
      client.release();
      return 'others';
    } catch {
      client.release(true);
      return 'away';
    }
  }

  #hold(client: pg.PoolClient): void {
    if (this.#isStopped) {
      client.release(true);
      return;
    }
    this.#client = client;
    this.#beat = setInterval(() => void client.query('select 1').catch(() => undefined), BEAT_MS);
    this.#beat.unref();
    client.once('error', (error) => {
      if (this.#client !== client) return;
      this.#drop(error);
      void this.#recover(this.#epoch);
    });
  }

  #drop(why: Error | true): void {
    clearInterval(this.#beat);
    this.#client?.release(why);
    this.#client = undefined;
  }

  /** Check the stored owner until it is known: this process under the same epoch, or another process. */
  async #recover(mine: string | undefined): Promise<void> {
    while (!this.#isStopped && this.#epoch === mine && !this.#client) {
      const found = await this.#lock();
      const client = typeof found === 'string' ? undefined : found;
      const owner = await this.#app.db.platform((sql) => ownerOf(sql, this.#name)).catch(() => null);
      if (owner !== null && owner?.epoch !== mine) {
        client?.release(true);
        this.#lose(mine);
        return;
      }
      if (client && owner !== null) this.#hold(client);
      else {
        client?.release(true);
        await new Promise((resolve) => {
          setTimeout(resolve, AGAIN_MS);
        });
      }
    }
  }

  #lose(epoch: string | undefined): void {
    if (this.#isStopped || this.#epoch !== epoch) return;
    this.#epoch = undefined;
    this.#drop(true);
    this.#lost();
  }

  release(): void {
    this.#isStopped = true;
    this.#drop(true);
  }
}

/** SQLSTATE of a transaction that is refused since another process has become the owner. */
export const OTHER_OWNER = 'AJ001';
