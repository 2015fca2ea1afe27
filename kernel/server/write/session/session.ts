import type { Change, App } from '../../app.ts';
import type { Writing } from '../../context.ts';
import { RowLocks } from '../../database/row-locks.ts';
import type { Actor } from '../../session/actor.ts';
import { inZone } from '../../time/clock.ts';

/** State of one transaction, shared by all authorities in it: statements, locks, clock, and what follows the commit. */
export class WriteSession {
  readonly app: App;
  readonly actor: Actor;
  /** Statements of the transaction, and the rows that it has locked. */
  readonly locks: RowLocks;
  /** Changed rows, to be announced after the commit. */
  readonly changes: Change[] = [];
  /** Was an event written, to be delivered after the commit? */
  hasEmitted = false;
  /** Tables with rows that are due after the commit. */
  readonly dueTables = new Set<string>();
  /** Was a job stored, to begin after the commit? */
  hasEnqueuedJob = false;
  /** Captions of rows, by `<paper> <ids>`. */
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

  /**
   * Move the transaction's time forward after a wait for a lock: later writes are not earlier than the lock. They are
   * not earlier than the last change of the row (`last`) either.
   */
  lockedAt(last: string): void {
    const now = inZone(this.app.clock.ms(), this.actor.tenancy.zone);
    this.#now = [this.#now ?? '', now, last].reduce((one, other) => (one > other ? one : other));
  }
}
