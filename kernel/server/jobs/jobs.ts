import type { PgBoss } from 'pg-boss';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Language } from '#kernel/language/label.ts';
import { labelIn } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import type { Actor } from '../session/actor.ts';
import type { App, AskedJob, CompanyWork, JobQueue, JobWork, ProductWork, RunningJob } from '../app.ts';
import type { Context } from '../context.ts';
import { isAway } from '../database/database.ts';
import { http as refuse } from '../refusals.ts';
import { nowOf } from '../time/tenancy.ts';
import { IMPORT_QUEUE, JOB_QUEUE, runner, sender } from './queues.ts';
import { TimedJobs } from './timed-jobs.ts';

interface JobRow {
  kind: string;
  title: string;
  person: string;
  asked: Record<string, unknown>;
  state: string;
}

export type { JobWork, RunningJob };

class HandedBack extends Error {}

const MAX_TRIES = 3;
/**
 * Number of jobs of each queue that run at the same time. Imports have a queue of their own, so that a long one delays
 * no other job.
 */
const LINES = { [JOB_QUEUE]: 2, [IMPORT_QUEUE]: 1 };
const TELL_EVERY_MS = 400;
/** Interval at which workers look for jobs that reached no queue. */
const WAITING_EVERY_MS = 5000;

/** Work that outlasts its call: stored in the database, run once at a time, and repeated when a server dies. */
export class Jobs implements JobQueue {
  readonly #works = new Map<string, JobWork>();
  readonly #imports = new Set<string>();
  readonly #timed = new TimedJobs();
  #app: App | undefined;
  #boss: PgBoss | undefined;
  #starting: Promise<void> | undefined;
  readonly #workers: string[] = [];
  #stopping = false;
  #isTimed = true;
  #arrived: Promise<void> = Promise.resolve();
  #looking: NodeJS.Timeout | undefined;
  readonly #notify: () => void;

  /** `notify`: called for a stored job where this process has no workers; it wakes the processes that have. */
  constructor(notify: () => void = () => {}) {
    this.#notify = notify;
  }

  /** Return the app whose jobs these are. Throw before the start. */
  get #started(): App {
    return must(this.#app, 'the product of the jobs');
  }

  /** Return all kinds of jobs. */
  get kinds(): readonly string[] {
    return [...this.#works.keys()];
  }

  /** Define a kind of job. */
  define(kind: string, work: JobWork, { isImport = false }: { readonly isImport?: boolean } = {}): void {
    this.#works.set(kind, work);
    if (isImport) this.#imports.add(kind);
  }

  /** Schedule work of the whole product by the wall clock of China, on one server at a time. */
  schedule(name: string, cron: string, work: ProductWork): void {
    this.#timed.add(name, { cron, forProduct: work });
  }

  /** Schedule work for each company by the wall clock of its own zone: one job a company, several at a time. */
  scheduleForCompanies(name: string, cron: string, work: CompanyWork): void {
    this.#timed.add(name, { cron, forCompany: work });
  }

  /** Run a timed work now. */
  run(name: string): Promise<void> {
    return this.#timed.run(name, this.#started);
  }

  /** Run once each work that is scheduled by the minute: it did not run while demo data was loaded. */
  catchUp(app: App): Promise<void> {
    return this.#timed.catchUp(app);
  }

  /** Store a job within a transaction. It begins after the commit. */
  async ask(tx: Context, { kind, title, asked }: AskedJob): Promise<string> {
    if (!this.#works.has(kind)) throw new Error(`no job ${kind}`);
    const id = await tx.newId();
    await tx.sql.query(
      'insert into anju_job (id, tenant_id, person_id, kind, title, asked, state, done, created) values ($1, $2, $3, $4, $5, $6, $7, 0, $8)',
      [
        id,
        tx.tenantId,
        tx.person.id,
        kind,
        title,
        JSON.stringify({ ...asked, language: tx.language }),
        'waiting',
        tx.now(),
      ],
    );
    const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.sql.query(text, values) }) };
    await this.#boss?.send(this.#queueOf(kind), { id, tenantId: tx.tenantId }, { singletonKey: id, db });
    return id;
  }

  /** Let the workers look for jobs at once, not at the next poll. */
  nudge(): void {
    if (this.#workers.length === 0) this.#notify();
    this.#wake();
  }

  #wake(): void {
    for (const worker of this.#workers) this.#boss?.notifyWorker(worker);
  }

  #queueOf(kind: string): keyof typeof LINES {
    return this.#imports.has(kind) ? IMPORT_QUEUE : JOB_QUEUE;
  }

  /** Start the workers; called once the server listens, so that no call waits for it. */
  start(
    app: App,
    workUrl: string,
    {
      isTimed = true,
      works = true,
      arrived = Promise.resolve(),
    }: {
      /** False: the caller runs timed work. */ readonly isTimed?: boolean;
      /** False: this process sends jobs; another one runs them. */ readonly works?: boolean;
      /** Resolves when all demo data is loaded; timed work begins then. */ readonly arrived?: Promise<void>;
    } = {},
  ): Promise<void> {
    this.#app = app;
    this.#isTimed = isTimed;
    this.#arrived = arrived;
    this.#starting ??= this.#begin(app, works ? runner(workUrl) : sender(workUrl), works);
    return this.#starting;
  }

  async #begin(app: App, boss: PgBoss, works: boolean): Promise<void> {
    boss.on('error', (error) => {
      if (!this.#stopping) app.report(error);
    });
    await boss.start();
    if (this.#stopping) {
      await boss.stop({ graceful: false });
      return;
    }
    this.#boss = boss;
    if (works) await this.#work(app, boss);
  }

  async #work(app: App, boss: PgBoss): Promise<void> {
    // Register one worker for each concurrent job: of a worker with several, pg-boss wakes only the first.
    for (const queue of [JOB_QUEUE, IMPORT_QUEUE] as const)
      for (let line = 0; line < LINES[queue]; line += 1)
        this.#workers.push(
          await boss.work<{ id: string; tenantId: string }, void>(
            queue,
            { pollingIntervalSeconds: 5, includeMetadata: true },
            async ([job]) => {
              try {
                await this.#do(job.data, job.retryCount);
              } finally {
                // Further jobs may wait: look for them now, not at the next interval.
                this.#wake();
              }
            },
          ),
        );
    if (this.#isTimed) void this.#arrived.then(() => this.#startTimed(app, boss));
    await this.#sendWaiting(app, boss);
    this.#looking = setInterval(() => {
      this.#sendWaiting(app, boss).catch((error: unknown) => {
        if (!this.#stopping && !isAway(error)) app.report(error as Error);
      });
    }, WAITING_EVERY_MS);
    this.#looking.unref();
  }

  async #startTimed(app: App, boss: PgBoss): Promise<void> {
    if (this.#stopping) return;
    await this.#timed.start(app, boss).catch((error: unknown) => {
      if (!this.#stopping) app.report(error as Error);
    });
  }

  /**
   * Send the jobs that reached no queue: their process had no sender yet, or died before it sent. A job is in its queue
   * once.
   */
  async #sendWaiting(app: App, boss: PgBoss): Promise<void> {
    const waiting = await app.db.platform((sql) =>
      sql.query<{ id: string; tenantId: string; kind: string }>(
        'select id, tenant_id as "tenantId", kind from anju_jobs_waiting()',
      ),
    );
    if (waiting.length === 0) return;
    for (const [queue, jobs] of Map.groupBy(waiting, ({ kind }) => this.#queueOf(kind)))
      await boss.insert(
        queue,
        jobs.map(({ id, tenantId }) => ({ data: { id, tenantId }, singletonKey: id })),
      );
    this.nudge();
  }

  async #do({ id, tenantId }: { id: string; tenantId: string }, tries: number): Promise<void> {
    const tenancy = await this.#started.ports.tenancy(tenantId);
    const row = tenancy && (await this.#take(tenancy, id));
    if (!tenancy || !row) return;
    const language: Language = row.asked.language === 'en' ? 'en' : 'zh';
    const one = { id, person: row.person, title: row.title, kind: row.kind };
    try {
      const answer = await this.#workOn(tenancy, id, row, language);
      await this.#finish(tenancy, { ...one, state: 'done', answer: answer ?? {} });
    } catch (error) {
      const refusal = this.#refusalOf(error, id, tries);
      await this.#finish(tenancy, { ...one, state: 'failed', error: labelIn(refusal.words, language) });
    }
  }

  /** Mark a job as running, and return it. Undefined for a job that has ended. */
  async #take(tenancy: Actor['tenancy'], id: string): Promise<JobRow | undefined> {
    const [row] = await this.#started.db.write(tenancy, (sql) =>
      sql.query<JobRow>(
        "update anju_job set state = 'running' where id = $1 and tenant_id = $2 and state in ('waiting', 'running') returning kind, title, person_id as person, asked, state",
        [id, tenancy.tenantId],
      ),
    );
    return row;
  }

  /**
   * Return the refusal of a job that failed for good. Other errors are rethrown, and the runner repeats the job here or
   * on another server.
   */
  #refusalOf(error: unknown, id: string, tries: number): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof HandedBack || tries + 1 < MAX_TRIES) throw error;
    this.#started.report(error as Error);
    return refuse.fault({ id });
  }

  async #workOn(
    tenancy: Actor['tenancy'],
    id: string,
    row: JobRow,
    language: Language,
  ): Promise<Record<string, unknown> | void> {
    const app = this.#started;
    const person = await app.ports.person(tenancy, row.person);
    const work = this.#works.get(row.kind);
    if (!person || !work) throw refuse.forbidden();
    const actor: Actor = { tenancy, person, language, origin: { requestId: `job ${id}`, ip: '', channel: 'system' } };
    return work({ id, app, actor, asked: row.asked, progress: this.#teller(actor, id, row) });
  }

  #teller(actor: Actor, id: string, row: JobRow): RunningJob['progress'] {
    const app = this.#started;
    let reportedAt = 0;
    return async (done, total) => {
      if (this.#stopping) throw new HandedBack('the server stops');
      const now = app.clock.ms();
      if (done < total && now - reportedAt < TELL_EVERY_MS && reportedAt) return;
      reportedAt = now;
      await app.db.read(actor.tenancy, (sql) =>
        sql.query('update anju_job set done = $3, total = $4 where id = $1 and tenant_id = $2', [
          id,
          actor.tenancy.tenantId,
          done,
          total,
        ]),
      );
      app.notifyPerson(actor.tenancy.tenantId, actor.person.id, {
        type: 'job',
        id,
        kind: row.kind,
        title: row.title,
        state: 'running',
        done,
        total,
      });
    };
  }

  async #finish(
    tenancy: Actor['tenancy'],
    one: {
      id: string;
      person: string;
      title: string;
      kind: string;
      state: string;
      answer?: Record<string, unknown>;
      error?: string;
    },
  ): Promise<void> {
    const app = this.#started;
    await app.db.read(tenancy, (sql) =>
      sql.query(
        'update anju_job set state = $3, answer = $4, error = $5, finished = $6 where id = $1 and tenant_id = $2',
        [
          one.id,
          tenancy.tenantId,
          one.state,
          JSON.stringify(one.answer ?? null),
          one.error ?? null,
          nowOf(app.clock, tenancy),
        ],
      ),
    );
    app.notifyPerson(tenancy.tenantId, one.person, {
      type: 'job',
      id: one.id,
      kind: one.kind,
      title: one.title,
      state: one.state,
      answer: one.answer,
      error: one.error,
    });
  }

  /** Stop running jobs at their next report of progress, and return them to the queue for another server. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#looking);
    const stopped = (async () => {
      await this.#starting?.catch(() => {});
      await this.#boss?.stop({ graceful: true, timeout: 10_000 }).catch(() => {});
    })();
    // Work that does not stop in time is taken over by the next server.
    await Promise.race([
      stopped,
      new Promise((resolve) => {
        setTimeout(resolve, 15_000).unref();
      }),
    ]);
  }
}
