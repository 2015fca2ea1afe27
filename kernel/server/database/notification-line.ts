import type pg from 'pg';
import type { Database } from './database.ts';

/** The company (or '' for all) whose rights changed or of which a session ended; PostgreSQL itself calls it. */
export const STREAMS = 'anju_streams';
/** Rows that changed; see `change-line.ts`. */
export const CHANGED = 'anju_changed';
/** To the browsers of one person, on whichever process they listen. */
export const PERSON = 'anju_person';
/** Something lies in the outbox. */
export const EMITTED = 'anju_emitted';

const AGAIN_MS = 1000;

/** What is done when something is called to all processes. Null: the line was away, and anything may have been called meanwhile. */
export type Hearing = Readonly<Record<string, (payload: string | null) => void>>;

/** Hears at once what any process calls, on one line to the database. What is missed while the line is broken is made good by asking anew. */
export class NotificationLine {
  readonly #db: Database;
  readonly #heard: Hearing;
  #client: pg.PoolClient | undefined;
  #state: 'idle' | 'listening' | 'stopped' = 'idle';
  constructor(db: Database, heard: Hearing) {
    this.#db = db;
    this.#heard = heard;
  }

  /** May be called again: a server that needs no line has none. */
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
