import type { Page, Shown, ShownRow } from '#kernel/language/calls/shape.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Fragment } from '../../database/statement.ts';

/** A row as a person is shown it: personal data masked, hidden fields left out. */
export type VisibleRow = Record<string, unknown> & { readonly id: string };

/** Which of the rows that a person may see. */
export interface VisibleScope {
  /** Fields that equal a value, or one of several. */
  readonly match?: Readonly<Record<string, unknown>>;
  /** A condition of one's own over `t`. */
  readonly also?: Fragment;
  /** Filters of the list; what the list leaves out by default is left out. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The button whose scope holds; `view` by default. */
  readonly button?: string;
  /** Rows that the person was shown, which the query names: the parts of a visible row are visible. */
  readonly partOf?: ShownRow | readonly ShownRow[];
}

/** How many rows to read: all of them, at most `limit`, or the `first` ones. */
export type Most = { readonly limit: number } | { readonly first: number };

/** How many rows in which order, the newest first by default. */
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
  /** Return the stored rows of these ids. Refuse 404 unless all are in scope; refuse own work where the button judges. */
  all(ids: readonly string[]): Promise<Row<P>[]>;
  /** Return the rows as a condition over `t`, for a statement of one's own; false where none is visible. */
  sql(): Promise<Fragment>;
  /** Return what a statement read under the names of fields, with nothing in place of hidden ones. */
  present<T extends object>(row: T): T;
}
