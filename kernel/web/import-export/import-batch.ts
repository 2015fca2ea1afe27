import { useQuery } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { callOf } from '../registry/paper-calls.ts';

export type VerdictKind = 'new' | 'update' | 'unchanged' | 'refused';
export interface UploadedColumn {
  /** Its place in the sheet, from 0. */ readonly at: number;
  readonly header: string;
  readonly field: string;
}
export type SheetState = 'reading' | 'ready' | 'committing' | 'committed' | 'rollingBack' | 'rolledBack' | 'failed';

/** An uploaded sheet that waits for its verdict, as the upload answers it. */
export interface UploadAnswer {
  readonly batch: string;
  readonly job: string;
  readonly dropped?: number;
}

/** An uploaded sheet, wherever it stands. */
export interface UploadedSheet {
  readonly batch: string;
  readonly columns: readonly UploadedColumn[];
  readonly total: number;
  readonly name: string;
  readonly dropped?: number;
}

/** One row of the sheet: what will become of it, and why not. */
export interface VerdictRow {
  readonly row: number;
  readonly verdict: VerdictKind;
  /** The row of the paper, where there is one. */ readonly id?: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly names?: Readonly<Record<string, string>>;
  readonly problems?: readonly { readonly field: string; readonly msg: string }[];
  readonly old?: Readonly<Record<string, unknown>> | null;
  /** What stood in cells before they were mended here. */ readonly repaired?: Readonly<Record<string, string>>;
  readonly leftOut?: boolean;
}

/** Why rows are refused. */
export interface RefusalReason {
  readonly key: string;
  readonly field: string;
  readonly msg: string;
  readonly count: number;
  /** They are the same as other rows of the sheet. */ readonly isTwin: boolean;
}

export interface SheetVerdict {
  readonly batch: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly UploadedColumn[];
  readonly state: SheetState;
  readonly error?: string;
  readonly progress: number;
  readonly counts: Readonly<Record<VerdictKind, number>> & { readonly kept?: number; readonly rolledBack?: number };
  readonly records: readonly VerdictRow[];
  readonly total: number;
  /** By which fields rows that are there are recognised, the best first. */ readonly keys: readonly (readonly string[])[];
  readonly reasons?: readonly RefusalReason[];
  /** Until when it may be taken back; empty where it may not. */
  readonly until?: string;
}

/** An import of some time ago. */
export interface Earlier {
  readonly id: string;
  readonly name: string;
  readonly state: SheetState;
  readonly error: string;
  readonly counts: Readonly<Partial<Record<VerdictKind | 'kept' | 'rolledBack', number>>>;
  readonly total: number;
  readonly created: string;
  readonly committed: string;
  readonly until: string;
  readonly mayRollback: boolean;
  /** The rows of its sheet are still there. */ readonly kept: boolean;
}

const busy = new Set<SheetState>(['reading', 'committing', 'rollingBack']);
const LOOK_MS = 700;

export const fetchSheetVerdict = (
  of: AnyPaper,
  batch: string,
  page: { current: number; size: number; only?: string; reason?: string; reasons?: string },
): Promise<SheetVerdict> => get(callOf(of, 'import/verdict'), { batch, ...page });

export const isBusy = (verdict: { readonly state: SheetState } | undefined): boolean =>
  !verdict || busy.has(verdict.state);

/** Where the batch stands; asked again and again while the server works on it. */
export const useBatch = (
  of: AnyPaper,
  batch: string | null,
): { verdict: SheetVerdict | undefined; error: Error | null } => {
  const { data, error } = useQuery({
    queryKey: ['import', batch, 'state'],
    enabled: batch !== null,
    staleTime: 0,
    queryFn: () => fetchSheetVerdict(of, batch ?? '', { current: 1, size: 1 }),
    refetchInterval: ({ state }) => (!state.error && isBusy(state.data) ? LOOK_MS : false),
  });
  return { verdict: data, error };
};

/** The person's own imports into this paper, newest first. */
export const useEarlier = (of: AnyPaper): readonly Earlier[] | undefined =>
  useQuery({
    queryKey: ['import', 'own', of.name],
    staleTime: 0,
    queryFn: () => get<readonly Earlier[]>(callOf(of, 'import/batches'), {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.some((one) => busy.has(one.state)) ? 2 * LOOK_MS : false),
  }).data;

/** The fields of the sheet's columns, in its order. */
export const fieldNames = (of: AnyPaper, columns: readonly UploadedColumn[]): string[] =>
  columns.map((column) => column.field).filter((name) => Object.hasOwn(of.fields as object, name));
