import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { callOf } from '../papers/paper-calls.ts';

export type VerdictKind = 'new' | 'update' | 'unchanged' | 'refused';

/** An uploaded sheet that waits for its verdict. */
export interface Batch { readonly batch: string; readonly columns: readonly unknown[]; readonly total: number; readonly file: string }

/** One row of the sheet: what will become of it, and why not. */
export interface VerdictRow {
  readonly row: number; readonly verdict: VerdictKind; readonly values: Readonly<Record<string, unknown>>; readonly names?: Readonly<Record<string, string>>;
  readonly problems?: readonly { readonly field: string; readonly msg: string }[]; readonly old?: Readonly<Record<string, unknown>> | null;
}

export interface Verdict { readonly counts: Readonly<Record<VerdictKind, number>>; readonly records: readonly VerdictRow[]; readonly progress?: number; readonly total?: number }

export const readVerdict = (of: AnyPaper, batch: string, page: { current: number; size: number; only?: string }): Promise<Verdict> => get(callOf(of, 'import/verdict'), { batch, ...page });

/** The fields of the sheet's columns, in its order; columns may be told by name or with their field. */
export const fieldNames = (of: AnyPaper, columns: readonly unknown[]): string[] =>
  columns.map((column) => (typeof column === 'string' ? column : String((column as { field?: string; name?: string }).field ?? (column as { name?: string }).name ?? ''))).filter((name) => Object.hasOwn(of.fields as object, name));
