import type { Checked, Look, Shown } from '../../../completion/review/review-case.rules.ts';

/** What a dispatch form takes along to the door. */
export interface DispatchPrint {
  readonly company: string;
  readonly form: Shown;
  readonly order: Shown | null;
  readonly machines: readonly Shown[];
  readonly crew: readonly Shown[];
  readonly history: readonly Shown[];
  readonly checks: readonly Pick<Checked, 'key' | 'label' | 'unit' | 'limits'>[];
  readonly parts: readonly { readonly name: string; readonly qty: string; readonly reason: string }[];
}

/** The report of a visit. */
export interface CompletionPrint extends Look {
  readonly company: string;
}

/** What a receipt says. */
export interface ReceiptPrint {
  readonly company: string;
  readonly collectNo: string;
  readonly customerName: string;
  readonly collectTime: string;
  readonly lines: readonly Shown[];
  readonly amount: string;
  readonly amountInWords: string;
  readonly copyMark: string;
  readonly printCount: number;
}
