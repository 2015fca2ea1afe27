import type { ShownRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { CaseRow } from './station.rules.ts';

/** A row of a case (an order with all its papers) in the reader's scope. */
export type SeenRow = CaseRow & ShownRow;

const MOST = 500;

/**
 * Reads the papers of one case (an order with all its papers) within the caller's scope. Rows that several rooms need
 * are read once.
 */
export class CaseRows {
  /** Id of the case's registration; empty without one. */
  readonly orderId: string;
  readonly #reading: Reading;
  readonly #read = new Map<string, Promise<readonly SeenRow[]>>();

  constructor(reading: Reading, orderId: string) {
    this.#reading = reading;
    this.orderId = orderId;
  }

  /**
   * Return the rows with one of these values in a field; empty if the caller may not read the paper. `also`: further
   * conditions of the list's query.
   */
  seen(
    paper: AnyPaper,
    field: string,
    values: readonly unknown[],
    also: Readonly<Record<string, string>> = {},
  ): Promise<readonly SeenRow[]> {
    return this.#once(paper, field, values, { also });
  }

  /** Return the rows of a paper that belong to these rows, such as lines or photos. `field` refers to them. */
  parts(paper: AnyPaper, field: string, rows: readonly ShownRow[]): Promise<readonly SeenRow[]> {
    return this.#once(
      paper,
      field,
      rows.map(({ id }) => id),
      { partOf: rows },
    );
  }

  #once(
    paper: AnyPaper,
    field: string,
    values: readonly unknown[],
    { partOf, also }: { readonly partOf?: readonly ShownRow[]; readonly also?: Readonly<Record<string, string>> },
  ): Promise<readonly SeenRow[]> {
    const wanted = [...new Set(values.filter(Boolean).map(String))].join(',');
    const key = `${partOf ? 'parts' : 'seen'} ${paper.name} ${field} ${wanted} ${JSON.stringify(also ?? {})}`;
    const known =
      this.#read.get(key) ??
      (wanted
        ? this.#reading.visible(paper, { query: { ...also, [`${field}_in`]: wanted }, partOf }).words({ limit: MOST })
        : Promise.resolve([]));
    this.#read.set(key, known);
    return known;
  }
}
