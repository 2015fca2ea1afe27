import { kindOfStatement } from './trace.ts';

/** Ranks of locks in the declared order (`LockOrder`): the lower rank is locked first. */
export interface Ranks {
  rank(table: string): number | undefined;
  gate(table: string): string | undefined;
  rankOfName(name: string): number | undefined;
}

/** A lock that was taken after one that comes later in the order. */
export interface Inversion {
  readonly heldLock: string;
  readonly taken: string;
  readonly statement: string;
  readonly stack: string;
}

const LOCKED = /\bfor\s+(?:no\s+key\s+update|update|share)\b(?:\s+of\s+(\w+))?/i;
const WRITTEN = /\b(?:update|delete\s+from)\s+(?:only\s+)?"?(\w{1,63})"?\s+(?:\w{1,63}\s+)?(?:set|where|using)\b/gi;
const INSERTED = /^[\s(]*insert\s+into\s+"?(\w{1,63})/i;

const BY_ID = /(?<![a-z_])id\s*=\s*(?:any\s*\(\s*)?\$/i;
const WRITES = /\b(?:update|delete\s+from)\s+(?:only\s+)?"?\w{1,63}"?\s+(?:\w{1,63}\s+)?(?:set|where|using)\b/i;

const texts = new Map<string, readonly string[]>();

function tablesOf(text: string): readonly string[] {
  let tables = texts.get(text);
  if (!tables)
    texts.set(
      text,
      (tables = [
        ...lockedIn(text),
        ...yieldedIn(text),
        ...[...text.matchAll(WRITTEN)].map(([, table]) => table.toLowerCase()),
      ]),
    );
  return tables;
}

/** Return the table that an insert updates on a conflict (`do update`); empty for other statements. */
function yieldedIn(text: string): string[] {
  const lower = text.toLowerCase();
  const at = lower.indexOf('on conflict');
  const into = at >= 0 && lower.includes('do update', at) ? INSERTED.exec(text) : null;
  return into ? [into[1].toLowerCase()] : [];
}

/**
 * Return the table whose rows a query locks: the one in its lock clause (`for update of t`), else the first that it
 * reads. Empty without a lock.
 */
function lockedIn(text: string): string[] {
  const locked = LOCKED.exec(text);
  if (!locked) return [];
  const before = text.slice(0, locked.index).replaceAll(/extract\s*\(\s*\w+\s+from/gi, '');
  const from = (
    locked[1] ? new RegExp(`\\b(?:from|join)\\s+"?(\\w+)"?\\s+${locked[1]}\\b`, 'i') : /\bfrom\s+"?(\w+)"?/i
  ).exec(before);
  return from ? [from[1].toLowerCase()] : [];
}

/**
 * Return the kind of lock that a statement takes, such as ` for update`, with a space before it; empty without a lock.
 */
function lockOf(text: string): string {
  if (/pg_advisory_xact_lock/.test(text)) return ' advisory';
  const row = /\bfor (?:no key )?update\b|\bfor (?:key )?share\b/i.exec(text);
  return row ? ` ${row[0].toLowerCase()}` : '';
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{15,19}$/.test(value);

/**
 * Watch transactions take their locks, and note each that comes too late in the order. It reads every statement: for
 * tests and measuring, not for production.
 */
export class LockWatch {
  readonly #ranks: Ranks;
  readonly found: Inversion[] = [];
  /** Number of inversions. */
  inversions = 0;
  /** While it is set, each new transaction adds its statements here in order, as `verb table lock`. */
  sequences: string[][] | undefined;
  constructor(ranks: Ranks) {
    this.#ranks = ranks;
  }

  /** Return the record of the locks of a new transaction. */
  begun(): LockTrail {
    const trail = new LockTrail(this.#ranks, this);
    this.sequences?.push(trail.sequence);
    return trail;
  }
}

/** Locks of one transaction. */
export class LockTrail {
  readonly #ranks: Ranks;
  readonly #watch: LockWatch;
  readonly #held = new Set<string>();
  #furthest = { rank: -1, what: '' };
  #stack = '';
  /** Its statements in order, as `verb table lock`. */
  readonly sequence: string[] = [];
  constructor(ranks: Ranks, watch: LockWatch) {
    this.#ranks = ranks;
    this.#watch = watch;
  }

  /** Note a statement. Return the function to call with its answer, since a query that returns no row locks none. */
  asking(text: string, values?: readonly unknown[]): (rows?: readonly unknown[]) => void {
    this.saw(text);
    const stack = tablesOf(text).length ? new Error('asked').stack : '';
    return (rows) => this.note(text, values, { rows, stack });
  }

  /** Add a statement to the sequence. */
  saw(text: string): void {
    if (this.#watch.sequences) this.sequence.push(`${kindOfStatement(text)}${lockOf(text)}`);
  }

  note(
    text: string,
    values: readonly unknown[] = [],
    { rows, stack = new Error('asked').stack }: { rows?: readonly unknown[]; stack?: string } = {},
  ): void {
    this.#stack = stack ?? '';
    if (/\brollback\b/i.test(text)) {
      this.#held.clear();
      this.#furthest = { rank: -1, what: '' };
      return;
    }
    if (text.includes('pg_advisory_xact_lock')) this.#named(text, values);
    if (rows?.length === 0 && !WRITES.test(text)) return;
    const answered = (rows ?? []).map((row) => String((row as { id?: unknown } | null)?.id ?? ''));
    for (const table of tablesOf(text)) this.#rows(table, text, [...values, ...answered]);
  }

  #named(text: string, values: readonly unknown[]): void {
    for (const value of values.flat()) {
      // Named locks are taken as `<tenant> <name>`: remove the tenant.
      const name = String(value).replace(/^\S+ /, '');
      const rank = this.#ranks.rankOfName(name);
      if (rank !== undefined && !this.#held.has(`named ${name}`)) this.#take(rank, `named ${name}`, text);
      this.#held.add(`named ${name}`);
    }
  }

  #rows(table: string, text: string, values: readonly unknown[]): void {
    const gate = this.#ranks.gate(table);
    if (gate && !this.#held.has(gate))
      this.#watch.found.push({
        heldLock: 'nothing',
        taken: `${table} without ${gate}`,
        statement: text.slice(0, 300),
        stack: this.#stack,
      });
    const rank = this.#ranks.rank(table);
    if (rank === undefined) return;
    const ids = values
      .flat()
      .filter(isId)
      .map((id) => `${table} ${id}`);
    // A statement without an id counts as no new lock if the transaction has locked any row of the table before.
    const isHeld = ids.some((id) => this.#held.has(id)) || (!BY_ID.test(text) && this.#held.has(table));
    if (!isHeld) this.#take(rank, table, text);
    for (const id of [...ids, table]) this.#held.add(id);
  }

  /** Note a row that this transaction inserted: no other can lock it. */
  own(table: string, id: string): void {
    this.#held.add(`${table} ${id}`);
    this.#held.add(table);
  }

  #take(rank: number, what: string, statement: string): void {
    this.#watch.inversions += 1;
    if (rank < this.#furthest.rank)
      this.#watch.found.push({
        heldLock: this.#furthest.what,
        taken: what,
        statement: statement.slice(0, 300),
        stack: this.#stack,
      });
    else this.#furthest = { rank, what };
  }
}
