import type pg from 'pg';
import type { App } from '../../app.ts';

const AGAIN_MS = 1000;

/**
 * One owner a database: holds a lock of PostgreSQL on a connection of its own, and waits where another process has it. Where the line breaks
 * the owner goes on (its messages go to the disk) and takes the lock again as soon as the database is back.
 */
export class Lease {
  #client: pg.PoolClient | undefined;
  #isStopped = false;
  readonly #app: App;
  readonly #name: string;
  constructor(app: App, name: string) {
    this.#app = app;
    this.#name = name;
  }

  /** Answers when the lease is ours; false where we stopped waiting. */
  async take(): Promise<boolean> {
    while (!this.#isStopped) {
      const client = await this.#app.db.connect().catch(() => undefined);
      if (client && (await this.#isMine(client))) {
        this.#hold(client);
        return true;
      }
      client?.release();
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_MS);
      });
    }
    return false;
  }

  #hold(client: pg.PoolClient): void {
    this.#client = client;
    client.once('error', (error) => {
      if (this.#client !== client) return;
      this.#client = undefined;
      client.release(error);
      void this.take();
    });
  }

  async #isMine(client: pg.PoolClient): Promise<boolean> {
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
        [`anju part ${this.#name}`],
      );
      return rows[0].mine;
    } catch {
      return false;
    }
  }

  release(): void {
    this.#isStopped = true;
    this.#client?.release(true);
    this.#client = undefined;
  }
}
