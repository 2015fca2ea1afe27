import type { Label } from '#kernel/language/label.ts';
import type { CustomerAnswer, PageChoice } from '#business/customers/guest/guest-words.rules.ts';
import type { StepState } from './order-words.rules.ts';

/** A line of a bill: its name, its quantity, and its amount (CNY). */
export interface BillLine {
  readonly name: string;
  readonly qty: string;
  readonly amount: string;
}

/** The technician, as the customer sees them. */
export interface PageVisitor {
  readonly name: string;
  readonly no: string;
  readonly vehicle: string;
  readonly hasFace: boolean;
}

/** A question about a price. `mark` names the question in its form; `code`: a code was sent, or is needed first. */
export interface PriceQuestion {
  readonly words: string;
  readonly lines: readonly BillLine[];
  readonly total: string;
  readonly photos: number;
  readonly mark: string;
  readonly code: 'none' | 'needed' | 'sent';
  readonly wrongCodes: number;
}

/** A bill of finished work. */
export interface OrderBill {
  readonly lines: readonly BillLine[];
  readonly total: string;
  readonly paid: string;
  readonly open: string;
}

/**
 * The page of an order, as its customer sees it: an allow-list. It has no phone but the company's, no address, no id
 * and no name but the technician's first name.
 */
export interface OrderPage {
  readonly company: string;
  readonly servicePhone: string;
  readonly headline: Label;
  readonly subject: Label;
  readonly when: Label | null;
  readonly latest: Label | null;
  readonly steps: readonly { readonly name: Label; readonly is: StepState }[];
  readonly visitor: PageVisitor | null;
  readonly question: PriceQuestion | null;
  readonly answers: readonly CustomerAnswer[];
  readonly bill: OrderBill | null;
  readonly photos: number;
  readonly maySign: boolean;
  readonly mayUrge: boolean;
  readonly mayMove: boolean;
  readonly mayCancel: boolean;
  readonly days: readonly PageChoice[];
  readonly slots: readonly PageChoice[];
  readonly reasons: readonly PageChoice[];
  /** Number that differs after each urge and each wish, so that a further one is no repeat. */
  readonly turn: string;
}
