import type { Term } from '#kernel/language/permission.ts';
import { ALL_ROWS, type Values } from '../rows/stored-row.ts';

/** The reason that came with a call, and the one for which its caller stands in for others. Shared by all acts of the call. */
export interface CallStanding {
  /** Absent: the call has no place for a reason. */
  reason?: unknown;
  /** Null: the caller acts in their own right. */
  onBehalfOf: string | null;
}

/** By which right an act is done. */
export interface Authority {
  /** The product writes fields that people may not, and needs no right. */
  readonly by: 'person' | 'product';
  /** Rows out of this scope are missing rows. */
  readonly scope: readonly Term[];
  /** `line`: the act of a header answers for the row. `mandate`: a process decided, and no gate follows. */
  readonly role: 'alone' | 'line' | 'import' | 'mandate';
  /** Fields that are left to a judge whatever the state of the row; all others are closed. */
  readonly opens?: readonly string[];
  /** Input that came with the decision of a process. */
  readonly sent?: Readonly<Values>;
  /** False: the transaction is rolled back whatever happens. */
  readonly keeps: boolean;
  readonly standing: CallStanding;
}

/** The authority of a call: rows out of the scope are missing rows; the reason is the one that it sent. */
export const ownAuthority = (scope: readonly Term[] = ALL_ROWS, reason?: unknown): Authority => ({
  by: 'person',
  scope,
  role: 'alone',
  keeps: true,
  standing: { reason, onBehalfOf: null },
});
