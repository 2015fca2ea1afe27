import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { PRESENCE } from '../rows/detail/presence.ts';

/** What is called to all processes: the company (or '' for all) whose rights changed or of which a session ended. */
export const STREAMS = 'anju_streams';

const AGAIN_MS = 1000;

/**
 * Hears at once, on whichever process it happened, that rights changed or a session ended. What is missed while the line to the database is
 * broken is made good by asking about all of them when it stands again.
 */
export class StreamWatch {
  readonly #db: Database;
  readonly #heard: (tenantId: string | null) => void;
  readonly #present: (payload: string) => void;
  #client: pg.PoolClient | undefined;
  #state: 'idle' | 'watching' | 'stopped' = 'idle';
  /** `present`: somebody came to a row or left it, as `rows/detail/presence.ts` calls it. */
  constructor(db: Database, heard: (tenantId: string | null) => void, present: (payload: string) => void) {
    this.#db = db;
    this.#heard = heard;
    this.#present = present;
  }

  /** Begins with the first stream: a server without listeners needs no line. */
  start(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'watching';
    void this.#listen();
  }

  async #listen(): Promise<void> {
    if (this.#isStopped()) return;
    try {
      const client = await this.#db.connect();
      if (this.#isStopped()) {
        client.release(true);
        return;
      }
      this.#client = client;
      client.on('notification', ({ channel, payload }) => {
        if (channel === PRESENCE) this.#present(payload ?? '');
        else this.#heard(payload || null);
      });
      client.once('error', (error: Error) => {
        this.#lost(client, error);
      });
      await client.query(`listen ${STREAMS}`);
      await client.query(`listen ${PRESENCE}`);
      this.#heard(null);
    } catch {
      setTimeout(() => void this.#listen(), AGAIN_MS).unref();
    }
  }

  #isStopped = (): boolean => this.#state === 'stopped';

  #lost(client: pg.PoolClient, error: Error): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(error);
    setTimeout(() => void this.#listen(), AGAIN_MS).unref();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#client?.release(true);
    this.#client = undefined;
    await this.#db.close();
  }
}
