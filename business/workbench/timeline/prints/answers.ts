import type { ReviewCheck, ReviewCase, ReviewFigure } from '#business/completion/review/review-case.rules.ts';

/** What a dispatch form takes along to the door. */
export interface DispatchPrint {
  readonly company: string;
  readonly form: ReviewFigure;
  readonly order: ReviewFigure | null;
  readonly machines: readonly ReviewFigure[];
  readonly crew: readonly ReviewFigure[];
  readonly history: readonly ReviewFigure[];
  readonly checks: readonly Pick<ReviewCheck, 'key' | 'label' | 'unit' | 'limits'>[];
  readonly parts: readonly { readonly name: string; readonly qty: string; readonly reason: string }[];
}

/** The report of a visit. */
export interface CompletionPrint extends ReviewCase {
  readonly company: string;
}

/** What a receipt says. */
export interface ReceiptPrint {
  readonly company: string;
  readonly collectNo: string;
  readonly customerName: string;
  readonly collectTime: string;
  readonly lines: readonly ReviewFigure[];
  readonly amount: string;
  readonly amountInWords: string;
  readonly copyMark: string;
  readonly printCount: number;
}
