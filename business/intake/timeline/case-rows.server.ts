import type { ShownRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { CaseRow } from './station.rules.ts';

/** A row of a case that its reader was shown. */
export type SeenRow = CaseRow & ShownRow;

const MOST = 500;

/** The papers of one case as far as the asking person may read them; what several rooms ask for is read once. */
export class CaseRows {
  /** The registration of the case; empty where there is none yet. */
  readonly orderId: string;
  readonly #reading: Reading;
  readonly #read = new Map<string, Promise<readonly SeenRow[]>>();

  constructor(reading: Reading, orderId: string) {
    this.#reading = reading;
    this.orderId = orderId;
  }

  /** Return rows whose field is one of the values; none of a paper that the caller may not read. */
  seen(paper: AnyPaper, field: string, values: readonly unknown[]): Promise<readonly SeenRow[]> {
    return this.#once(paper, field, values);
  }

  /** Return lines and photos whose field names rows that were shown to the caller. */
  parts(paper: AnyPaper, field: string, rows: readonly ShownRow[]): Promise<readonly SeenRow[]> {
    return this.#once(
      paper,
      field,
      rows.map(({ id }) => id),
      rows,
    );
  }

  #once(
    paper: AnyPaper,
    field: string,
    values: readonly unknown[],
    partOf?: readonly ShownRow[],
  ): Promise<readonly SeenRow[]> {
    const wanted = [...new Set(values.filter(Boolean).map(String))].join(',');
    const key = `${partOf ? 'parts' : 'seen'} ${paper.name} ${field} ${wanted}`;
    const known =
      this.#read.get(key) ??
      (wanted
        ? this.#reading.visible(paper, { query: { [`${field}_in`]: wanted }, partOf }).words({ limit: MOST })
        : Promise.resolve([]));
    this.#read.set(key, known);
    return known;
  }
}
