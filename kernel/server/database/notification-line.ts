import type pg from 'pg';
import type { Database } from './database.ts';

/** A change of rights or an ended session. PostgreSQL sends it; the payload is the tenant, or '' for all. */
export const STREAMS = 'anju_streams';
/** Changed rows; see `change-line.ts`. */
export const CHANGED = 'anju_changed';
/** News for the browsers of one person, on whichever process they listen. */
export const PERSON = 'anju_person';
/** New events in the outbox. */
export const EMITTED = 'anju_emitted';

const AGAIN_MS = 1000;

/** Handlers of notifications. Null: the connection was lost for a while, and notifications may have been missed. */
export type Hearing = Readonly<Record<string, (payload: string | null) => void>>;

/**
 * Listen to the notifications of all processes by one connection. After a broken connection the handlers read again.
 */
export class NotificationLine {
  readonly #db: Database;
  readonly #heard: Hearing;
  #client: pg.PoolClient | undefined;
  #state: 'idle' | 'listening' | 'stopped' = 'idle';
  constructor(db: Database, heard: Hearing) {
    this.#db = db;
    this.#heard = heard;
  }

  /**
   * Open the connection and start to listen; repeated calls do nothing. A server that never calls it has no such
   * connection.
   */
  start(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'listening';
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
      client.on('notification', ({ channel, payload }) => this.#heard[channel]?.(payload ?? ''));
      client.once('error', (error: Error) => {
        this.#lost(client, error);
      });
      for (const channel of Object.keys(this.#heard)) await client.query(`listen ${channel}`);
      for (const hear of Object.values(this.#heard)) hear(null);
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
