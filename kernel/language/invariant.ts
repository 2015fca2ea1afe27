import type { Label } from './label.ts';

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
