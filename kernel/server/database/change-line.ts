import { randomUUID } from 'node:crypto';
import type { Change } from '../app.ts';
import type { Database } from './database.ts';
import { CHANGED, EMITTED, PERSON } from './notification-line.ts';

/** Interval in which changes are gathered into one notification (milliseconds). */
const GATHER_MS = 100;
/** Maximum bytes of a notification: PostgreSQL takes 8,000. Changes beyond it are sent as “anything of this paper”. */
const MAX_BYTES = 7000;

type Wire = readonly [tenantId: string, paper: string, id: string, action: string, person: string, dept: string | null];

/** Announces changes of rows to the other processes, so that their pages, caches and gateways learn of them. */
export class ChangeLine {
  readonly #db: Database;
  readonly #heard: (change: Change) => void;
  readonly #me = randomUUID();
  #waiting: Change[] = [];
  #timer: NodeJS.Timeout | undefined;
  #emitted = false;
  readonly #calls: [channel: string, payload: string][] = [];

  /**
   * `heard`: called for changes of another process. An empty id means any row of the paper; an empty paper anything at
   * all.
   */
  constructor(db: Database, heard: (change: Change) => void) {
    this.#db = db;
    this.#heard = heard;
  }

  announce(change: Change): void {
    this.#waiting.push(change);
    this.#later();
  }

  /** Note that this process put something into the outbox. */
  emitted(): void {
    this.#emitted = true;
    this.#later();
  }

  /**
   * Send data to the pages of one person in all processes. If the text is too long for a notification, only this
   * process gets it.
   */
  publish(tenantId: string, personId: string, data: Readonly<Record<string, unknown>>): void {
    const text = JSON.stringify([this.#me, tenantId, personId, data]);
    if (text.length > MAX_BYTES) return;
    this.#calls.push([PERSON, text]);
    this.#later();
  }

  /** Parse a notification for one person that another process sent. */
  hearPerson(
    payload: string | null,
    tell: (tenantId: string, personId: string, data: Record<string, unknown>) => void,
  ): void {
    if (payload === null) return;
    const [from, tenantId, personId, data] = JSON.parse(payload) as [string, string, string, Record<string, unknown>];
    if (from !== this.#me) tell(tenantId, personId, data);
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#call();
    }, GATHER_MS);
    this.#timer.unref();
  }

  async #call(): Promise<void> {
    const waiting = this.#waiting;
    const emitted = this.#emitted;
    this.#waiting = [];
    this.#emitted = false;
    const calls = this.#payloads(waiting).map((text): [string, string] => [CHANGED, text]);
    calls.push(...this.#calls.splice(0));
    if (emitted) calls.push([EMITTED, this.#me]);
    if (calls.length === 0) return;
    // While the database is away nothing is sent; pages read again when it is back.
    await this.#db
      .platform((sql) =>
        sql.query('select pg_notify(c, p) from unnest($1::text[], $2::text[]) as t(c, p)', [
          calls.map(([channel]) => channel),
          calls.map(([, payload]) => payload),
        ]),
      )
      .catch(() => undefined);
  }

  #payloads(changes: readonly Change[]): string[] {
    if (changes.length === 0) return [];
    const wire = changes.map(({ tenantId, paper, id, action, person, dept }): Wire => [
      tenantId,
      paper,
      id,
      action,
      person,
      dept,
    ]);
    const text = JSON.stringify([this.#me, wire]);
    if (text.length <= MAX_BYTES) return [text];
    const any = new Map(
      wire.map(([tenantId, paper]): [string, Wire] => [
        `${tenantId} ${paper}`,
        [tenantId, paper, '', 'touch', '0', null],
      ]),
    );
    return [JSON.stringify([this.#me, [...any.values()]])];
  }

  /** Read a notification of another process; null: anything may have changed. */
  hear(payload: string | null): void {
    if (payload === null) {
      this.#heard({ tenantId: '', paper: '', id: '', action: 'touch', person: '0', dept: null });
      return;
    }
    const [from, changes] = JSON.parse(payload) as [string, readonly Wire[]];
    if (from === this.#me) return;
    for (const [tenantId, paper, id, action, person, dept] of changes)
      this.#heard({ tenantId, paper, id, action, person, dept });
  }

  /** Did another process put something into the outbox? */
  isFromElsewhere(payload: string | null): boolean {
    return payload !== this.#me;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#call();
    await this.#db.close();
  }
}
