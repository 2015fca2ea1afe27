import type { Socket } from 'node:net';
import pg from 'pg';
import type { Sql, Writing } from '../context.ts';
import { ByText } from './statement-cache.ts';
import { StatementNames } from './names.ts';
import { countStatement } from './call-scope.ts';
import { type Fragment, textAndValues } from './statement.ts';
import { types } from './types.ts';

/** Tenant of a connection, and the time zone in which its moments are written. */
export interface Tenancy {
  readonly tenantId: string;
  readonly zone: string;
  /** Set where the company's subscription has expired: its people may still read for some days. */
  readonly expired?: true;
}

const NOBODY: Tenancy = { tenantId: '', zone: 'Asia/Shanghai' };

/**
 * Transactions read rows by keys, the same way each time. By default PostgreSQL plans some of these statements at every
 * execution, which takes ten times as long as the execution.
 */
const GENERIC = 'set local plan_cache_mode = force_generic_plan';
const BEGIN = `begin; ${GENERIC}`;

/**
 * Run a statement that joins thousands of rows to a table which may just have grown. PostgreSQL still assumes a small
 * table, and would scan it for each row. So the statement is planned for the current size, and joined by hashing.
 */
export async function asOneJoin<T>(sql: Writing, work: () => Promise<T>): Promise<T> {
  sql.enqueue('set local plan_cache_mode = force_custom_plan');
  sql.enqueue('set local enable_nestloop = off');
  const answer = await work();
  sql.enqueue(GENERIC);
  sql.enqueue('set local enable_nestloop = on');
  return answer;
}

/** SQLSTATE of a statement in a transaction that an earlier statement has broken: this statement is not the cause. */
const IN_FAILED_TRANSACTION = '25P02';
const BACK_TO_SAVEPOINT = /^\s*rollback to\b/i;

/** Statement that runs first in each transaction. It refuses the transaction by failing with an SQLSTATE of its own. */
export interface TransactionGuard {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The SQLSTATE of its refusal. */ readonly refusedBy: string;
  /** Called after the guard has refused a transaction. */ readonly refused: () => void;
}

/** Connection in use by one piece of work. */
class Connection implements Writing {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #guard: TransactionGuard | undefined;
  /**
   * Cause of the broken transaction: a queued statement, or one of several concurrent ones whose answer is read later.
   */
  failure: unknown;
  #state: 'alone' | 'before' | 'within' | 'ended' = 'alone';
  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async query<R>(statement: string | Fragment, sent: readonly unknown[] = []): Promise<R[]> {
    const [text, values = []] = textAndValues(statement, sent);
    try {
      const { rows } = await this.send(text, values);
      if (this.failure && BACK_TO_SAVEPOINT.test(text)) this.failure = undefined;
      return rows as R[];
    } catch (error) {
      this.#noteFailure(text, error);
      // The stack of the caller replaces that of PostgreSQL's answer.
      Error.captureStackTrace(error as Error);
      if ((error as { code?: string }).code === IN_FAILED_TRANSACTION && this.failure) throw this.failure;
      this.failure ??= error;
      throw error;
    }
  }

  enqueue(text: string, values: readonly unknown[] = []): void {
    this.send(text, values).catch((error: unknown) => {
      this.#noteFailure(text, error);
      this.failure ??= error;
    });
  }

  #noteFailure(text: string, error: unknown): void {
    noteLost(error);
    this.#names.noteFailure(text, error as { code?: string });
  }

  send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#state === 'ended') return Promise.reject(new Error('the work that this statement belongs to has ended'));
    if (this.#state === 'before') this.#begin();
    together(this.#client);
    const name = this.#names.of(text);
    return countStatement(text, this.#client.query({ name, text, values: values as unknown[], types }));
  }

  /** Send `begin`, `commit` or `rollback`: they have nothing to plan. */
  #say(text: string): Promise<pg.QueryResult> {
    together(this.#client);
    return this.#client.query(text).catch(rethrowLost);
  }

  /** Begin the transaction with the first statement: work that is refused earlier costs PostgreSQL nothing. */
  transact(guard: TransactionGuard | undefined): void {
    this.#state = 'before';
    this.#guard = guard;
  }

  #begin(): void {
    this.#state = 'within';
    this.#say(BEGIN).catch((error: unknown) => {
      noteLost(error);
      this.failure ??= error;
    });
    if (this.#guard) this.enqueue(this.#guard.text, this.#guard.values);
  }

  /** Commit. PostgreSQL answers the commit of a broken transaction with a rollback. */
  async commit(): Promise<void> {
    const isOpen = this.#state === 'within';
    this.end();
    if (isOpen && (await this.#say('commit')).command === 'ROLLBACK')
      throw this.failure ?? new Error('the transaction was broken');
  }

  async rollback(): Promise<void> {
    const isOpen = this.#state === 'within';
    this.end();
    if (isOpen) await this.#say('rollback').catch(() => {});
  }

  /**
   * End the work of the connection: statements that are left, such as those of concurrent work after a failure, are
   * dropped.
   */
  end(): void {
    this.#state = 'ended';
  }
}

const waiting = new WeakSet<pg.PoolClient>();

/** Send statements of one tick together: each packet costs more than its content. */
function together(client: pg.PoolClient): void {
  if (waiting.has(client)) return;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  waiting.add(client);
  stream.cork();
  process.nextTick(() => {
    waiting.delete(client);
    stream.uncork();
  });
}

const holders = new WeakMap<pg.PoolClient, Tenancy>();

/** Options of the connection pool. */
export interface DatabaseOptions {
  readonly url: string;
  readonly most?: number;
  /** Maximum number of named statements on one connection; absent: `MAX_NAMES`. */ readonly names?: number;
  /** True if all statements read rows by keys: each is planned once on a connection, also outside of transactions. */
  readonly isByKeys?: boolean;
  readonly onError?: (error: Error) => void;
  /** Called when a statement could not reach PostgreSQL. */ readonly onAway?: () => void;
}

/** Input of the constructor for an instance that shares the connections of another one and adds a guard. */
interface SharedDatabase {
  readonly of: Database;
  readonly guard: TransactionGuard;
}

/**
 * Access to PostgreSQL. Every use names a tenant: the connection carries it in `anju.tenant`, and row-level security
 * shows nothing else. Without a tenant, the tables of tenants appear empty.
 */
export class Database {
  readonly #pool: pg.Pool;
  readonly #seen: ByText<true>;
  readonly #names: WeakMap<pg.PoolClient, StatementNames>;
  readonly #onAway: () => void;
  readonly #maxNames: number | undefined;
  readonly #guard: TransactionGuard | undefined;

  constructor(options: DatabaseOptions | SharedDatabase) {
    if ('of' in options) {
      const { of } = options;
      [this.#pool, this.#seen, this.#names, this.#onAway] = [of.#pool, of.#seen, of.#names, of.#onAway];
      this.#maxNames = of.#maxNames;
      this.#guard = options.guard;
      return;
    }
    const { url, most = 10, names, isByKeys = false, onError = () => {}, onAway = () => {} } = options;
    this.#seen = new ByText();
    this.#names = new WeakMap();
    this.#onAway = onAway;
    this.#maxNames = names;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: most,
      pipeline: true,
      connectionTimeoutMillis: 20_000,
      idleTimeoutMillis: 60_000,
      application_name: 'anju',
      options: `-c max_parallel_workers_per_gather=0 -c statement_timeout=10000${isByKeys ? ' -c plan_cache_mode=force_generic_plan' : ''}`,
    } as pg.PoolConfig);
    this.#pool.on('error', onError);
    // A connection that breaks in use fails the next statement. Without this handler it would end the whole process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Return an instance over the same connections whose transactions run under a guard. */
  under(guard: TransactionGuard): Database {
    return new Database({ of: this, guard });
  }

  /** Read outside a transaction. */
  async read<T>(tenancy: Tenancy, work: (sql: Writing) => Promise<T>): Promise<T> {
    return this.#with(tenancy, async (client) => {
      const connection = new Connection(client, this.#namesOf(client));
      try {
        return await work(connection);
      } finally {
        connection.end();
      }
    });
  }

  /** Return rows as arrays, for exports: an object per row costs more than its values. */
  async arrays(tenancy: Tenancy, text: string, values: readonly unknown[]): Promise<unknown[][]> {
    return this.#with(
      tenancy,
      async (client) =>
        (
          await countStatement(
            text,
            client.query({ text, values: values as unknown[], types, rowMode: 'array' }).catch(rethrowLost),
          )
        ).rows as unknown[][],
    );
  }

  /** Run one transaction: it is committed as a whole, or not at all. */
  async write<T>(tenancy: Tenancy, work: (sql: Writing) => Promise<T>): Promise<T> {
    return this.#with(tenancy, async (client) => {
      const connection = new Connection(client, this.#namesOf(client));
      connection.transact(this.#guard);
      try {
        const result = await work(connection);
        await connection.commit();
        return result;
      } catch (error) {
        await connection.rollback();
        if (this.#guard && (error as { code?: string }).code === this.#guard.refusedBy) this.#guard.refused();
        throw error;
      }
    });
  }

  /** Run reads with a time limit for each statement (milliseconds). Beyond it PostgreSQL fails with 57014. */
  async briefly<T>(tenancy: Tenancy, most: number, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.write(tenancy, (sql) => {
      sql.enqueue(`set local statement_timeout = ${most}`);
      // These statements read many rows, so each is planned for its values.
      sql.enqueue('set local plan_cache_mode = auto');
      return work(sql);
    });
  }

  /** Read the platform's own tables, outside of any tenant: the rows of tenants are invisible. */
  async platform<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.read(NOBODY, work);
  }

  /** Return a bare connection, for COPY, LISTEN and cursors; the caller releases it. */
  async connect(tenancy: Tenancy = NOBODY): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    await this.#hand(client, tenancy);
    return client;
  }

  /**
   * Return the names of a connection at the beginning of a work. Names that earlier works dropped are released first.
   */
  #namesOf(client: pg.PoolClient): StatementNames {
    let names = this.#names.get(client);
    if (!names) this.#names.set(client, (names = new StatementNames(client, this.#seen, this.#maxNames)));
    names.release();
    return names;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #with<T>(tenancy: Tenancy, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      if (noteLost(error)) this.#onAway();
      throw error;
    });
    let broken: Error | undefined;
    try {
      void this.#hand(client, tenancy);
      return await work(client);
    } catch (error) {
      if (isAway(error)) {
        broken = error as Error;
        this.#onAway();
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Send the tenant before the work, without waiting: the connection preserves the order. */
  async #hand(client: pg.PoolClient, tenancy: Tenancy): Promise<void> {
    const held = holders.get(client);
    if (held?.tenantId === tenancy.tenantId && held.zone === tenancy.zone) return;
    holders.set(client, tenancy);
    together(client);
    await client
      .query({
        name: 'hand',
        text: "select set_config('anju.tenant', $1, false), set_config('TimeZone', $2, false)",
        values: [tenancy.tenantId, tenancy.zone],
      })
      .catch(() => {
        holders.delete(client);
      });
  }
}

/** Codes of a server that cannot be reached, or that starts or stops. */
const LOST_CODES = /^(?:57P0|08|53300|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;

/**
 * Errors of the connection to the database. Codes alone do not identify them: files and other systems have the same
 * ones.
 */
const lineErrors = new WeakSet<object>();

/** Is the database out of reach, rather than the statement wrong? */
export const isAway = (error: unknown): boolean => typeof error === 'object' && error !== null && lineErrors.has(error);

/** Is the connection gone, rather than the statement wrong? */
const isLost = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return code === undefined
    ? /Connection terminated|ECONNRESET|EPIPE|timeout exceeded when trying to connect|not queryable/.test(message ?? '')
    : LOST_CODES.test(code);
};

/** Rethrow an error. If the connection is lost, register it first, so that `isAway` recognises it. */
const rethrowLost = (error: unknown): never => {
  noteLost(error);
  throw error;
};

const noteLost = (error: unknown): boolean => {
  if (!isLost(error)) return false;
  lineErrors.add(error as object);
  return true;
};
