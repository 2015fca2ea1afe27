import type pg from 'pg';
import type { ByText } from './statement-cache.ts';

/**
 * The number of statements that have a name on one connection. PostgreSQL holds the plan of each: 75 kB of one with
 * many columns.
 */
export const MAX_NAMES = 300;

/** SQLSTATE: PostgreSQL has no prepared statement of this name. */
const UNKNOWN_STATEMENT = '26000';

type Texts = Record<string, string>;

/**
 * The driver's record of one connection: statements that PostgreSQL has prepared, and those whose answer has not
 * arrived.
 */
interface NamedOnConnection {
  readonly connection: { readonly parsedStatements: Texts; readonly submittedNamedStatements: Texts };
}

let lastNumber = 0;

/**
 * Names of the statements on one connection: PostgreSQL then plans each once. A statement is named when it is sent for
 * the second time. Above the limit the least recently sent one loses its name. The driver alone records what PostgreSQL
 * has prepared: a statement after a refusal is ignored by PostgreSQL, although it was sent.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #client: pg.PoolClient;
  readonly #limit: number;
  /** Names that were taken from their statement, and are deallocated by `release`. */
  #dropped: string[] = [];
  readonly #seen: ByText<true>;
  constructor(client: pg.PoolClient, seen: ByText<true>, limit: number = MAX_NAMES) {
    this.#client = client;
    this.#seen = seen;
    this.#limit = limit;
  }

  /** Return the name of a statement; undefined for one that was never sent before. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known) {
      this.#names.delete(text);
      this.#names.set(text, known);
      return known;
    }
    if (!this.#seen.get(text)) {
      this.#seen.set(text, true);
      return undefined;
    }
    if (this.#names.size >= this.#limit) this.#dropOldest();
    const name = `s${lastNumber++}`;
    this.#names.set(text, name);
    return name;
  }

  /**
   * Deallocate the dropped names. Call it between works alone: inside a transaction a failure would end the work of
   * others.
   */
  release(): void {
    if (this.#dropped.length === 0) return;
    const { parsedStatements, submittedNamedStatements } = this.#driver;
    const names = this.#dropped;
    this.#dropped = [];
    for (const name of names) {
      if (!(name in parsedStatements || name in submittedNamedStatements)) continue;
      delete parsedStatements[name];
      delete submittedNamedStatements[name];
      // A name that PostgreSQL does not hold (26000) is released already; a broken connection ends with its names.
      this.#client.query(`deallocate ${name}`).catch(() => undefined);
    }
  }

  /** If PostgreSQL does not know the name of a statement, let the driver prepare it again at the next use. */
  noteFailure(text: string, { code }: { readonly code?: string }): void {
    const name = code === UNKNOWN_STATEMENT ? this.#names.get(text) : undefined;
    if (name) delete this.#driver.parsedStatements[name];
  }

  get #driver(): NamedOnConnection['connection'] {
    return (this.#client as unknown as NamedOnConnection).connection;
  }

  #dropOldest(): void {
    const [[text, name]] = this.#names;
    this.#names.delete(text);
    this.#dropped.push(name);
  }
}
