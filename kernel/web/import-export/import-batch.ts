import { useQuery } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { callOf } from '../registry/paper-calls.ts';

export type VerdictKind = 'new' | 'update' | 'unchanged' | 'refused';
export interface UploadedColumn {
  /** Index of the column in the sheet. */ readonly at: number;
  readonly header: string;
  readonly field: string;
}
export type SheetState =
  'matching' | 'reading' | 'ready' | 'committing' | 'committed' | 'rollingBack' | 'rolledBack' | 'failed';

/** The answer to an upload, before the rows are checked: the import, and its job; empty: it waits for its person. */
export interface UploadAnswer {
  readonly batch: string;
  readonly job: string;
}

/** How an uploaded file was recognised. `encoding` and `delimiter` are empty for a workbook. */
export interface SheetLayout {
  readonly version: number;
  readonly sheet: string;
  readonly sheets: number;
  readonly header: number;
  readonly height: number;
  readonly hiddenRows: number;
  readonly hidden: string;
  readonly dropped: number;
  readonly encoding: string;
  readonly delimiter: string;
}

/** An uploaded sheet in any state of its import: its columns, its name and its number of rows. */
export interface UploadedSheet {
  readonly batch: string;
  readonly columns: readonly UploadedColumn[];
  readonly total: number;
  readonly name: string;
}

/** One row of the sheet: its result, and the reasons of a refusal. */
export interface VerdictRow {
  readonly row: number;
  readonly verdict: VerdictKind;
  /** Id of the existing or written row; absent if there is none. */ readonly id?: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly names?: Readonly<Record<string, string>>;
  readonly problems?: readonly { readonly field: string; readonly msg: string }[];
  readonly old?: Readonly<Record<string, unknown>> | null;
  /** For corrected cells: the text before the correction, by field. */
  readonly repaired?: Readonly<Record<string, string>>;
  readonly leftOut?: boolean;
}

/** One reason for which rows are refused, with the number of these rows. */
export interface RefusalReason {
  readonly key: string;
  readonly field: string;
  readonly msg: string;
  readonly count: number;
  /** The reason is that the rows duplicate other rows of the sheet. */ readonly isTwin: boolean;
}

export interface SheetVerdict {
  readonly batch: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly UploadedColumn[];
  readonly layout: SheetLayout;
  readonly state: SheetState;
  readonly error?: string;
  readonly progress: number;
  readonly counts: Readonly<Record<VerdictKind, number>> & { readonly kept?: number; readonly rolledBack?: number };
  readonly records: readonly VerdictRow[];
  readonly total: number;
  /** Groups of fields by which existing rows are recognised. The first group is tried first. */
  readonly keys: readonly (readonly string[])[];
  readonly reasons?: readonly RefusalReason[];
  /** Time until which the import can be rolled back; empty if it cannot. */
  readonly until?: string;
}

/** An import in the list of the person's earlier imports. */
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
  /** The uploaded rows are still stored, so the refused ones can be downloaded. */ readonly kept: boolean;
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

/** Read the state of an import, repeatedly while the server works on it. */
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

/** Read the person's own imports into this paper, newest first. */
export const useEarlier = (of: AnyPaper): readonly Earlier[] | undefined =>
  useQuery({
    queryKey: ['import', 'own', of.name],
    staleTime: 0,
    queryFn: () => get<readonly Earlier[]>(callOf(of, 'import/batches'), {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.some((one) => busy.has(one.state)) ? 2 * LOOK_MS : false),
  }).data;

/** Return the fields of the sheet's columns in their order, without columns that are no field. */
export const fieldNames = (of: AnyPaper, columns: readonly UploadedColumn[]): string[] =>
  columns.map((column) => column.field).filter((name) => Object.hasOwn(of.fields as object, name));
