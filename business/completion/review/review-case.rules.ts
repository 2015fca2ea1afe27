import type { Label } from '#kernel/language/label.ts';

/** A row as lists and details answer it. */
export interface ReviewFigure {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
  readonly [field: string]: unknown;
}

/** One thing that speaks against passing a visit at once, with its figures. */
export interface ReviewReason {
  readonly code: string;
  readonly label: Label;
  readonly detail: Label;
  /** Worse than a doubt: passing it would be wrong. */ readonly grave?: boolean;
}

/** A class of photos: what is asked for, and what was taken. */
export interface ReviewPhotoClass {
  readonly classifyId: string;
  readonly name: string;
  readonly min: number;
  readonly missing: number;
  readonly photos: readonly ReviewFigure[];
}

/** One item of the check list with the answer and its limits. */
export interface ReviewCheck {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly limits: string;
  readonly value: string;
  readonly note: string;
  readonly state: 'good' | 'off' | 'missing' | 'open';
}

/** Everything about one visit that whoever judges it looks at. */
export interface ReviewCase {
  readonly visit: ReviewFigure;
  readonly order: ReviewFigure | null;
  readonly form: ReviewFigure | null;
  readonly completion: ReviewFigure | null;
  readonly crew: readonly ReviewFigure[];
  readonly machines: readonly ReviewFigure[];
  readonly supplies: readonly ReviewFigure[];
  readonly charges: readonly ReviewFigure[];
  readonly collects: readonly ReviewFigure[];
  readonly earlier: readonly ReviewFigure[];
  readonly classes: readonly ReviewPhotoClass[];
  readonly checks: readonly ReviewCheck[];
  readonly reasons: readonly ReviewReason[];
}

/** A row of the queue: the paper that is judged, with what a person knows it by. */
export interface WaitingReview {
  readonly row: ReviewFigure;
  readonly visitId: string;
  readonly who: string;
  readonly what: string;
  readonly since: string;
  readonly reasons: readonly ReviewReason[];
}
export interface ReviewQueue {
  readonly total: number;
  readonly waiting: readonly WaitingReview[];
}

/** An answer as it is read: the phone keeps yes and no in Chinese, whoever reads them. */
export const answerWords = (value: string): Label =>
  value === '是' ? ['是', 'Yes'] : value === '否' ? ['否', 'No'] : [value, value];
