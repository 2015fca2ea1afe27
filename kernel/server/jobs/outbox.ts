import type { Person } from '#kernel/language/permission.ts';
import type { Context } from '../context.ts';
import type { App } from '../app.ts';
import { nowOf } from '../time/tenancy.ts';
import { type Actor, type Transaction, transact } from '../write/transaction.ts';

/** Something that happened, told after it was kept. `id` is the same at every repeat. */
export interface Happened {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Runs in one transaction with the mark that the event was told: what it writes through the context happens exactly once, what it does outside at least once. */
export type Subscriber = (context: Context, happened: Happened) => Promise<void>;

const EVERY_MS = 5000;
const AT_ONCE = 200;
const MOST_TRIES = 12;

/** The product itself, when nobody asked. */
export const productActor = (app: App, tenancy: Actor['tenancy'], why: string): Actor => {
  const person: Person = {
    id: '0',
    tenantId: tenancy.tenantId,
    account: 'system',
    name: '系统',
    departments: [],
    below: [],
    teams: [],
    roles: [],
    platform: false,
  };
  return { tenancy, person, language: 'zh', origin: { requestId: why, ip: '', channel: 'job' } };
};

interface Due {
  id: string;
  tenantId: string;
  event: string;
}

/** Delivers what transactions told; a server that dies in between leaves it to the next. */
export class Outbox {
  readonly #subscribers = new Map<string, Subscriber[]>();
  #app: App | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = false;

  subscribe(event: string, subscriber: Subscriber): void {
    this.#subscribers.set(event, [...(this.#subscribers.get(event) ?? []), subscriber]);
  }

  start(app: App): void {
    this.#app = app;
    this.#timer = setInterval(() => this.kick(), EVERY_MS);
    this.#timer.unref();
    this.kick();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#app = undefined;
    await this.#turn;
  }

  /** Something was told just now. */
  kick(): void {
    if (!this.#app || this.#waiting) return;
    this.#waiting = true;
    this.#turn = this.#turn
      .then(async () => {
        this.#waiting = false;
        await this.deliver();
      })
      .catch((error: unknown) => this.#app?.report(error as Error));
  }

  /** Delivers everything that is due. */
  async deliver(): Promise<void> {
    for (let app = this.#app; app; app = this.#app) {
      const now = app.clock.ms();
      const due = await app.db.platform((sql) =>
        sql.query<Due>('select id, tenant_id as "tenantId", event from anju_outbox_due($1, $2)', [now, AT_ONCE]),
      );
      for (const [tenantId, events] of Map.groupBy(due, (one) => one.tenantId))
        await this.#deliverTo(app, tenantId, events);
      if (due.length < AT_ONCE) return;
    }
  }

  async #deliverTo(app: App, tenantId: string, due: readonly Due[]): Promise<void> {
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const unheard = due.filter((one) => !this.#subscribers.has(one.event)).map((one) => one.id);
    if (unheard.length)
      await app.db.read(tenancy, (sql) =>
        sql.query('update anju_outbox set done = $3 where tenant_id = $1 and id = any($2::bigint[])', [
          tenantId,
          unheard,
          nowOf(app.clock, tenancy),
        ]),
      );
    for (const one of due) if (this.#subscribers.has(one.event)) await this.#tell(app, tenancy, one);
  }

  async #tell(app: App, tenancy: Actor['tenancy'], { id, event }: Due): Promise<void> {
    const actor = productActor(app, tenancy, `outbox ${id}`);
    await transact(app, actor, async (tx) => {
      // Whoever tells it at this moment holds the row until it is told or put off; another server passes by.
      const [row] = await tx.sql.query<{ data: Record<string, unknown> }>(
        'select data from anju_outbox where id = $1 and tenant_id = $2 and done is null and dead is null and (due is null or due <= $3) for update skip locked',
        [id, tenancy.tenantId, tx.now()],
      );
      if (!row) return;
      await tx.sql.query('savepoint told');
      try {
        for (const subscriber of this.#subscribers.get(event) ?? [])
          await subscriber(tx, { id, event, data: row.data });
        await tx.sql.query('update anju_outbox set done = $3, error = null where id = $1 and tenant_id = $2', [
          id,
          tenancy.tenantId,
          tx.now(),
        ]);
      } catch (error) {
        await tx.sql.query('rollback to savepoint told');
        tx.changes.length = 0;
        await putOff(tx, id, error as Error);
        app.report(error as Error);
      }
    });
  }
}

/** 2, 4, 8 … seconds, at most an hour; what fails for good stays with its reason. */
async function putOff(tx: Transaction, id: string, error: Error): Promise<void> {
  await tx.sql.query(
    `update anju_outbox set tries = tries + 1, error = $4, due = $3::timestamptz + least(interval '1 hour', interval '1 second' * power(2, tries + 1)),
    dead = case when tries + 1 >= ${MOST_TRIES} then $3::timestamptz end where id = $1 and tenant_id = $2`,
    [id, tx.tenantId, tx.now(), error.message.slice(0, 1000)],
  );
}
