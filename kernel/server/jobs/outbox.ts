import type { Context } from '../context.ts';
import pLimit from 'p-limit';
import type { Person } from '#kernel/language/permission.ts';
import type { Actor } from '../session/actor.ts';
import type { App, EventQueue, Subscriber } from '../app.ts';
import { nowOf } from '../time/tenancy.ts';
import { type Transaction, transact } from '../write/transaction.ts';

const EVERY_MS = 5000;
/** So many events of one company are looked at before the others have their turn. */
const PER_COMPANY = 20;
/** Deliveries at once, each on a connection of its own; one company never takes them all. */
const DELIVERIES = 4;
const DELIVERIES_PER_COMPANY = 2;
const MAX_TRIES = 12;

/** Drop the text of an event that was sent: it is stored no longer than its delivery takes. */
export const forgetEventText = async ({ sql, tenantId }: Context, id: string): Promise<void> => {
  await sql.query("update anju_outbox set data = data - 'text' where tenant_id = $1 and id = $2", [tenantId, id]);
};

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
    isProduct: true,
  };
  return { tenancy, person, language: 'zh', origin: { requestId: why, ip: '', channel: 'system' } };
};

interface Due {
  readonly id: string;
  readonly tenantId: string;
  readonly event: string;
  /** The row that the event is about: events of one row are delivered in their order. */
  readonly rowKey: string;
}

/**
 * Holds an event whose turn it is: no earlier one of its row waits. Asked of each event, so it walks nothing but that row's: what is true of
 * few rows is asked as a value, lest PostgreSQL joins by an index that is full of events that are done.
 */
export const IN_TURN = `select o.data, o.done is null and o.dead is null and (o.due is null or o.due <= $3) as waits from anju_outbox o
  where o.id = $1 and o.tenant_id = $2 and coalesce((select false from anju_outbox e where e.tenant_id = o.tenant_id and e.row_key = o.row_key and e.id < o.id
    and e.done is null and e.dead is null and (e.due is null or e.due <= $3) limit 1), true) for update of o skip locked`;

/**
 * Delivers what transactions emitted: several companies and rows at once, the events of one row in their order. A server that dies in
 * between leaves it to the next.
 */
export class Outbox implements EventQueue {
  readonly #subscribers = new Map<string, Subscriber[]>();
  #app: App | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = false;
  readonly #emitted: () => void;

  /** `emitted`: tells the processes that deliver, where this one does not. */
  constructor(emitted: () => void = () => {}) {
    this.#emitted = emitted;
  }

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
    if (!this.#app) this.#emitted();
    if (!this.#app || this.#waiting) return;
    this.#waiting = true;
    this.#turn = this.#turn
      .then(async () => {
        this.#waiting = false;
        await this.#deliverDue();
      })
      .catch((error: unknown) => this.#app?.report(error as Error));
  }

  /** Delivers everything that is due, after what this server is delivering already. */
  deliver(): Promise<void> {
    const turn = this.#turn.then(() => this.#deliverDue());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #deliverDue(): Promise<void> {
    for (let app = this.#app; app; app = this.#app) {
      const now = app.clock.ms();
      const due = await app.db.platform((sql) =>
        sql.query<Due>('select id, tenant_id as "tenantId", event, row_key as "rowKey" from anju_outbox_due($1, $2)', [
          now,
          PER_COMPANY,
        ]),
      );
      const companies = [...Map.groupBy(due, (one) => one.tenantId)];
      const isMoving = await this.#deliverAll(app, companies);
      if (!isMoving || companies.every(([, events]) => events.length < PER_COMPANY)) return;
    }
  }

  /** Each company has some of the deliveries. Answers whether anything was delivered: what others hold at this moment is left to them. */
  async #deliverAll(
    app: App,
    companies: readonly (readonly [tenantId: string, due: readonly Due[]])[],
  ): Promise<boolean> {
    const limit = pLimit(DELIVERIES);
    let isMoving = false;
    await Promise.all(
      companies.map(async ([tenantId, due]) => {
        const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
        if (await this.#markUnheard(app, tenancy, due)) isMoving = true;
        const heard = due.filter((one) => this.#subscribers.has(one.event));
        const rows = [...Map.groupBy(heard, (one) => one.rowKey).values()].values();
        const work = async (): Promise<void> => {
          for (const events of rows)
            for (const one of events) if (await limit(() => this.#deliverOne(app, tenancy, one))) isMoving = true;
        };
        await Promise.all(Array.from({ length: DELIVERIES_PER_COMPANY }, work));
      }),
    );
    return isMoving;
  }

  /** What nobody listens to is done at once. */
  async #markUnheard(app: App, tenancy: Actor['tenancy'], due: readonly Due[]): Promise<boolean> {
    const unheard = due.filter((one) => !this.#subscribers.has(one.event)).map((one) => one.id);
    if (unheard.length === 0) return false;
    await app.db.read(tenancy, (sql) =>
      sql.query('update anju_outbox set done = $3 where tenant_id = $1 and id = any($2::bigint[])', [
        tenancy.tenantId,
        unheard,
        nowOf(app.clock, tenancy),
      ]),
    );
    return true;
  }

  /** Answers whether the event was ours to deliver. */
  async #deliverOne(app: App, tenancy: Actor['tenancy'], { id, event }: Due): Promise<boolean> {
    const actor = productActor(app, tenancy, `outbox ${id}`);
    return transact(app, actor, async (tx) => {
      // Whoever delivers it now holds it until it is done or put off; another server passes by, also by later events of the same row.
      const [row] = await tx.sql.query<{ data: Record<string, unknown>; waits: boolean }>(IN_TURN, [
        id,
        tenancy.tenantId,
        tx.now(),
      ]);
      if (!row?.waits) return false;
      await tx.sql.query('savepoint delivery');
      try {
        for (const subscriber of this.#subscribers.get(event) ?? [])
          await subscriber(tx, { id, event, data: row.data });
        await tx.sql.query('update anju_outbox set done = $3, error = null where id = $1 and tenant_id = $2', [
          id,
          tenancy.tenantId,
          tx.now(),
        ]);
      } catch (error) {
        await tx.sql.query('rollback to savepoint delivery');
        tx.session.changes.length = 0;
        await putOff(tx, id, error as Error);
        app.report(error as Error);
      }
      return true;
    });
  }
}

/** 2, 4, 8 … seconds, at most an hour; what fails for good stays with its reason. */
async function putOff(tx: Transaction, id: string, error: Error): Promise<void> {
  await tx.sql.query(
    `update anju_outbox set tries = tries + 1, error = $4, due = $3::timestamptz + least(interval '1 hour', interval '1 second' * power(2, tries + 1)),
    dead = case when tries + 1 >= ${MAX_TRIES} then $3::timestamptz end where id = $1 and tenant_id = $2`,
    [id, tx.tenantId, tx.now(), error.message.slice(0, 1000)],
  );
}
