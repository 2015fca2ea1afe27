import type { Label } from '#kernel/language/label.ts';

/** A row as lists and details answer it. */
export interface Shown {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
  readonly [field: string]: unknown;
}

/** One thing that speaks against passing a visit at once, with its figures. */
export interface Reason {
  readonly code: string;
  readonly label: Label;
  readonly detail: Label;
  /** Worse than a doubt: passing it would be wrong. */ readonly grave?: boolean;
}

/** A class of photos: what is asked for, and what was taken. */
export interface PhotoClass {
  readonly classifyId: string;
  readonly name: string;
  readonly min: number;
  readonly missing: number;
  readonly photos: readonly Shown[];
}

/** One item of the check list with the answer and its limits. */
export interface Checked {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly limits: string;
  readonly value: string;
  readonly note: string;
  readonly state: 'good' | 'off' | 'missing' | 'open';
}

/** Everything about one visit that whoever judges it looks at. */
export interface Look {
  readonly visit: Shown;
  readonly order: Shown | null;
  readonly form: Shown | null;
  readonly completion: Shown | null;
  readonly crew: readonly Shown[];
  readonly machines: readonly Shown[];
  readonly supplies: readonly Shown[];
  readonly charges: readonly Shown[];
  readonly collects: readonly Shown[];
  readonly earlier: readonly Shown[];
  readonly classes: readonly PhotoClass[];
  readonly checks: readonly Checked[];
  readonly reasons: readonly Reason[];
}

/** A row of the queue: the paper that is judged, with what a person knows it by. */
export interface Waiting {
  readonly row: Shown;
  readonly visitId: string;
  readonly who: string;
  readonly what: string;
  readonly since: string;
  readonly reasons: readonly Reason[];
}
export interface Queue {
  readonly total: number;
  readonly waiting: readonly Waiting[];
}

/** An answer as it is read: the phone keeps yes and no in Chinese, whoever reads them. */
export const answerWords = (value: string): Label =>
  value === '是' ? ['是', 'Yes'] : value === '否' ? ['否', 'No'] : [value, value];
