import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';

/**
 * One place in the order in which a transaction takes its locks. `paper`: rows of this paper. `under`: fields of such a row that point at rows
 * further up; whoever locks the row locks those first
 * (`field`, or `field=paper.field` where it says another word than the id). `within`: it is locked by
 * nobody who does not hold the row that its first field points at, so that it stands nowhere itself. `named`: locks by a word that begins so, where they do not stand before all rows.
 */
export type LockPlace =
  { readonly paper: string; readonly under?: readonly string[]; readonly within?: true } | { readonly named: string };

/** A row that is held before another: where it stands in the order, and how the statement that looks for it names it. */
export interface Above {
  readonly paper: AnyPaper;
  readonly rank: number;
  readonly as: string;
  /** The row that points at it, and by which field. */ readonly from: string;
  readonly field: string;
  /** The column that it says. */ readonly key: string;
}

/** The rows above those of a paper, and the statement that reads their ids without a lock. */
export interface LockPath {
  readonly above: readonly Above[];
  readonly text: string;
}

/** The one order in which all transactions take their locks, as the product declares it. */
export class LockOrder {
  readonly #ranks = new Map<string, number>();
  /** Where each paper stands in the declaration, ranked or not. */
  readonly #places = new Map<string, number>();
  readonly #named: { readonly begins: string; readonly rank: number }[] = [];
  readonly #under = new Map<string, readonly string[]>();
  readonly #within = new Map<string, string>();
  readonly #papers: ReadonlyMap<string, AnyPaper>;
  readonly #tables: ReadonlySet<string>;
  readonly #ways = new Map<string, LockPath | null>();
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

  /** Where rows of a table stand; undefined where no order is declared for them. */
  rank(table: string): number | undefined {
    return this.#ranks.get(table);
  }

  /** Where rows of a table stand among all, ranked or within others. */
  place(table: string): number {
    return this.#places.get(table) ?? 0;
  }

  /** The table without a row of which nobody locks rows of this one. */
  gate(table: string): string | undefined {
    return this.#within.get(table);
  }

  /** Where a lock by a word stands: before all rows, unless its beginning is declared further down; undefined where nothing is declared of the rows that it stands for. */
  rankOfName(name: string): number | undefined {
    const declared = this.#named.find((one) => name.startsWith(one.begins));
    if (declared) return declared.rank;
    // What makes two rows of a paper the same is locked behind such rows.
    const table = name.slice(0, name.indexOf(' '));
    if (!this.#tables.has(table)) return 0;
    const rank = this.rank(table) ?? this.rank(this.gate(table) ?? '');
    return rank === undefined ? undefined : rank + 0.5;
  }

  /** What is held before a row of this paper; null where nothing is. */
  pathOf(paper: AnyPaper): LockPath | null {
    let way = this.#ways.get(paper.name);
    if (way === undefined) this.#ways.set(paper.name, (way = this.#wayOf(paper)));
    return way;
  }

  #wayOf(paper: AnyPaper): LockPath | null {
    if (!this.#under.has(paper.name)) return null;
    const above: Above[] = [];
    const climb = (from: AnyPaper, as: string): void => {
      const next: { readonly paper: AnyPaper; readonly as: string }[] = [];
      for (const said of this.#under.get(from.name) ?? []) {
        const [field, other] = said.split('=');
        const [name, key = 'id'] = other ? other.split('.') : [from.fields[field].paper ?? ''];
        const to = this.#of(name);
        const one = { paper: to, rank: this.#places.get(to.table) ?? 0, as: `a${above.length}`, from: as, field, key };
        // The nearest that names it counts.
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
