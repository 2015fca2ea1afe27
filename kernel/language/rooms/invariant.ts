import type { Label } from '#kernel/language/label.ts';

/** A condition that always holds for the rows of a company; checks report the rows that break it. */
export interface Invariant {
  /** Its short name, e.g. `D3`; unique over all rooms. */
  readonly code: string;
  readonly title: Label;
  /** Name of the paper to which the reported rows belong. */
  readonly paper: string;
  /**
   * Query of the rows that break it: `id` and `words` (the fault in short). `$1` is the company, `$2` the moment; the
   * caller appends a limit.
   */
  readonly sql: string;
}

/** Wrap a query with the columns `id`, `no` and `detail` into an invariant, which returns `id` and `words`. */
export const brokenRows = (
  paper: string,
  { code, title, sql }: Pick<Invariant, 'code' | 'title' | 'sql'>,
): Invariant => ({
  code,
  title,
  paper,
  sql: `select x.id::bigint as id, concat_ws(': ', x.no::text, x.detail::text) as words from (${sql}) x where $1::text is not null`,
});
