import type { Label } from '#kernel/language/label.ts';

/** Something that always holds of the rows of a company. */
export interface Invariant {
  /** Its short name, e.g. `D3`; unique over all rooms. */
  readonly code: string;
  readonly title: Label;
  /** The paper whose rows are named where it does not hold. */
  readonly paper: string;
  /** Rows that break it: `id` and `words` (what is wrong, in short). `$1` is the company, `$2` the moment; the product adds the limit. */
  readonly sql: string;
}

/** What breaks a rule, told as row, number and detail: brought into the form in which all invariants are looked at. */
export const brokenRows = (
  paper: string,
  { code, title, sql }: Pick<Invariant, 'code' | 'title' | 'sql'>,
): Invariant => ({
  code,
  title,
  paper,
  sql: `select x.id::bigint as id, concat_ws(': ', x.no::text, x.detail::text) as words from (${sql}) x where $1::text is not null`,
});
