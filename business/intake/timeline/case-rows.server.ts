import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { CaseRow } from './station.rules.ts';

const MOST = 500;

/** The papers of one case as far as the asking person may read them; what several rooms ask for is read once. */
export class CaseRows {
  /** The registration of the case; empty where there is none yet. */
  readonly orderId: string;
  readonly #reading: Reading;
  readonly #read = new Map<string, Promise<readonly CaseRow[]>>();

  constructor(reading: Reading, orderId: string) {
    this.#reading = reading;
    this.orderId = orderId;
  }

  /** Return rows whose field is one of the values; none of a paper that the caller may not read. */
  seen(paper: AnyPaper, field: string, values: readonly unknown[]): Promise<readonly CaseRow[]> {
    return this.#once('readVisible', paper, field, values);
  }

  /** Return lines and photos of rows that were shown to the caller. */
  parts(paper: AnyPaper, field: string, values: readonly unknown[]): Promise<readonly CaseRow[]> {
    return this.#once('readPartsOfVisible', paper, field, values);
  }

  #once(
    how: 'readVisible' | 'readPartsOfVisible',
    paper: AnyPaper,
    field: string,
    values: readonly unknown[],
  ): Promise<readonly CaseRow[]> {
    const wanted = [...new Set(values.filter(Boolean).map(String))].join(',');
    const key = `${how} ${paper.name} ${field} ${wanted}`;
    const known =
      this.#read.get(key) ??
      (wanted
        ? (this.#reading[how](paper, { [`${field}_in`]: wanted }, MOST) as Promise<CaseRow[]>)
        : Promise.resolve([]));
    this.#read.set(key, known);
    return known;
  }
}
