import { setTimeout as sleep } from 'node:timers/promises';
import { writeDivided } from '#kernel/server';
import type { LaneEntry } from '../entry.rules.ts';
import { Recent } from './recent.rules.ts';
import type { Spool } from '../spool/spool.server.ts';

/** A batch is written when it has this many entries, or after `LINGER_MS`. */
const BATCH = 1000;
const LINGER_MS = 20;
/** Number of waiting entries from which senders pause, and down to which they resume. */
const FULL = 5000;
const RELIEVED = 2500;
/** Duration of a database outage after which entries are written to disk. */
const SPOOL_AFTER_MS = 2000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/** An entry with the callback of its sender. `done(true)`: it is stored, in the database or on disk. */
export interface Waiting {
  readonly entry: LaneEntry;
  readonly done: (isSafe: boolean, refused?: string) => void;
  /** When it came (milliseconds); the lane sets it. */ since?: number;
}

/** Functions and storage that a lane (write queue) needs. */
export interface LaneOptions {
  /** Write a batch of one company in one transaction. Throw if the database is unavailable or refuses an entry. */
  readonly write: (tenantId: string, entries: readonly LaneEntry[]) => Promise<void>;
  /** Is the error an outage of the database? Outages are expected and not reported. */
  readonly isAway: (error: unknown) => boolean;
  /** Record a single entry that PostgreSQL refuses. */
  readonly refuse: (entry: LaneEntry, error: Error) => Promise<void>;
  readonly spool: Spool;
  readonly report: (error: Error) => void;
}

/** Metrics of a lane, for the ingest page. */
export interface LaneFacts {
  readonly queue: number;
  readonly written: number;
  readonly batches: number;
  readonly lastBatch: number;
  readonly lastCommitMs: number;
  /** Median and 99th percentile of the durations of recent batches (milliseconds). */ readonly commitP50Ms: number;
  readonly commitP99Ms: number;
  readonly spooled: number;
  readonly spoolBytes: number;
  /** Age of the oldest entry that is neither stored nor on disk (milliseconds). */ readonly oldestMs: number;
  readonly isAway: boolean;
}

/** The database write in progress; a lane has at most one. */
interface Writing {
  /** When the present batch of this write began (milliseconds). */ began: number;
  /** Resolves when the write ends; never rejects. */ done: Promise<void>;
  /** The batch being written, if it came from the queues; null: it came from the spool. */
  batch: readonly Waiting[] | null;
  /** The same batch being written to disk, because its write hangs; null: it is not. */
  spooling: Promise<boolean> | null;
}

/**
 * A write queue: writes the entries of some devices in order, in batches of one company. In an outage of over two
 * seconds all entries go to the spool on disk, and later from there to the database. A write that hangs so long counts
 * as an outage.
 */
export class Lane {
  readonly #of: LaneOptions;
  readonly #queues = new Map<string, Waiting[]>();
  #count = 0;
  #wake: (() => void) | null = null;
  #isStopping = false;
  #awaySince: number | null = null;
  #retryMs = FIRST_RETRY_MS;
  #nextTry = 0;
  #isDiskReported = false;
  #facts = { written: 0, batches: 0, lastBatch: 0, lastCommitMs: 0 };
  readonly #commits = new Recent();
  #running: Promise<void> = Promise.resolve();
  #writing: Writing | null = null;
  readonly #relieved: (() => void)[] = [];
  readonly #refused = new WeakSet<LaneEntry>();

  constructor(of: LaneOptions) {
    this.#of = of;
  }

  start(): void {
    this.#running = this.#run();
  }

  get isFull(): boolean {
    return this.#count >= FULL;
  }

  /** Call `go` once, when few enough entries wait that senders may continue. */
  whenRelieved(go: () => void): void {
    this.#relieved.push(go);
  }

  get facts(): LaneFacts {
    const { records, bytes } = this.#of.spool.facts;
    return {
      queue: this.#count,
      ...this.#facts,
      commitP50Ms: this.#commits.quantile(0.5),
      commitP99Ms: this.#commits.quantile(0.99),
      spooled: records,
      spoolBytes: bytes,
      oldestMs: this.#oldestMs(),
      isAway: this.#awaySince !== null || this.#isHanging(),
    };
  }

  #oldestMs(): number {
    const first = [this.#writing?.batch, ...this.#queues.values()].flatMap((some) => some?.[0]?.since ?? []);
    return first.length ? Math.max(0, performance.now() - Math.min(...first)) : 0;
  }

  push(waiting: Waiting): void {
    const { tenantId } = waiting.entry;
    waiting.since ??= performance.now();
    const queue = this.#queues.get(tenantId);
    if (queue) queue.push(waiting);
    else this.#queues.set(tenantId, [waiting]);
    this.#count += 1;
    if (this.#count === 1 || this.#count >= BATCH) this.#wake?.();
  }

  /**
   * Write the waiting entries and stop. Entries that cannot be written are not acknowledged, so their devices send them
   * again.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake?.();
    await this.#running;
    await this.#of.spool.close();
  }

  async #run(): Promise<void> {
    while (!this.#isOver()) {
      if (!this.#writing && this.#count === 0 && this.#of.spool.isEmpty) await this.#woken();
      if (this.#isGathering()) await sleep(LINGER_MS);
      await this.#turn().catch((error: unknown) => this.#failed(error as Error));
    }
    await this.#writing?.done;
    this.#giveUp();
  }

  /** Handle a failure of the spool like an outage of the database, and report it. */
  #failed(error: Error): void {
    this.#of.report(error);
    this.#away(performance.now());
  }

  /**
   * May the loop of the lane end? When stopping, it first writes the waiting entries, unless the database is
   * unavailable.
   */
  #isOver(): boolean {
    return this.#isStopping && (this.#awaySince !== null || this.#count === 0);
  }

  /** Should the lane wait a moment, so that more entries join the batch? */
  #isGathering(): boolean {
    const isQuiet = this.#of.spool.isEmpty && this.#awaySince === null && !this.#isStopping;
    return isQuiet && !this.#writing && this.#count > 0 && this.#count < BATCH;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
      if (this.#count > 0 || this.#isStopping) this.#wake();
    });
  }

  /** Has the running write taken longer than `SPOOL_AFTER_MS`? */
  #isHanging(): boolean {
    return this.#writing !== null && performance.now() - this.#writing.began >= SPOOL_AFTER_MS;
  }

  #isSpooling(): boolean {
    const isAway = this.#awaySince !== null && performance.now() - this.#awaySince >= SPOOL_AFTER_MS;
    return !this.#of.spool.isEmpty || isAway || this.#isHanging();
  }

  async #turn(): Promise<void> {
    if (!this.#writing && performance.now() >= this.#nextTry) this.#begin();
    if (!this.#isSpooling()) return this.#wait();
    await this.#appendAll();
    return this.#pause();
  }

  /** Start a write. Entries of the spool are older, so they are written first. */
  #begin(): void {
    const writing: Writing = { began: performance.now(), done: Promise.resolve(), batch: null, spooling: null };
    this.#writing = writing;
    writing.done = (this.#of.spool.isEmpty ? this.#storeAll(writing) : this.#drain())
      .catch((error: unknown) => this.#failed(error as Error))
      .finally(() => {
        this.#writing = null;
      });
  }

  /**
   * Wait until the running write ends or counts as hanging; without a write, until the next retry but at most 100 ms.
   */
  #wait(): Promise<void> {
    if (!this.#writing) return sleep(Math.min(Math.max(0, this.#nextTry - performance.now()), 100));
    return this.#withTimeout(this.#writing.done, this.#writing.began + SPOOL_AFTER_MS - performance.now());
  }

  /** During an outage, wait for new entries, the end of a write, or the next retry. */
  #pause(): Promise<void> {
    if (this.#count > 0) return sleep(LINGER_MS);
    const end = this.#writing ? [this.#writing.done] : [];
    const ms = this.#writing ? LAST_RETRY_MS : this.#nextTry - performance.now();
    return this.#withTimeout(Promise.race([this.#woken(), ...end]), ms);
  }

  async #withTimeout(work: Promise<void>, ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, ms));
    });
    await Promise.race([work, late]);
    clearTimeout(timer);
  }

  /** Write one batch for each company in turn; stop when one cannot be written or the spool has entries. */
  async #storeAll(writing: Writing): Promise<void> {
    for (const tenantId of this.#queues.keys()) {
      const batch = this.#take(tenantId);
      if (batch.length === 0) continue;
      writing.batch = batch;
      writing.began = performance.now();
      const isStored = await this.#store(tenantId, batch, writing);
      writing.batch = null;
      if (!isStored || !this.#of.spool.isEmpty) return;
    }
  }

  #take(tenantId: string): Waiting[] {
    const queue = this.#queues.get(tenantId) ?? [];
    const batch = queue.splice(0, BATCH);
    if (queue.length === 0) this.#queues.delete(tenantId);
    return batch;
  }

  #release(batch: readonly Waiting[], isSafe: boolean): void {
    this.#count -= batch.length;
    for (const { entry, done } of batch) done(isSafe, this.#refused.has(entry) ? 'stored' : undefined);
    if (this.#count <= RELIEVED) for (const go of this.#relieved.splice(0)) go();
  }

  #putBack(tenantId: string, batch: Waiting[]): void {
    this.#queues.set(tenantId, [...batch, ...(this.#queues.get(tenantId) ?? [])]);
  }

  /**
   * Write a batch; return whether all of it is in the database and was acknowledged here. Otherwise its unwritten
   * entries wait in the queue, or the whole batch was put on disk while the write was hanging.
   */
  async #store(tenantId: string, batch: Waiting[], writing: Writing): Promise<boolean> {
    const waits = await this.#write(
      tenantId,
      batch.map(({ entry }) => entry),
    );
    if (await writing.spooling) {
      // The batch was put on disk while its write was hanging. If the write succeeded after all, remove the batch from
      // the head of the spool.
      if (waits === 0) await this.#dropSpooled(batch.length);
      return false;
    }
    const safe = batch.slice(0, batch.length - waits);
    const left = batch.slice(safe.length);
    if (left.length > 0) this.#putBack(tenantId, left);
    this.#release(safe, true);
    return left.length === 0;
  }

  async #dropSpooled(count: number): Promise<void> {
    await this.#of.spool.peek(count);
    await this.#of.spool.taken();
  }

  /**
   * Write entries of one company, dividing them if some are refused. Return how many entries at the end of the list
   * were not written and wait for a retry.
   */
  async #write(tenantId: string, entries: readonly LaneEntry[]): Promise<number> {
    const began = performance.now();
    const left = await writeDivided(entries, {
      write: (some) => this.#timed(tenantId, some),
      refuse: async (entry, error) => {
        await this.#of.refuse(entry, error);
        this.#refused.add(entry);
      },
    });
    if (!left) return 0;
    if (!this.#of.isAway(left.error)) this.#of.report(left.error);
    this.#away(began);
    return left.rows.length;
  }

  async #timed(tenantId: string, entries: readonly LaneEntry[]): Promise<void> {
    const began = performance.now();
    await this.#of.write(tenantId, entries);
    this.#back();
    this.#facts.written += entries.length;
    this.#facts.batches += 1;
    this.#facts.lastBatch = entries.length;
    this.#facts.lastCommitMs = performance.now() - began;
    this.#commits.add(this.#facts.lastCommitMs);
  }

  /**
   * Record that the database is unavailable, and schedule a retry. `since`: the start of the failed write, because its
   * batch has waited from then.
   */
  #away(since: number): void {
    this.#awaySince ??= since;
    this.#nextTry = performance.now() + this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #back(): void {
    this.#awaySince = null;
    this.#retryMs = FIRST_RETRY_MS;
    this.#nextTry = 0;
  }

  /**
   * Put all waiting entries on disk, the batch being written first. If the disk is full, they wait, and so do their
   * senders.
   */
  async #appendAll(): Promise<void> {
    if (!(await this.#appendWriting())) {
      await sleep(LINGER_MS);
      return;
    }
    for (const tenantId of this.#queues.keys()) {
      for (let batch = this.#take(tenantId); batch.length > 0; batch = this.#take(tenantId)) {
        if (await this.#isSpooled(batch)) this.#release(batch, true);
        else {
          this.#putBack(tenantId, batch);
          await sleep(LINGER_MS);
          return;
        }
      }
    }
  }

  /**
   * Put the batch being written on disk first, because it is older than the queues. False: it could not be put there.
   */
  async #appendWriting(): Promise<boolean> {
    const writing = this.#writing;
    const batch = writing?.batch;
    if (!writing || !batch || writing.spooling) return true;
    writing.spooling = this.#isSpooled(batch);
    const isThere = await writing.spooling;
    if (isThere) this.#release(batch, true);
    else writing.spooling = null;
    return isThere;
  }

  /**
   * Put a batch on disk; false: the disk is full or the write fails. Only the first of several failures in a row is
   * reported.
   */
  async #isSpooled(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const isThere = await this.#of.spool.append(batch.map(({ entry }) => entry));
      if (isThere) this.#isDiskReported = false;
      return isThere;
    } catch (error) {
      if (!this.#isDiskReported) this.#of.report(error as Error);
      this.#isDiskReported = true;
      return false;
    }
  }

  /** Move a batch from the head of the spool to the database, in one write for each company. */
  async #drain(): Promise<void> {
    const entries = await this.#of.spool.peek(BATCH);
    if (entries.length === 0) return;
    for (const [tenantId, some] of Map.groupBy(entries, (entry) => entry.tenantId))
      if ((await this.#write(tenantId, some)) > 0) return;
    await this.#of.spool.taken();
  }

  #giveUp(): void {
    for (const tenantId of this.#queues.keys()) this.#release(this.#take(tenantId), false);
  }
}
