import type { Stored } from '../rows/stored-row.ts';
import { ByText } from './statement-cache.ts';
import type { Writing } from '../context.ts';
import { type Fragment, textAndValues } from './statement.ts';
import type { LockTrail } from './lock-watch.ts';

type Row = Readonly<Stored>;

/** Strength of a lock: against changes, or also against removal and new references. */
export type LockMode = 'change' | 'remove';

const WRITES = /\b(update|insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)"?/gi;
/** Statements after which cached rows may be wrong: a rollback, or a setting, since it may change the tenant. */
const TURNS = /\brollback\b|\bset_config\b/i;

/**
 * Effect of a statement on cached rows. `tables`: it writes these. `turns`: all cached rows are invalid. `undoes`: it
 * is a rollback. `marks`: it sets a savepoint.
 */
interface Effect {
  readonly tables: readonly string[];
  readonly turns: boolean;
  readonly undoes: boolean;
  readonly marks: boolean;
}

/** A statement and its parameters `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rows of one table that are written together with the commit. */
interface Waiting {
  readonly rows: unknown[];
  readonly write: (rows: readonly never[]) => readonly Statement[];
}

const known = new ByText<Effect>();

function effectOf(text: string): Effect {
  let effect = known.get(text);
  if (effect) return effect;
  // An insert changes no row that was read before, unless it has an `on conflict` clause.
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
 * The statements of a transaction, and the rows that it holds. No other transaction changes a row that is locked or
 * inserted here. So it is read once, until a statement of this transaction writes its table. Locks last until the end;
 * a rollback to a savepoint forgets all of them, since it may have released some.
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
    const answer = this.#sql.query<R>(text, values);
    const seen = this.#trail?.asking(text, values);
    if (seen) answer.then(seen, () => seen());
    return answer;
  }

  enqueue(text: string, values?: readonly unknown[]): void {
    this.#notice(text);
    this.#trail?.saw(text);
    this.#trail?.note(text, values);
    this.#sql.enqueue(text, values);
  }

  /**
   * Write a row with the commit, together with the others of its table. One statement serves all, and locks of the
   * table last for a moment only. A statement that names the table writes them first, as does a savepoint; a rollback
   * drops them.
   */
  onCommit<T>(table: string, row: T, write: (rows: readonly T[]) => readonly Statement[]): void {
    const waiting = this.#waiting.get(table) ?? { rows: [], write };
    waiting.rows.push(row);
    this.#waiting.set(table, waiting);
  }

  /** Send the waiting rows; only the commit awaits the answers. */
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

  /** Does this transaction hold a lock of the row that is at least as strong? */
  isLocked(table: string, id: string, how: LockMode): boolean {
    const held = this.#holds.get(`${table} ${id}`);
    return held === 'remove' || held === how;
  }

  /** Return the current row, where it is known without a query. */
  row(table: string, id: string): Row | undefined {
    return this.#rows.get(table)?.get(id);
  }

  /**
   * Return a stamp of the present state of a table. A row read after it may be stored only if the stamp is still the
   * same.
   */
  moment(table: string): string {
    return `${this.#turn} ${this.#writes.get(table) ?? 0}`;
  }

  /** Note a row that was inserted here: no other transaction sees it until the commit. */
  own(table: string, id: string): void {
    this.#holds.set(`${table} ${id}`, 'remove');
    this.#trail?.own(table, id);
  }

  /** Store a row that was read, and its lock if `how` is set. */
  remember(table: string, row: Row, moment: string, how?: LockMode): void {
    const id = String(row.id);
    if (moment.split(' ')[0] !== String(this.#turn)) return;
    if (how && !this.isLocked(table, id, how)) this.#holds.set(`${table} ${id}`, how);
    if (moment !== this.moment(table) || !this.#holds.has(`${table} ${id}`)) return;
    const rows = this.#rows.get(table) ?? new Map<string, Row>();
    rows.set(id, row);
    this.#rows.set(table, rows);
  }
}
