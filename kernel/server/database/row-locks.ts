import type { Stored } from '../rows/stored-row.ts';
import { ByText } from './statement-cache.ts';
import type { Writing } from '../context.ts';
import { type Fragment, textAndValues } from './statement.ts';
import type { LockTrail } from './lock-watch.ts';

type Row = Readonly<Stored>;

/** How a row is held: against changes, or against removal and whoever begins to point at it, too. */
export type LockMode = 'change' | 'remove';

const WRITES = /\b(update|insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)"?/gi;
/** After these, what was read before may be what never was, or another tenant's. */
const TURNS = /\brollback\b|\bset_config\b/i;

/** What a statement does to rows that were read before it: nothing, or it writes tables, or it turns everything over; and whether it marks a place to return to. */
interface Effect {
  readonly tables: readonly string[];
  readonly turns: boolean;
  readonly undoes: boolean;
  readonly marks: boolean;
}

/** A statement and what stands for its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rows of one table that wait to be written together. */
interface Waiting {
  readonly rows: unknown[];
  readonly write: (rows: readonly never[]) => readonly Statement[];
}

const known = new ByText<Effect>();

function effectOf(text: string): Effect {
  let effect = known.get(text);
  if (effect) return effect;
  // A new row changes no other, unless it gives way to one that is there.
  const yields = /\bon\s+conflict\b/i.test(text);
  const tables = [...text.matchAll(WRITES)]
    .filter(([, verb]) => yields || !/^insert/i.test(verb))
    .map(([, , table]) => table.toLowerCase());
  effect = {
    tables,
    turns: TURNS.test(text),
    undoes: /\brollback\b/i.test(text),
    marks: /^\s*savepoint\b/i.test(text),
  };
  known.set(text, effect);
  return effect;
}

/**
 * The statements of a transaction, and the rows that it holds. Nobody else changes a row that is locked or was made here, so it is read
 * once and not again until a statement of this transaction writes its table. What is held stays held until the end; a rollback to a
 * savepoint lets go of everything, since it may have let go of some.
 */
export class RowLocks implements Writing {
  readonly #sql: Writing;
  readonly #holds = new Map<string, LockMode>();
  readonly #rows = new Map<string, Map<string, Row>>();
  readonly #writes = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting>();
  #turn = 0;
  readonly #trail: LockTrail | undefined;
  constructor(sql: Writing, trail?: LockTrail) {
    this.#sql = sql;
    this.#trail = trail;
  }

  query<R>(statement: string | Fragment, sent?: readonly unknown[]): Promise<R[]> {
    const [text, values] = textAndValues(statement, sent);
    this.#notice(text);
    const asked = this.#sql.query<R>(text, values);
    const seen = this.#trail?.asking(text, values);
    if (seen) asked.then(seen, () => seen());
    return asked;
  }

  enqueue(text: string, values?: readonly unknown[]): void {
    this.#notice(text);
    this.#trail?.saw(text);
    this.#trail?.note(text, values);
    this.#sql.enqueue(text, values);
  }

  /**
   * A row that is written with the commit, together with the others of its table: one statement for all, and whatever guards the table is held
   * for a moment, not for the rest of the transaction. A statement that names the table finds it written, a savepoint too; a rollback takes it away.
   */
  onCommit<T>(table: string, row: T, write: (rows: readonly T[]) => readonly Statement[]): void {
    const waiting = this.#waiting.get(table) ?? { rows: [], write };
    waiting.rows.push(row);
    this.#waiting.set(table, waiting);
  }

  /** Sends what waits; nobody waits for the answers but the commit. */
  flush(tables: Iterable<string> = [...this.#waiting.keys()]): void {
    for (const table of tables) {
      const waiting = this.#waiting.get(table);
      if (!waiting || !this.#waiting.delete(table)) continue;
      for (const { text, values } of waiting.write(waiting.rows as never[])) {
        this.#trail?.saw(text);
        this.#sql.enqueue(text, values);
      }
    }
  }

  #notice(text: string): void {
    const { tables, turns, undoes, marks } = effectOf(text);
    if (undoes) this.#waiting.clear();
    else if (this.#waiting.size)
      this.flush(marks || turns ? undefined : [...this.#waiting.keys()].filter((table) => text.includes(table)));
    for (const table of tables) {
      this.#rows.delete(table);
      this.#writes.set(table, (this.#writes.get(table) ?? 0) + 1);
    }
    if (turns) {
      this.#rows.clear();
      this.#turn++;
    }
    if (undoes) this.#holds.clear();
  }

  /** Is this row held so that nobody else does that to it? */
  isLocked(table: string, id: string, how: LockMode): boolean {
    const held = this.#holds.get(`${table} ${id}`);
    return held === 'remove' || held === how;
  }

  /** The row as it stands, where that is known without asking. */
  row(table: string, id: string): Row | undefined {
    return this.#rows.get(table)?.get(id);
  }

  /** The moment at which a question is asked: its answer may be kept only if nothing was written since. */
  moment(table: string): string {
    return `${this.#turn} ${this.#writes.get(table) ?? 0}`;
  }

  /** A row that was made here: it is nobody else's until the commit. */
  own(table: string, id: string): void {
    this.#holds.set(`${table} ${id}`, 'remove');
    this.#trail?.own(table, id);
  }

  /** A row that was read, and locked if `how` says so. */
  remember(table: string, row: Row, asked: string, how?: LockMode): void {
    const id = String(row.id);
    if (asked.split(' ')[0] !== String(this.#turn)) return;
    if (how && !this.isLocked(table, id, how)) this.#holds.set(`${table} ${id}`, how);
    if (asked !== this.moment(table) || !this.#holds.has(`${table} ${id}`)) return;
    const rows = this.#rows.get(table) ?? new Map<string, Row>();
    rows.set(id, row);
    this.#rows.set(table, rows);
  }
}
