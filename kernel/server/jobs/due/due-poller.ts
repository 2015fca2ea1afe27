import pLimit from 'p-limit';
import type { App, DueQueue } from '../../app.ts';
import type { Actor } from '../../session/actor.ts';
import { type Transaction, transact } from '../../write/transaction.ts';
import { productActor } from '../outbox.ts';
import { type DueWork, dueFunctionOf, dueSql, mostOf } from './due-work.ts';

const EVERY_MS = 1000;
/**
 * Number of rows processed at the same time, each on a connection of its own. One company has at most
 * `AT_ONCE_PER_COMPANY` of them.
 */
const AT_ONCE = 4;
const AT_ONCE_PER_COMPANY = 3;

interface DueRow {
  readonly id: string;
  readonly tenantId: string;
}

/** Polls one table, and processes its rows when they are due. */
class Turn {
  readonly #of: DueWork;
  readonly #app: App;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #waiting = false;
  #stopped = false;

  constructor(of: DueWork, app: App) {
    this.#of = of;
    this.#app = app;
  }

  start(): void {
    this.#timer = setInterval(() => this.kick(), this.#of.everyMs ?? EVERY_MS);
    this.#timer.unref();
    this.kick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#turn;
  }

  kick(): void {
    if (this.#waiting || this.#stopped) return;
    this.#waiting = true;
    this.#turn = this.#turn
      .then(async () => {
        this.#waiting = false;
        await this.#workDue();
      })
      .catch((error: unknown) => this.#app.report(error as Error));
  }

  work(): Promise<void> {
    const turn = this.#turn.then(() => this.#workDue());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #workDue(): Promise<void> {
    const most = mostOf(this.#of);
    while (!this.#stopped) {
      const due = await this.#app.db.platform((sql) =>
        sql.query<DueRow>(`select id, tenant_id as "tenantId" from ${dueFunctionOf(this.#of)}($1, $2)`, [
          this.#app.clock.ms(),
          most,
        ]),
      );
      const companies = [...Map.groupBy(due, (one) => one.tenantId)];
      const isMoving = await this.#workAll(companies);
      if (!isMoving || companies.every(([, rows]) => rows.length < most)) return;
    }
  }

  /**
   * Process the rows of all companies. Return whether any was processed. Rows that another transaction has locked are
   * skipped.
   */
  async #workAll(companies: readonly (readonly [tenantId: string, rows: readonly DueRow[]])[]): Promise<boolean> {
    const limit = pLimit(AT_ONCE);
    let isMoving = false;
    await Promise.all(
      companies.map(async ([tenantId, rows]) => {
        const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
        const open = rows.values();
        const work = async (): Promise<void> => {
          for (const { id } of open) {
            if (this.#stopped) return;
            if (await limit(() => this.#workOne(tenancy, id))) isMoving = true;
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE_PER_COMPANY }, work));
      }),
    );
    return isMoving;
  }

  async #workOne(tenancy: Actor['tenancy'], id: string): Promise<boolean> {
    const actor = productActor(this.#app, tenancy, `due ${this.#of.table} ${id}`);
    try {
      return await transact(this.#app, actor, async (tx) => {
        const taken = await this.#take(tx, id);
        if (taken) await this.#of.work(tx, id, taken.head);
        return taken !== undefined;
      });
    } catch (error) {
      return await this.#fail(actor, id, error as Error);
    }
  }

  async #fail(actor: Actor, id: string, error: Error): Promise<boolean> {
    try {
      await transact(this.#app, actor, async (tx) => {
        const taken = await this.#take(tx, id);
        if (taken) await this.#of.failed(tx, id, { error, head: taken.head });
      });
      return true;
    } catch (fault) {
      // The row stays due for the next turn. The result is false, so that this turn does not try it in a loop.
      this.#app.report(fault as Error);
      return false;
    }
  }

  /**
   * Lock the row if it is still due and no other transaction has it. Return the result of `first`; undefined without
   * the lock.
   */
  async #take(tx: Transaction, id: string): Promise<{ readonly head: unknown } | undefined> {
    const head = await this.#of.first?.(tx, id);
    if (this.#of.first && head === undefined) return undefined;
    const rows = await tx.sql.query(
      `select t.id from ${this.#of.table} t where t.id = $1 and t.tenant_id = $2 and ${dueSql(this.#of, '$3::timestamptz')} for update skip locked`,
      [id, tx.tenantId, tx.now()],
    );
    return rows.length > 0 ? { head } : undefined;
  }
}

/**
 * Process rows when they are due, by the injected clock. The row lock alone prevents that two servers process the same
 * row, so any number of servers may poll.
 */
export class DuePoller implements DueQueue {
  readonly #works: readonly DueWork[];
  readonly #turns = new Map<string, Turn>();
  #isTimed = false;
  #isStopped = false;

  constructor(works: readonly DueWork[]) {
    this.#works = works;
  }

  start(
    app: App,
    {
      isTimed = true,
      arrived = Promise.resolve(),
    }: { readonly isTimed?: boolean; /** Due work begins after it. */ readonly arrived?: Promise<void> } = {},
  ): void {
    for (const one of this.#works) this.#turns.set(one.table, new Turn(one, app));
    if (isTimed) void arrived.then(() => this.#startTurns());
  }

  #startTurns(): void {
    if (this.#isStopped) return;
    this.#isTimed = true;
    for (const turn of this.#turns.values()) turn.start();
  }

  kick(table: string): void {
    if (this.#isTimed) this.#turns.get(table)?.kick();
  }

  async work(): Promise<void> {
    for (const turn of this.#turns.values()) await turn.work();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#turns.values()].map((turn) => turn.stop()));
    this.#turns.clear();
  }
}
