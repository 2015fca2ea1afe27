import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { Term } from '#kernel/language/permission.ts';
import { lifecycleRefusals as refuse } from '../refusals.ts';
import { ALL_ROWS, type Values } from '../rows/stored-row.ts';

/** The reason sent with a call, and its use to act on behalf of others. All acts of the call share it. */
export interface CallStanding {
  /** The sent reason, unchecked. Undefined: the call has no place for one. */
  reason?: unknown;
  /** Reason for acting on behalf of others; null where the caller acts in their own right. */
  onBehalfOf: string | null;
}

/** The right by which an act is done. */
export interface Authority {
  /** `product`: no button is needed, and fields that people may not write are written too. */
  readonly by: 'person' | 'product';
  /** Terms that the rows must fulfil; others are refused as missing. */
  readonly scope: readonly Term[];
  /**
   * `alone`: written directly. `line`: written as part of the header's act. `import`: written from a sheet. `mandate`:
   * a process decided, so the gate is not called again.
   */
  readonly role: 'alone' | 'line' | 'import' | 'mandate';
  /**
   * Fields that a person who judges the row (approves or rejects it) may change in any state. All other fields are
   * refused.
   */
  readonly opens?: readonly string[];
  /** Input that came with the decision of a process. */
  readonly sent?: Readonly<Values>;
  /** False for a dry run: the transaction is rolled back at its end. */
  readonly keeps: boolean;
  readonly standing: CallStanding;
}

/** Return the authority of a caller over the rows of a scope. `reason`: the reason that the call carries. */
export const ownAuthority = (scope: readonly Term[] = ALL_ROWS, reason?: unknown): Authority => ({
  by: 'person',
  scope,
  role: 'alone',
  keeps: true,
  standing: { reason, onBehalfOf: null },
});

/** Maximum length of a reason in the log (characters). */
const MAX_REASON_LENGTH = 500;

/** Return the reason to act on behalf of others, as the log stores it. Refuse an empty one. */
export function reasonGiven(given: unknown): string {
  const reason = typeof given === 'string' ? given.trim() : '';
  if (!reason)
    throw refuse.reasonRequired({
      fields: [{ field: 'reason', words: ['请填写代办原因', 'Say why you do it on their behalf'] }],
    });
  return reason.slice(0, MAX_REASON_LENGTH);
}

/** Changes that a person who judges a row (approves or rejects it) may make in it, and their name in the history. */
export interface Amendment {
  /** Fields that this person may change in any state of the row. */
  readonly fields: readonly string[];
  readonly label: Label;
  readonly note: LocalizedText;
}
