import Big from 'big.js';
import type { Label } from '#kernel/language/label.ts';

/** A row as lists and details answer it. */
export interface CaseRow {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
  readonly [field: string]: unknown;
}

/** A link to another paper of the same station. */
export interface Linked {
  readonly no: string;
  readonly to: string;
}

/** One station of a case: when, which paper, what happened there, and what it brought or cost (CNY, costs below 0). */
export interface Station {
  readonly key: string;
  readonly at: string;
  readonly until: string;
  readonly links: readonly Linked[];
  /** The paper whose state is shown, by its name, with the row that carries it. */
  readonly paper: string;
  readonly row: CaseRow;
  readonly lead: string;
  readonly lines: readonly Label[];
  readonly photos: readonly { readonly id: string; readonly link: string; readonly name: string }[];
  readonly amount: string | null;
  readonly amountNote: Label | null;
}

export const stationText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
export const word = (row: CaseRow, field: string): string => row._names?.[field] ?? stationText(row[field]);
export const stationMoney = (value: unknown): Big => new Big(stationText(value) || '0');
export const two = (amount: Big): string => amount.toFixed(2);
/** Without the zeros that say nothing: 1.000 → 1. */
export const short = (value: unknown): string => (stationText(value) ? new Big(stationText(value)).toString() : '');
export const minuteOf = (moment: unknown): string => stationText(moment).slice(5, 16);
export const both = (words: string): Label[] => (words ? [[words, words]] : []);
export const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
export const stationPercent = (share: unknown): string =>
  `${new Big(stationText(share) || '0').times(100).round(1).toString()}%`;

/** A station at a row; what is not said is empty. */
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
