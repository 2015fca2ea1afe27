import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';

/**
 * One place in the order in which a transaction takes its locks. `paper`: rows of this paper.
 *
 * `under`: fields that refer to rows further up, which are locked first (`field`, or `field=paper.field` where it
 * stores another value than the id).
 *
 * `within`: it is locked only under the row that its first field refers to, so it has no place of its own.
 *
 * `named`: locks by a name with this beginning, where they do not precede all rows.
 */
export type LockPlace =
  { readonly paper: string; readonly under?: readonly string[]; readonly within?: true } | { readonly named: string };

/** A row that is locked before another: its place in the order, and its alias in the statement. */
export interface Above {
  readonly paper: AnyPaper;
  readonly rank: number;
  readonly as: string;
  /** Alias of the row that refers to this row. `field` is the reference. */ readonly from: string;
  readonly field: string;
  /** The column of this row whose value the reference stores. */ readonly key: string;
}

/** The rows above those of a paper, and the statement that reads their ids without a lock. */
export interface LockPath {
  readonly above: readonly Above[];
  readonly text: string;
}

/** The one order in which all transactions take their locks, as the product declares it. */
export class LockOrder {
  readonly #ranks = new Map<string, number>();
  /** Position of each table in the declared order, also of tables that are locked within another and have no rank. */
  readonly #places = new Map<string, number>();
  readonly #named: { readonly begins: string; readonly rank: number }[] = [];
  readonly #under = new Map<string, readonly string[]>();
  readonly #within = new Map<string, string>();
  readonly #papers: ReadonlyMap<string, AnyPaper>;
  readonly #tables: ReadonlySet<string>;
  readonly #paths = new Map<string, LockPath | null>();
  constructor(places: readonly LockPlace[], papers: ReadonlyMap<string, AnyPaper>) {
    this.#papers = papers;
    this.#tables = new Set([...papers.values()].map((paper) => paper.table));
    places.forEach((place, at) => {
      if ('named' in place) {
        this.#named.push({ begins: place.named, rank: at + 1 });
        return;
      }
      const paper = this.#of(place.paper);
      this.#places.set(paper.table, at + 1);
      if (place.under) this.#under.set(paper.name, place.under);
      if (place.within)
        this.#within.set(paper.table, this.#of(paper.fields[place.under?.[0] ?? '']?.paper ?? '').table);
      else this.#ranks.set(paper.table, at + 1);
    });
  }

  #of(name: string): AnyPaper {
    const paper = this.#papers.get(name);
    if (!paper) throw new Error(`no paper ${name}`);
    return paper;
  }

  /** Return the rank of the rows of a table; undefined where no order is declared for them. */
  rank(table: string): number | undefined {
    return this.#ranks.get(table);
  }

  /**
   * Return the position of a table in the declared order, also for tables that are locked within another; 0 where
   * undeclared.
   */
  place(table: string): number {
    return this.#places.get(table) ?? 0;
  }

  /**
   * Return the table of which a row must be locked before rows of this table (`within`); undefined without such a rule.
   */
  gate(table: string): string | undefined {
    return this.#within.get(table);
  }

  /**
   * Return the rank of a named lock. A name that no `named` place declares comes before all rows, unless it begins with
   * a table. Then it follows the rows of this table, and is undefined if the table has no rank.
   */
  rankOfName(name: string): number | undefined {
    const declared = this.#named.find((one) => name.startsWith(one.begins));
    if (declared) return declared.rank;
    // The lock of a unique value comes after the rows of its paper.
    const table = name.slice(0, name.indexOf(' '));
    if (!this.#tables.has(table)) return 0;
    const rank = this.rank(table) ?? this.rank(this.gate(table) ?? '');
    return rank === undefined ? undefined : rank + 0.5;
  }

  /** Return the rows to lock before a row of this paper; null where there are none. */
  pathOf(paper: AnyPaper): LockPath | null {
    let path = this.#paths.get(paper.name);
    if (path === undefined) this.#paths.set(paper.name, (path = this.#pathTo(paper)));
    return path;
  }

  #pathTo(paper: AnyPaper): LockPath | null {
    if (!this.#under.has(paper.name)) return null;
    const above: Above[] = [];
    const climb = (from: AnyPaper, as: string): void => {
      const next: { readonly paper: AnyPaper; readonly as: string }[] = [];
      for (const declared of this.#under.get(from.name) ?? []) {
        const [field, other] = declared.split('=');
        const [name, key = 'id'] = other ? other.split('.') : [from.fields[field].paper ?? ''];
        const to = this.#of(name);
        const one = { paper: to, rank: this.#places.get(to.table) ?? 0, as: `a${above.length}`, from: as, field, key };
        // A paper may be reached by several paths: the shortest one counts.
        if (above.some((other) => other.paper === to)) continue;
        above.push(one);
        next.push({ paper: to, as: one.as });
      }
      for (const one of next) climb(one.paper, one.as);
    };
    climb(paper, 't');
    const joins = above.map(
      (one) =>
        `left join ${one.paper.table} ${one.as} on ${one.as}.${columnOf(one.key)} = ${one.from}.${columnOf(one.field)} and ${one.as}.tenant_id = $2 and ${one.as}.is_deleted = 0`,
    );
    const text = `select t.id::text as t, ${above.map((one) => `${one.as}.id::text as ${one.as}`).join(', ')} from ${paper.table} t ${joins.join(' ')} where t.id = any($1::bigint[]) and t.tenant_id = $2`;
    return { above: above.toSorted((one, other) => one.rank - other.rank), text };
  }
}
