import type { Label, LocalizedText } from '#kernel/language/label.ts';

/** What somebody may change of a row that he judges, and how the history calls it. */
export interface Amendment {
  /** Fields that are left to him, whatever the state of the row says. */
  readonly fields: readonly string[];
  readonly label: Label;
  readonly note: LocalizedText;
}
