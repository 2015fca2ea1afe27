import type { Page, Shown, ShownRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Fragment } from '../../database/statement.ts';

/** A row as a person is shown it: personal data masked, hidden fields left out. */
export type VisibleRow = Record<string, unknown> & { readonly id: string };

/** Conditions on the rows that a person may see. */
export interface VisibleScope {
  /** Fields that equal a value, or one of several. */
  readonly match?: Readonly<Record<string, unknown>>;
  /** Further condition of the caller, in SQL over `t`. */
  readonly also?: Fragment;
  /** Filters of the list; default filters of the list apply. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The button whose scope holds; `view` by default. */
  readonly button?: string;
  /**
   * Rows that the person was shown. The query must name one of them: rows that belong to it are visible, whatever the
   * scope.
   */
  readonly partOf?: ShownRow | readonly ShownRow[];
}

/** Number of rows to read: all of them, at most `limit`, or the `first` ones. */
export type Most = { readonly limit: number } | { readonly first: number };

/** Number and order of rows, the newest first by default. */
export type OrderedMost = Most & { readonly order?: string | Fragment };

/** The rows of a paper that the acting person may see. */
export interface Visible<P extends AnyPaper> {
  /** Return the rows, masked, without hidden fields. Rows beyond `limit` are counted in the answer. */
  rows(most: OrderedMost): Promise<Shown<P>[]>;
  /** Return the rows with captions and words, masked, the oldest first; at most 100 by default. */
  words(most?: Most): Promise<Shown<P>[]>;
  /** Return a page of the list, masked, with captions and allowed actions. Refuse 403 without the right to read. */
  page(query: Readonly<Record<string, unknown>>): Promise<Page<Shown<P>>>;
  /** Return the number of the rows. */
  count(): Promise<number>;
  /**
   * Return the stored rows of these ids. Refuse 404 unless all are in scope. If the button is a verdict, also refuse
   * rows that document the caller's own work.
   */
  all(ids: readonly string[]): Promise<Row<P>[]>;
  /** Return the rows as a condition over `t`, for a statement of the caller; false where none is visible. */
  sql(): Promise<Fragment>;
  /** Return a row that a statement has read under the names of fields, with hidden fields empty. */
  present<T extends object>(row: T): T;
}
