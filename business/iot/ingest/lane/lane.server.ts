import { setTimeout as sleep } from 'node:timers/promises';
import { writeDivided } from '#kernel/server';
import type { LaneEntry } from '../entry.rules.ts';
import { Recent } from './recent.rules.ts';
import type { Spool } from '../spool/spool.server.ts';

/** A batch is written when it has so many entries, or when the oldest has waited so long. */
const BATCH = 1000;
const LINGER_MS = 20;
/** Above the first its senders pause, below the second they go on. */
const FULL = 5000;
const RELIEVED = 2500;
/** So long the database may be away before the disk takes over. */
const SPOOL_AFTER_MS = 2000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/** An entry with whoever waits for it. `done(true)`: it is safe, on the disk or in the tables. */
export interface Waiting {
  readonly entry: LaneEntry;
  readonly done: (isSafe: boolean, refused?: string) => void;
}

/** What a lane needs of the rest. */
export interface LaneOptions {
  /** Writes a batch of one company in one transaction. Throws where the database cannot take it now, or where it refuses an entry. */
  readonly write: (tenantId: string, entries: readonly LaneEntry[]) => Promise<void>;
  /** Could the database not be reached? That is known and not reported. */
  readonly isAway: (error: unknown) => boolean;
  /** An entry that PostgreSQL refuses by itself. */
  readonly refuse: (entry: LaneEntry, error: Error) => Promise<void>;
  readonly spool: Spool;
  readonly report: (error: Error) => void;
}

/** What a lane says of itself. */
export interface LaneFacts {
  readonly queue: number;
  readonly written: number;
  readonly batches: number;
  readonly lastBatch: number;
  readonly lastCommitMs: number;
  /** What half, and all but one of a hundred, of the last batches took at most. */ readonly commitP50Ms: number;
  readonly commitP99Ms: number;
  readonly spooled: number;
  readonly spoolBytes: number;
  readonly isAway: boolean;
}

/** A write to the database that is under way; one at a time. */
interface Writing {
  /** When its batch began. */ began: number;
  /** Ends with it, and never fails. */ done: Promise<void>;
  /** What is written from the queues; null: the head of the spool. */ batch: readonly Waiting[] | null;
  /** The same batch on its way to the disk, where its write hangs. */ spooling: Promise<boolean> | null;
}

/**
 * Takes what some of the devices send, in order, and writes it in batches of one company each. While the database is away for longer than
 * two seconds, everything goes to the spool and from there, in order, into the tables when it is back. A write that hangs for as long, behind a lock, is the same: what it writes and what comes behind it go to the spool.
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

  /** Calls once when there is room again. */
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
      isAway: this.#awaySince !== null || this.#isHanging(),
    };
  }

  push(waiting: Waiting): void {
    const { tenantId } = waiting.entry;
    const queue = this.#queues.get(tenantId);
    if (queue) queue.push(waiting);
    else this.#queues.set(tenantId, [waiting]);
    this.#count += 1;
    if (this.#count === 1 || this.#count >= BATCH) this.#wake?.();
  }

  /** Writes what is there, and ends. What cannot be written is not acknowledged, and comes again. */
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

  /** The spool cannot be written or read: wait as for the database, and report it. */
  #failed(error: Error): void {
    this.#of.report(error);
    this.#away(performance.now());
  }

  /** What waits is written before the end, where the database takes it. */
  #isOver(): boolean {
    return this.#isStopping && (this.#awaySince !== null || this.#count === 0);
  }

  /** A moment is waited for more, where a batch is not full yet. */
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

  /** Does the write that is under way take longer than a device may wait? */
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

  /** Begin to write: from the spool where something is there, as it is older. */
  #begin(): void {
    const writing: Writing = { began: performance.now(), done: Promise.resolve(), batch: null, spooling: null };
    this.#writing = writing;
    writing.done = (this.#of.spool.isEmpty ? this.#storeAll(writing) : this.#drain())
      .catch((error: unknown) => this.#failed(error as Error))
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Until the write under way has ended or hangs, or until the next try. */
  #wait(): Promise<void> {
    if (!this.#writing) return sleep(Math.min(Math.max(0, this.#nextTry - performance.now()), 100));
    return this.#withTimeout(this.#writing.done, this.#writing.began + SPOOL_AFTER_MS - performance.now());
  }

  /** Until the next try or the end of a write, or until there is something to put on the disk. */
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

  /** A batch of each company, in turn, as long as nothing older is in the spool. */
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

  /** Write a batch; false where the database cannot take it now, and the rest of the batch waits. */
  async #store(tenantId: string, batch: Waiting[], writing: Writing): Promise<boolean> {
    const waits = await this.#write(
      tenantId,
      batch.map(({ entry }) => entry),
    );
    if (await writing.spooling) {
      // It is the head of the spool, which was empty.
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

  /** Write entries of one company; answer how many at the end wait for another try. */
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

  /** A write that failed slowly counts from its begin: its batch has waited since. */
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

  /** Everything that waits goes to the disk, what is being written first; where the disk is full, its senders wait. */
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

  /** The batch under way is older than what waits; false where it cannot be put on the disk. */
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

  /** Where the disk fails, senders wait as for a full one; report the first failure of a row. */
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

  /** From the head of the spool into the tables, a batch of one company at a time. */
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
