import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { LocalizedText } from '#kernel/language/label.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { logBizType } from '#business/masterdata/dictionaries.ts';
import type { wageLineType } from '../../dictionaries.ts';

/** A line of pay that another room enters. `amount` is CNY, negative for a deduction; `key` identifies its source. */
export interface EnteredLine {
  readonly technicianId: string;
  readonly wageLineType: KeyOf<typeof wageLineType>;
  readonly amount: string;
  readonly key: string;
  readonly sourceType: KeyOf<typeof logBizType>;
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly reason: LocalizedText;
}

/**
 * Enter a line of pay as a draft of the acting person: somebody else approves or voids it. It is in the open period of
 * today.
 */
export const enterWageLine = service<EnteredLine, { readonly id: string }>('wage.enter');
