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

const MOST_TRIES = 3;
/** Jobs that are worked at once; imports have a line of their own, so that a long one keeps nobody else waiting. */
const LINES = { [JOB_QUEUE]: 2, [IMPORT_QUEUE]: 1 };
const TELL_EVERY_MS = 400;
/** Interval at which workers look for jobs that reached no queue. */
const WAITING_EVERY_MS = 5000;

/** Work that outlasts its call: kept in the database, run once at a time, begun again when a server dies. */
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
  #looking: NodeJS.Timeout | undefined;
  readonly #asked: () => void;

  /** `asked`: notifies the processes with workers, where this one has none. */
  constructor(asked: () => void = () => {}) {
    this.#asked = asked;
  }

  /** The product whose jobs these are; there is none before the start. */
  get #started(): App {
    return must(this.#app, 'the product of the jobs');
  }

  /** Return all kinds of jobs. */
  get kinds(): readonly string[] {
    return [...this.#works.keys()];
  }

  /** Makes a kind of job known. */
  define(kind: string, work: JobWork, { isImport = false }: { readonly isImport?: boolean } = {}): void {
    this.#works.set(kind, work);
    if (isImport) this.#imports.add(kind);
  }

  /** Work of the whole product by the wall clock of China, on one server at a time. */
  schedule(name: string, cron: string, work: ProductWork): void {
    this.#timed.add(name, { cron, forProduct: work });
  }

  /** Work for each company by the wall clock of its own zone: one job a company, several at a time. */
  scheduleForCompanies(name: string, cron: string, work: CompanyWork): void {
    this.#timed.add(name, { cron, forCompany: work });
  }

  /** Runs a timed work now. */
  run(name: string): Promise<void> {
    return this.#timed.run(name, this.#started);
  }

  /** Asks for a job within a transaction: it begins when the transaction is kept. */
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

  /** Somebody just asked: do not wait for the next look into the queue. */
  nudge(): void {
    if (this.#workers.length === 0) this.#asked();
    for (const worker of this.#workers) this.#boss?.notifyWorker(worker);
  }

  #queueOf(kind: string): keyof typeof LINES {
    return this.#imports.has(kind) ? IMPORT_QUEUE : JOB_QUEUE;
  }

  /** Begins to work; called after the server listens, so that nobody waits for it. */
  start(
    app: App,
    workUrl: string,
    {
      isTimed = true,
      works = true,
    }: {
      /** False: what goes by the clock is run by whoever asks for it. */ readonly isTimed?: boolean;
      /** False: jobs can be sent from here; another process runs them. */ readonly works?: boolean;
    } = {},
  ): Promise<void> {
    this.#app = app;
    this.#isTimed = isTimed;
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
    for (const queue of [JOB_QUEUE, IMPORT_QUEUE] as const)
      this.#workers.push(
        await boss.work<{ id: string; tenantId: string }, void>(
          queue,
          { pollingIntervalSeconds: 5, includeMetadata: true, localConcurrency: LINES[queue] },
          async ([job]) => this.#do(job.data, job.retryCount),
        ),
      );
    if (this.#isTimed) await this.#timed.start(app, boss);
    await this.#sendWaiting(app, boss);
    this.#looking = setInterval(() => {
      this.#sendWaiting(app, boss).catch((error: unknown) => {
        if (!this.#stopping && !isAway(error)) app.report(error as Error);
      });
    }, WAITING_EVERY_MS);
    this.#looking.unref();
  }

  /** Send the jobs that reached no queue: their process had no sender yet, or died before it sent. A job is in its queue once. */
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
      const said = this.#given(error, id, tries);
      await this.#finish(tenancy, { ...one, state: 'failed', error: labelIn(said.words, language) });
    }
  }

  /** A job that is done already, or was given up, is none. */
  async #take(tenancy: Actor['tenancy'], id: string): Promise<JobRow | undefined> {
    const [row] = await this.#started.db.write(tenancy, (sql) =>
      sql.query<JobRow>(
        "update anju_job set state = 'running' where id = $1 and tenant_id = $2 and state in ('waiting', 'running') returning kind, title, person_id as person, asked, state",
        [id, tenancy.tenantId],
      ),
    );
    return row;
  }

  /** What its person is told when it failed for good; what may go better next time is thrown again, and the runner tries again or gives it to the next server. */
  #given(error: unknown, id: string, tries: number): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof HandedBack || tries + 1 < MOST_TRIES) throw error;
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
    let told = 0;
    return async (done, total) => {
      if (this.#stopping) throw new HandedBack('the server stops');
      const now = app.clock.ms();
      if (done < total && now - told < TELL_EVERY_MS && told) return;
      told = now;
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

  /** Lets running work come to its next stop and hands the rest back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#looking);
    const stopped = (async () => {
      await this.#starting?.catch(() => {});
      await this.#boss?.stop({ graceful: true, timeout: 10_000 }).catch(() => {});
    })();
    // What does not come to a stop is taken over by the next server; nobody waits for it.
    await Promise.race([
      stopped,
      new Promise((resolve) => {
        setTimeout(resolve, 15_000).unref();
      }),
    ]);
  }
}
