import { asText } from '#kernel/language/values.ts';
import Big from 'big.js';
import type { Label } from '#kernel/language/label.ts';

/** A row of a paper as lists and details return it: `_names` has the captions, `_can` the permitted actions. */
export interface CaseRow {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
  readonly [field: string]: unknown;
}

/** Number and page of another paper that an entry of the timeline links to. */
export interface Linked {
  readonly no: string;
  readonly to: string;
}

/**
 * An entry in the timeline of a case: time, paper, text, and the money that it brought or cost (CNY, costs below 0).
 */
export interface Station {
  readonly key: string;
  readonly at: string;
  readonly until: string;
  readonly links: readonly Linked[];
  /** Name of the paper to which `row` belongs, whose state is shown. */
  readonly paper: string;
  readonly row: CaseRow;
  readonly lead: string;
  readonly lines: readonly Label[];
  readonly photos: readonly { readonly id: string; readonly link: string; readonly name: string }[];
  readonly amount: string | null;
  readonly amountNote: Label | null;
}

export const word = (row: CaseRow, field: string): string => row._names?.[field] ?? asText(row[field]);
export const stationMoney = (value: unknown): Big => new Big(asText(value) || '0');
export const two = (amount: Big): string => amount.toFixed(2);
/** Remove trailing zeros: 1.000 → 1. */
export const short = (value: unknown): string => (asText(value) ? new Big(asText(value)).toString() : '');
export const minuteOf = (moment: unknown): string => asText(moment).slice(5, 16);
export const both = (words: string): Label[] => (words ? [[words, words]] : []);
export const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
export const stationPercent = (share: unknown): string =>
  `${new Big(asText(share) || '0').times(100).round(1).toString()}%`;

/** Return a timeline entry about a row. Values that `more` lacks are empty. */
export const stationAt = (
  paper: string,
  row: CaseRow,
  more: Partial<Station> & { readonly at: string; readonly links: readonly Linked[] },
): Station => ({
  key: row.id,
  paper,
  row,
  until: '',
  lead: '',
  lines: [],
  photos: [],
  amount: null,
  amountNote: null,
  ...more,
});
