import { placeUnder } from '#kernel/language/calls/place.ts';
import type { Action } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type RequestOptions, type Query, get, postJson } from '../http/http.ts';
import type { BatchAnswer, WirePage, WireRow } from './rows.ts';

/** The path of a call of a paper; every paper has the same ones. A verb may stand elsewhere on the wire: its path is whole then. */
export const callOf = (of: AnyPaper, call: string): string => placeUnder(of, call);

const listCall = (of: AnyPaper): string => callOf(of, of.calls?.list?.[0] ?? 'list');

const countOf = (rows: readonly WireRow[]): number =>
  rows.reduce((sum, row) => sum + 1 + countOf(row.children ?? []), 0);

/** One page of rows. A tree answers its roots with all their children; that is one page too, and every row of it counts, whether its branch is open or not. */
export async function readList(of: AnyPaper, query: Query, signal?: AbortSignal): Promise<WirePage> {
  const answer = await get<WirePage | readonly WireRow[]>(listCall(of), query, { signal });
  if (!Array.isArray(answer)) return answer as WirePage;
  const records = answer as readonly WireRow[];
  const total = countOf(records);
  return { records, total, size: total, current: 1, pages: 1 };
}

export const readChildren = (of: AnyPaper, parentId: string): Promise<readonly WireRow[]> =>
  get(callOf(of, 'lazy-list'), { parentId });

/** How a row is named to detail and remove: by its id, or by the code that stands for it. */
export const rowKeyOf = (of: AnyPaper, row: WireRow): string => String((of.key && row[of.key]) ?? row.id);

/** One row. Below 0 stands what stands at the top of its tree: for forms and links that is nothing. */
export async function fetchRow(of: AnyPaper, id: string, signal?: AbortSignal): Promise<WireRow> {
  const row = await get<WireRow>(callOf(of, 'detail'), { id }, { signal });
  return of.tree && row[of.tree.parent] === '0' ? { ...row, [of.tree.parent]: '' } : row;
}

export const saveRow = (of: AnyPaper, body: Record<string, unknown>, asking?: RequestOptions): Promise<WireRow> =>
  postJson<WireRow>(callOf(of, 'submit'), body, asking);

/** Rows a call is about: these, or all that match what the list shows. */
export type Target = { readonly ids: readonly string[] } | { readonly matching: Matching };

/** All rows that match what the list shows, and how many these are: of another number the server does nothing. */
export interface Matching {
  readonly filters: Readonly<Record<string, string>>;
  readonly count: number;
}

/** What the list was asked, without what asks nothing. */
export const matchingOf = (filters: Readonly<Record<string, string>>, count: number): Matching => ({
  filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== '')),
  count,
});

export const removeRows = (of: AnyPaper, target: Target): Promise<BatchAnswer | object> =>
  postJson(callOf(of, 'remove'), { ...target });

export const restoreRows = (of: AnyPaper, ids: readonly string[]): Promise<unknown> =>
  postJson(callOf(of, 'restore'), {}, { query: { ids: ids.join(',') } });

export const copyRow = (of: AnyPaper, id: string): Promise<WireRow> =>
  postJson<WireRow>(callOf(of, 'copy'), { draft: true }, { query: { id } });

/** Does an action of the lifecycle: by its own call where the definition names one, else by the common one. */
export function actOn(
  of: AnyPaper,
  name: string,
  action: Action,
  target: Target,
  asked: Record<string, unknown>,
  asking?: RequestOptions,
): Promise<unknown> {
  if (!('ids' in target) || target.ids.length > 1 || !action.call)
    return postJson(callOf(of, 'act'), { ...target, action: name, ...asked }, asking);
  return postJson(
    callOf(of, action.call.path),
    { id: target.ids[0], ...(action.call.action ? { action: action.call.action } : {}), ...asked },
    asking,
  );
}

/** What was done to a row, newest first. */
export interface HistoryEntry {
  readonly at: string;
  readonly by: string;
  readonly account?: string;
  /** The picture of who did it. */ readonly portrait?: string;
  readonly action: string;
  readonly actionName?: string;
  readonly from?: string;
  readonly to?: string;
  readonly remark?: string;
  readonly changes?: readonly {
    readonly field: string;
    readonly label: string;
    readonly old: unknown;
    readonly new: unknown;
  }[];
}

export const readHistory = (of: AnyPaper, id: string): Promise<readonly HistoryEntry[]> =>
  get(callOf(of, 'history'), { id });
