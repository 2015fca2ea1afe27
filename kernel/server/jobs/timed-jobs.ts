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

/** So many works are taken at once, on so many lines. */
const BATCH = 8;
const LINES = 4;
const PRODUCT_ZONE = 'Asia/Shanghai';
/** Looks every minute whether a company keeps a zone that has no clock yet. */
const ZONES = 'zones';

/** The steps of a work that nobody asked for: each is one transaction of the product in this company. */
export const workStepsOf = (app: App, actor: Actor): TimedSteps => ({
  step: (work) => transact(app, actor, work),
  each: async (ids, work) => {
    for (const id of ids)
      await transact(app, actor, (context) => work(context, id)).catch((error: unknown) => {
        // Without the database none of the others has a chance.
        if (isAway(error)) throw error;
        app.report(error as Error);
      });
  },
});

/** The product and the queue of a clock that runs. */
interface Clocked {
  readonly app: App;
  readonly boss: PgBoss;
}

/** Work by the clock: one job for the product, or one a company; several at a time, each failing for itself. */
export class TimedJobs {
  readonly #works = new Map<string, TimedWork>();
  readonly #zones = new Set<string>();
  #clock: Clocked | undefined;

  constructor() {
    this.add(ZONES, { cron: '* * * * *', forProduct: (app) => this.#coverZones(app) });
  }

  /** Adds a work; where the clock runs already, it is put on the clock at once. */
  add(name: string, work: TimedWork): void {
    this.#works.set(name, work);
    if (this.#clock) void this.#putOnClock(this.#clock, name, work);
  }

  /** Runs a work now, for every company one after the other; what fails for one is reported and keeps none of the others waiting. */
  async run(name: string, app: App): Promise<void> {
    const { forProduct, forCompany } = mustGet(this.#works, name);
    await forProduct?.(app);
    if (!forCompany) return;
    for (const tenancy of await app.ports.tenancies())
      await forCompany(workStepsOf(app, productActor(app, tenancy, name))).catch((error: unknown) =>
        app.report(error as Error),
      );
  }

  /** Begins to work by the clock. */
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

  /** Each job of a batch ends by itself: one that fails or takes long keeps none of the others from their next minute. */
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

  /** A work of the product is done here; one for companies becomes a job for each of those that keep this zone. */
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
      // A zone that no clock knows keeps its company's work waiting, and nobody else's.
      await boss
        .schedule(TIMED_QUEUE, cron, data, { key, tz: zone, singletonKey: key })
        .catch((error: unknown) => app.report(error as Error));
    }
  }

  /** Schedules of works that are gone, or that older releases called otherwise. */
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

/** Keys of schedules may carry letters, digits and few signs only. */
const keyOf = (name: string, zone: string | undefined): string =>
  (zone ? `${name}.${zone}` : name).replaceAll(/[^\w./-]/g, '_');
