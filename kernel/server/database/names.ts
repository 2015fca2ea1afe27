import type pg from 'pg';
import type { ByText } from './statement-cache.ts';

/** So many statements keep a name on a line: PostgreSQL holds the plan of each, 75 kB of one with many columns. */
export const MOST_NAMES = 300;

/** What the driver remembers of the statements that it named on one line. */
interface NamedOnLine {
  readonly connection: Readonly<Record<'submittedNamedStatements' | 'parsedStatements', Record<string, string>>>;
}

/** Takes the name of a statement from a line, behind whatever was sent by it before. */
async function deallocate(client: pg.PoolClient, name: string): Promise<void> {
  await client.query(`deallocate ${name}`);
  const { connection } = client as unknown as NamedOnLine;
  delete connection.submittedNamedStatements[name];
  delete connection.parsedStatements[name];
}

let given = 0;

/**
 * The names of statements on one line: PostgreSQL then plans each once. A statement is named when it is sent for the second time, and the
 * one that was not sent for the longest loses its name where there are too many.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #client: pg.PoolClient;
  /** Names that PostgreSQL still knows. */
  readonly #left: string[] = [];
  readonly #seen: ByText<true>;
  constructor(client: pg.PoolClient, seen: ByText<true>) {
    this.#client = client;
    this.#seen = seen;
  }

  /** The name of a statement; undefined for one that was never sent before. */
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
    if (this.#names.size >= MOST_NAMES) this.#drop();
    const name = `s${given++}`;
    this.#names.set(text, name);
    return name;
  }

  #drop(): void {
    const [[text, name]] = this.#names;
    this.#names.delete(text);
    for (const one of [...this.#left.splice(0), name]) {
      // A broken transaction refuses even this: tried again with the next.
      deallocate(this.#client, one).catch(() => {
        if (this.#left.length < MOST_NAMES) this.#left.push(one);
      });
    }
  }
}
