import type { Socket } from 'node:net';
import pg from 'pg';
import type { Sql, Writing } from '../context.ts';
import { ByText } from './statement-cache.ts';
import { StatementNames } from './names.ts';
import { countStatement } from './call-scope.ts';
import { type Fragment, textAndValues } from './statement.ts';
import { types } from './types.ts';

/** Whose rows a statement may see, and by which clock its moments are written. */
export interface Tenancy {
  readonly tenantId: string;
  readonly zone: string;
  /** It has expired, and may read for some days yet. */ readonly expired?: true;
}

const NOBODY: Tenancy = { tenantId: '', zone: 'Asia/Shanghai' };

/**
 * What a transaction asks for are rows by their keys, the same way each time. Left to itself, PostgreSQL plans some of these statements at
 * every execution, which takes ten times as long as to execute them.
 */
const GENERIC = 'set local plan_cache_mode = force_generic_plan';
const BEGIN = `begin; ${GENERIC}`;

/**
 * A statement that joins thousands of rows to a table which may just have grown: PostgreSQL takes it for small still, and would walk all of it
 * for each of them. So it is planned for the size of now, and joined by hashing.
 */
export async function asOneJoin<T>(sql: Writing, work: () => Promise<T>): Promise<T> {
  sql.enqueue('set local plan_cache_mode = force_custom_plan');
  sql.enqueue('set local enable_nestloop = off');
  const answer = await work();
  sql.enqueue(GENERIC);
  sql.enqueue('set local enable_nestloop = on');
  return answer;
}

/** The transaction is broken already: not the statement that says so is to blame. */
const IN_FAILED_TRANSACTION = '25P02';
const BACK_TO_SAVEPOINT = /^\s*rollback to\b/i;

/** A statement that runs first in each transaction, and refuses it with a code of its own. */
export interface TransactionGuard {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The SQLSTATE of its refusal. */ readonly refusedBy: string;
  /** It refused a transaction. */ readonly refused: () => void;
}

/** A connection in use by one piece of work. */
class Connection implements Writing {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #guard: TransactionGuard | undefined;
  /** What broke the transaction: a statement that nobody waited for, or one of several asked for at once whose answer is heard later. */
  failure: unknown;
  #stands: 'alone' | 'before' | 'within' | 'ended' = 'alone';
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
      // Where it was asked, and not where PostgreSQL's answer came in.
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
    if (this.#stands === 'ended') return Promise.reject(new Error('the work that this statement belongs to has ended'));
    if (this.#stands === 'before') this.#begin();
    together(this.#client);
    const name = this.#names.of(text);
    return countStatement(text, this.#client.query({ name, text, values: values as unknown[], types }));
  }

  /** `begin`, `commit`, `rollback`: there is nothing in them to plan. */
  #say(text: string): Promise<pg.QueryResult> {
    together(this.#client);
    return this.#client.query(text).catch(rethrowLost);
  }

  /** A transaction begins with its first statement: who is refused before one has asked nothing of PostgreSQL. */
  transact(guard: TransactionGuard | undefined): void {
    this.#stands = 'before';
    this.#guard = guard;
  }

  #begin(): void {
    this.#stands = 'within';
    this.#say(BEGIN).catch((error: unknown) => {
      noteLost(error);
      this.failure ??= error;
    });
    if (this.#guard) this.enqueue(this.#guard.text, this.#guard.values);
  }

  /** What was written stays; PostgreSQL answers a commit of what is broken with a rollback. */
  async commit(): Promise<void> {
    const isOpen = this.#stands === 'within';
    this.end();
    if (isOpen && (await this.#say('commit')).command === 'ROLLBACK')
      throw this.failure ?? new Error('the transaction was broken');
  }

  async rollback(): Promise<void> {
    const isOpen = this.#stands === 'within';
    this.end();
    if (isOpen) await this.#say('rollback').catch(() => {});
  }

  /** From now on the line is somebody else's: what is left of the work, as of several at once of which one failed, reaches nothing. */
  end(): void {
    this.#stands = 'ended';
  }
}

const waiting = new WeakSet<pg.PoolClient>();

/** Statements that are asked for in one breath go over the line in one piece: each piece costs more than what is in it. */
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

/** What the pool of connections is made of. */
export interface DatabaseOptions {
  readonly url: string;
  readonly most?: number;
  /** Statements that have a name on one connection; absent: `MAX_NAMES`. */ readonly names?: number;
  readonly onError?: (error: Error) => void;
  /** Somebody's work found that PostgreSQL is not there. */ readonly onAway?: () => void;
}

/** Another door to the same connections. */
interface SharedDatabase {
  readonly of: Database;
  readonly guard: TransactionGuard;
}

/**
 * The product's door to PostgreSQL. Every use names a tenant: the connection then carries it in `anju.tenant`, and row-level
 * security shows nothing else. Without one, tenants' tables are empty.
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
    const { url, most = 10, names, onError = () => {}, onAway = () => {} } = options;
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
      options: '-c max_parallel_workers_per_gather=0 -c statement_timeout=10000',
    } as pg.PoolConfig);
    this.#pool.on('error', onError);
    // A line that breaks in somebody's hands fails his next statement; unheard, it would end the whole process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Return a door to the same connections whose transactions run under a guard. */
  under(guard: TransactionGuard): Database {
    return new Database({ of: this, guard });
  }

  /** Reads outside a transaction. */
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

  /** Rows as arrays, for exports: an object per row costs more than its values. */
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

  /** One transaction: kept as a whole, or nothing of it. */
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

  /** Reads of which each statement ends after so many milliseconds, as one that took too long (57014). */
  async briefly<T>(tenancy: Tenancy, most: number, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.write(tenancy, (sql) => {
      sql.enqueue(`set local statement_timeout = ${most}`);
      // These look through many rows: how, depends on the values.
      sql.enqueue('set local plan_cache_mode = auto');
      return work(sql);
    });
  }

  /** The platform's own tables, and no tenant's. */
  async platform<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.read(NOBODY, work);
  }

  /** A bare connection, for COPY, LISTEN and cursors; the caller releases it. */
  async connect(tenancy: Tenancy = NOBODY): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    await this.#hand(client, tenancy);
    return client;
  }

  /** Return the names of a connection at the beginning of a work: what earlier works dropped is released in front of it. */
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

  /** Sent in front of the work without waiting: the connection keeps the order. */
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

/** Where nobody answers, or who answers starts or stops. */
const LOST_CODES = /^(?:57P0|08|53300|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;

/** Errors of the line itself: the same codes come from files and other systems too. */
const lineErrors = new WeakSet<object>();

/** Could the database not be reached, rather than a statement be wrong? */
export const isAway = (error: unknown): boolean => typeof error === 'object' && error !== null && lineErrors.has(error);

/** Is the connection gone, rather than the statement wrong? */
const isLost = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return code === undefined
    ? /Connection terminated|ECONNRESET|EPIPE|timeout exceeded when trying to connect|not queryable/.test(message ?? '')
    : LOST_CODES.test(code);
};

/** Passes an error on, noted where it is one of the line. */
const rethrowLost = (error: unknown): never => {
  noteLost(error);
  throw error;
};

const noteLost = (error: unknown): boolean => {
  if (!isLost(error)) return false;
  lineErrors.add(error as object);
  return true;
};
