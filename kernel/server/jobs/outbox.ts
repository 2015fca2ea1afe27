import type { Context } from '../context.ts';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Person } from '#kernel/language/permission.ts';
import type { Actor } from '../session/actor.ts';
import type { App, DeliveryOptions, EventQueue, Subscriber } from '../app.ts';
import { nowOf } from '../time/tenancy.ts';
import { type Transaction, transact } from '../write/transaction.ts';

const EVERY_MS = 5000;
/** Maximum events of one company in a turn. */
const PER_COMPANY = 20;
/**
 * Number of deliveries at the same time, each on a connection of its own. One company has at most
 * `DELIVERIES_PER_COMPANY` of them.
 */
const DELIVERIES = 4;
const DELIVERIES_PER_COMPANY = 2;
const MAX_TRIES = 12;
/** Time after which new events are read although deliveries still run, ms. */
const SLOW_MS = 500;

/** Remove the `text` of a sent message from its event: it is stored no longer than the delivery takes. */
export const forgetEventText = async ({ sql, tenantId }: Context, id: string): Promise<void> => {
  await sql.query("update anju_outbox set data = data - 'text' where tenant_id = $1 and id = $2", [tenantId, id]);
};

/** Return the actor of work without a caller: the product itself. */
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

/** Return the key of the row of an event, over all companies. */
const keyOf = ({ tenantId, rowKey }: Due): string => `${tenantId} ${rowKey}`;

/**
 * Lock an event unless an earlier one of its row waits. It runs for each event, so it reads that row's events only. The
 * condition is a scalar subquery, lest PostgreSQL joins by an index full of delivered events.
 */
export const IN_TURN = `select o.data, o.done is null and o.dead is null and (o.due is null or o.due <= $3) as waits from anju_outbox o
  where o.id = $1 and o.tenant_id = $2 and coalesce((select false from anju_outbox e where e.tenant_id = o.tenant_id and e.row_key = o.row_key and e.id < o.id
    and e.done is null and e.dead is null and (e.due is null or e.due <= $3) limit 1), true) for update of o skip locked`;

/**
 * Deliver the events of transactions: several companies and rows at the same time, the events of one row in order.
 * Another server continues after a crash.
 */
export class Outbox implements EventQueue {
  readonly #subscribers = new Map<string, Subscriber[]>();
  #app: App | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = false;
  /** Deliveries that run, also those of earlier turns. */
  readonly #deliveries = new Set<Promise<boolean>>();
  /** Rows whose events are being delivered by this process, as `keyOf`. */
  readonly #busy = new Set<string>();
  readonly #limit = pLimit(DELIVERIES);
  readonly #ofCompany = new Map<string, LimitFunction>();
  readonly #emitted: () => void;
  #clockOf: DeliveryOptions['clockOf'];

  /** `emitted`: called for a new event where this process does not deliver; it wakes the processes that do. */
  constructor(emitted: () => void = () => {}) {
    this.#emitted = emitted;
  }

  subscribe(event: string, subscriber: Subscriber): void {
    this.#subscribers.set(event, [...(this.#subscribers.get(event) ?? []), subscriber]);
  }

  start(app: App, { clockOf }: DeliveryOptions = {}): void {
    this.#app = app;
    this.#clockOf = clockOf;
    this.#timer = setInterval(() => this.kick(), EVERY_MS);
    this.#timer.unref();
    this.kick();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#app = undefined;
    await this.#turn;
    await Promise.all(this.#deliveries);
  }

  /** Deliver new events soon. */
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

  /** Deliver all due events, after the current deliveries of this server. */
  deliver(): Promise<void> {
    const turn = this.#turn.then(() => this.#deliverDue());
    this.#turn = turn.catch(() => {});
    return turn.then(async () => {
      await Promise.all(this.#deliveries);
    });
  }

  /** Deliver what is due until nothing new is left. Slow deliveries continue while the next events are read. */
  async #deliverDue(): Promise<void> {
    for (let app = this.#app; app; app = this.#app) {
      const now = app.clock.ms();
      const due = await app.db.platform((sql) =>
        sql.query<Due>('select id, tenant_id as "tenantId", event, row_key as "rowKey" from anju_outbox_due($1, $2)', [
          now,
          PER_COMPANY,
        ]),
      );
      const fresh = due.filter((one) => !this.#busy.has(keyOf(one)));
      const companies = [...Map.groupBy(fresh, (one) => one.tenantId)];
      const all = this.#running(this.#deliverAll(app, companies));
      const isMoving = await Promise.race([all, delay(SLOW_MS, null, { ref: false })]);
      if (fresh.length === 0 || isMoving === false) return;
      if (isMoving && companies.every(([, events]) => events.length < PER_COMPANY)) return;
    }
  }

  /** Remember deliveries until they end: `stop` and `deliver` wait for them. Failures are reported. */
  #running(all: Promise<boolean>): Promise<boolean> {
    const app = this.#app;
    const done = all
      .catch((error: unknown) => {
        app?.report(error as Error);
        return false;
      })
      .finally(() => this.#deliveries.delete(done));
    this.#deliveries.add(done);
    return done;
  }

  /**
   * Deliver the events of all companies, some at a time. Return whether any was delivered. Events that another server
   * has locked are skipped.
   */
  async #deliverAll(
    app: App,
    companies: readonly (readonly [tenantId: string, due: readonly Due[]])[],
  ): Promise<boolean> {
    const moved = await Promise.all(
      companies.map(async ([tenantId, due]) => {
        const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
        const isMarked = await this.#markUnheard(app, tenancy, due);
        const heard = due.filter((one) => this.#subscribers.has(one.event));
        const rows = [...Map.groupBy(heard, (one) => one.rowKey).values()];
        const all = await Promise.all(rows.map((events) => this.#deliverRow(app, tenancy, events)));
        return isMarked || all.includes(true);
      }),
    );
    return moved.includes(true);
  }

  /** Deliver events of one row in their order. Return whether any was delivered. */
  async #deliverRow(app: App, tenancy: Actor['tenancy'], events: readonly Due[]): Promise<boolean> {
    const key = keyOf(events[0]);
    let isMoving = false;
    this.#busy.add(key);
    try {
      await this.#companyLimit(tenancy.tenantId)(async () => {
        for (const one of events) if (await this.#limit(() => this.#deliverOne(app, tenancy, one))) isMoving = true;
      });
    } finally {
      this.#busy.delete(key);
    }
    return isMoving;
  }

  /** Return the limit of deliveries of one company; limits without work are dropped. */
  #companyLimit(tenantId: string): LimitFunction {
    for (const [id, limit] of this.#ofCompany)
      if (limit.activeCount + limit.pendingCount === 0) this.#ofCompany.delete(id);
    const limit = this.#ofCompany.get(tenantId) ?? pLimit(DELIVERIES_PER_COMPANY);
    this.#ofCompany.set(tenantId, limit);
    return limit;
  }

  /** Mark events without subscribers as done. */
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

  /** Deliver one event. Return false where another server has it. */
  async #deliverOne(of: App, tenancy: Actor['tenancy'], { id, event }: Due): Promise<boolean> {
    const app = this.#clockOf ? { ...of, clock: this.#clockOf(await momentOf(of, tenancy, id)) } : of;
    const actor = productActor(app, tenancy, `outbox ${id}`);
    return transact(app, actor, async (tx) => {
      // The lock lasts until the event is done or put off. Other servers skip it, and later events of the same row.
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

/** Return the moment of an event, or of its next try, as epoch milliseconds. */
async function momentOf(app: App, tenancy: Actor['tenancy'], id: string): Promise<number> {
  const [row] = await app.db.read(tenancy, (sql) =>
    sql.query<{ ms: number }>(
      'select (extract(epoch from greatest(at, due)) * 1000)::float8 as ms from anju_outbox where id = $1 and tenant_id = $2',
      [id, tenancy.tenantId],
    ),
  );
  return row?.ms ?? app.clock.ms();
}

/** Retry after 2, 4, 8 … seconds, at most an hour. An event that fails for good stays with its reason. */
async function putOff(tx: Transaction, id: string, error: Error): Promise<void> {
  await tx.sql.query(
    `update anju_outbox set tries = tries + 1, error = $4, due = $3::timestamptz + least(interval '1 hour', interval '1 second' * power(2, tries + 1)),
    dead = case when tries + 1 >= ${MAX_TRIES} then $3::timestamptz end where id = $1 and tenant_id = $2`,
    [id, tx.tenantId, tx.now(), error.message.slice(0, 1000)],
  );
}
