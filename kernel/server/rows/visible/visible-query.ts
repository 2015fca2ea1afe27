import type { Parameters } from '../../list/filter.ts';

/** A row as a person is shown it: personal data masked, hidden fields left out. */
export type VisibleRow = Record<string, unknown> & { readonly id: string };

/** Which rows: equal to a value or one of several, besides a condition of its own over `t`. */
export interface VisibleQuery {
  readonly match?: Readonly<Record<string, unknown>>;
  readonly also?: (values: Parameters) => string;
  readonly order?: string | ((values: Parameters) => string);
  readonly limit: number;
  /** The first so many are asked for, not all there are: that there are more is no news. */
  readonly first?: true;
  /** Rows for this button; those of reading unless said. */
  readonly button?: string;
}
