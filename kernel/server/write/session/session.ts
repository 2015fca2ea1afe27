import type { Change, App } from '../../app.ts';
import type { Writing } from '../../context.ts';
import { RowLocks } from '../../database/row-locks.ts';
import type { Actor } from '../../session/actor.ts';
import { inZone } from '../../time/clock.ts';

/** What a transaction has once, whatever authority acts in it: its statements and locks, its clock, and what follows the commit. */
export class WriteSession {
  readonly app: App;
  readonly actor: Actor;
  /** What is sent, and what is held meanwhile. */
  readonly locks: RowLocks;
  /** Announced when the transaction is kept. */
  readonly changes: Change[] = [];
  /** Is there an event to send when the transaction is kept? */
  hasEmitted = false;
  /** Tables of which a row comes due with the commit. */
  readonly dueTables = new Set<string>();
  /** Was a job asked for that may begin when the transaction is kept? */
  hasEnqueuedJob = false;
  /** How rows are called, by paper and ids. */
  readonly captions = new Map<string, Promise<string>>();
  #now: string | undefined;

  constructor(app: App, actor: Actor, sql: Writing) {
    this.app = app;
    this.actor = actor;
    this.locks = new RowLocks(sql, app.lockWatch?.begun());
  }

  now(): string {
    return (this.#now ??= inZone(this.app.clock.ms(), this.actor.tenancy.zone));
  }

  /** Move the clock past a lock wait: what is written from here on is not earlier than its lock, nor than the last change of the row. */
  lockedAt(last: string): void {
    const now = inZone(this.app.clock.ms(), this.actor.tenancy.zone);
    this.#now = [this.#now ?? '', now, last].reduce((one, other) => (one > other ? one : other));
  }
}
