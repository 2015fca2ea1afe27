import { useQuery } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { callOf } from '../papers/paper-calls.ts';

export type VerdictKind = 'new' | 'update' | 'unchanged' | 'refused';
export interface SheetColumn { readonly header: string; readonly field: string }

/** An uploaded sheet that waits for its verdict. */
export interface Batch { readonly batch: string; readonly columns: readonly SheetColumn[]; readonly total: number; readonly name: string; readonly dropped?: number }

/** One row of the sheet: what will become of it, and why not. */
export interface VerdictRow {
  readonly row: number; readonly verdict: VerdictKind; readonly values: Readonly<Record<string, unknown>>; readonly names?: Readonly<Record<string, string>>;
  readonly problems?: readonly { readonly field: string; readonly msg: string }[]; readonly old?: Readonly<Record<string, unknown>> | null;
}

export interface Verdict {
  readonly state: 'reading' | 'ready' | 'committing' | 'committed' | 'rollingBack' | 'rolledBack' | 'failed'; readonly error?: string; readonly progress: number;
  readonly counts: Readonly<Record<VerdictKind, number>>; readonly records: readonly VerdictRow[]; readonly total: number;
  readonly reasons?: readonly { readonly field: string; readonly msg: string; readonly count: number }[];
}

const busy = new Set<Verdict['state']>(['reading', 'committing', 'rollingBack']);
const LOOK_MS = 700;

export const readVerdict = (of: AnyPaper, batch: string, page: { current: number; size: number; only?: string; reasons?: string }): Promise<Verdict> => get(callOf(of, 'import/verdict'), { batch, ...page });

export const isBusy = (verdict: Verdict | undefined): boolean => !verdict || busy.has(verdict.state);

/** Where the batch stands; asked again and again while the server works on it. */
export const useBatch = (of: AnyPaper, batch: string | undefined): Verdict | undefined =>
  useQuery({
    queryKey: ['import', batch, 'state'], enabled: batch !== undefined, staleTime: 0, queryFn: () => readVerdict(of, batch ?? '', { current: 1, size: 1 }),
    refetchInterval: ({ state }) => (isBusy(state.data) ? LOOK_MS : false),
  }).data;

/** The fields of the sheet's columns, in its order. */
export const fieldNames = (of: AnyPaper, columns: readonly SheetColumn[]): string[] => columns.map((column) => column.field).filter((name) => Object.hasOwn(of.fields as object, name));
