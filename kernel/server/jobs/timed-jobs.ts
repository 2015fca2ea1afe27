import { mustGet } from '#kernel/language/must.ts';
import type { PgBoss } from 'pg-boss';
import type { Actor } from '../session/actor.ts';
import type { App, CompanyWork, ProductWork } from '../app.ts';
import type { TimedSteps } from '../assembly/behaviour.ts';
import { isAway } from '../database/database.ts';
import { transact } from '../write/transaction.ts';
import { productActor } from './outbox.ts';
import { COMPANY_QUEUE, TIMED_QUEUE } from './queues.ts';

interface TimedWork {
  readonly cron: string;
  readonly forProduct?: ProductWork;
  readonly forCompany?: CompanyWork;
}

/** Size of a batch of timed jobs, and number of concurrent batches. */
const BATCH = 8;
const LINES = 4;
const PRODUCT_ZONE = 'Asia/Shanghai';
/** Name of the built-in work that checks every minute for companies in time zones without schedules. */
const ZONES = 'zones';

/** Return the steps of a work without a caller: each is one transaction of the product in this company. */
export const workStepsOf = (app: App, actor: Actor): TimedSteps => ({
  step: (work) => transact(app, actor, work),
  each: async (ids, work) => {
    for (const id of ids)
      await transact(app, actor, (context) => work(context, id)).catch((error: unknown) => {
        // If the database is away, the remaining rows would fail as well.
        if (isAway(error)) throw error;
        app.report(error as Error);
      });
  },
});

/** Is a cron expression due every minute or every few? */
const isByMinute = (cron: string): boolean => cron.startsWith('*');

/** The app and the job runner, once the schedules run. */
interface Clocked {
  readonly app: App;
  readonly boss: PgBoss;
}

/** Work by the clock: one job for the product, or one a company. Several run at a time, and each fails by itself. */
export class TimedJobs {
  readonly #works = new Map<string, TimedWork>();
  readonly #zones = new Set<string>();
  #clock: Clocked | undefined;

  constructor() {
    this.add(ZONES, { cron: '* * * * *', forProduct: (app) => this.#coverZones(app) });
  }

  /** Add a work. If the schedules run already, it is scheduled at once. */
  add(name: string, work: TimedWork): void {
    this.#works.set(name, work);
    if (this.#clock) void this.#putOnClock(this.#clock, name, work);
  }

  /** Run a work now, for every company in turn. A failure for one is reported and does not stop the others. */
  async run(name: string, app: App): Promise<void> {
    const { forProduct, forCompany } = mustGet(this.#works, name);
    await forProduct?.(app);
    if (!forCompany) return;
    for (const tenancy of await app.ports.tenancies())
      await forCompany(workStepsOf(app, productActor(app, tenancy, name))).catch((error: unknown) =>
        app.report(error as Error),
      );
  }

  /** Run once each work that is scheduled by the minute: it did not run while demo data was loaded. */
  async catchUp(app: App): Promise<void> {
    for (const [name, { cron }] of this.#works) if (isByMinute(cron)) await this.run(name, app);
  }

  /** Start all schedules. */
  async start(app: App, boss: PgBoss): Promise<void> {
    const clock: Clocked = { app, boss };
    const take = { pollingIntervalSeconds: 1, batchSize: BATCH, localConcurrency: LINES };
    await boss.work<{ name: string; zone?: string }>(TIMED_QUEUE, take, (jobs) =>
      this.#each(clock, TIMED_QUEUE, jobs, ({ name, zone }) => this.#begin(clock, name, zone)),
    );
    await boss.work<{ name: string; tenantId: string }>(COMPANY_QUEUE, take, (jobs) =>
      this.#each(clock, COMPANY_QUEUE, jobs, ({ name, tenantId }) => this.#workFor(app, name, tenantId)),
    );
    this.#clock = clock;
    for (const tenancy of await app.ports.tenancies()) this.#zones.add(tenancy.zone);
    for (const [name, work] of this.#works) await this.#putOnClock(clock, name, work);
    await this.#forgetOldSchedules(boss);
  }

  /**
   * Run the jobs of a batch at the same time, each completed by itself: one that fails or takes long delays no other.
   */
  async #each<T>(
    { app, boss }: Clocked,
    queue: string,
    jobs: readonly { id: string; data: T }[],
    work: (data: T) => Promise<void>,
  ): Promise<void> {
    await Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await work(data);
          await boss.complete(queue, id);
        } catch (error) {
          app.report(error as Error);
          await boss.fail(queue, id, { message: String(error) });
        }
      }),
    );
  }

  /** Run a work of the product here; a work for companies becomes a job for each company of this zone. */
  async #begin({ app, boss }: Clocked, name: string, zone: string | undefined): Promise<void> {
    const work = this.#works.get(name);
    await work?.forProduct?.(app);
    if (!work?.forCompany || !zone) return;
    const companies = (await app.ports.tenancies()).filter((tenancy) => tenancy.zone === zone);
    await boss.insert(
      COMPANY_QUEUE,
      companies.map(({ tenantId }) => ({ data: { name, tenantId }, singletonKey: `${name} ${tenantId}` })),
    );
  }

  async #workFor(app: App, name: string, tenantId: string): Promise<void> {
    const tenancy = (await app.ports.tenancies()).find((one) => one.tenantId === tenantId);
    if (tenancy) await this.#works.get(name)?.forCompany?.(workStepsOf(app, productActor(app, tenancy, name)));
  }

  async #coverZones(app: App): Promise<void> {
    const found = new Set((await app.ports.tenancies()).map((tenancy) => tenancy.zone));
    const fresh = [...found].filter((zone) => !this.#zones.has(zone));
    for (const zone of fresh) this.#zones.add(zone);
    const clock = this.#clock;
    if (clock && fresh.length) for (const [name, work] of this.#works) await this.#putOnClock(clock, name, work);
  }

  async #putOnClock({ app, boss }: Clocked, name: string, { cron, forCompany }: TimedWork): Promise<void> {
    const zones = forCompany ? [...this.#zones] : [PRODUCT_ZONE];
    for (const zone of zones) {
      const key = keyOf(name, forCompany && zone);
      const data = { name, ...(forCompany && { zone }) };
      // If the zone of a company is invalid, only its own schedule fails.
      await boss
        .schedule(TIMED_QUEUE, cron, data, { key, tz: zone, singletonKey: key })
        .catch((error: unknown) => app.report(error as Error));
    }
  }

  /** Remove schedules of works that are gone, or that earlier releases named otherwise. */
  async #forgetOldSchedules(boss: PgBoss): Promise<void> {
    const planned = new Set(
      [...this.#works].flatMap(([name, { forCompany }]) =>
        forCompany ? [...this.#zones].map((zone) => keyOf(name, zone)) : [keyOf(name, undefined)],
      ),
    );
    for (const { key } of await boss.getSchedules(TIMED_QUEUE))
      if (!planned.has(key)) await boss.unschedule(TIMED_QUEUE, key);
  }
}

/** Return the key of a schedule: it may contain letters, digits and few other characters. */
const keyOf = (name: string, zone: string | undefined): string =>
  (zone ? `${name}.${zone}` : name).replaceAll(/[^\w./-]/g, '_');
