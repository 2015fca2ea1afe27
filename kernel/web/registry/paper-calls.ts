import { placeUnder } from '#kernel/language/calls/place.ts';
import type { Action } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type RequestOptions, type Query, get, postJson } from '../http/http.ts';
import { actRequest } from './act-request.ts';
import type { Matching, Target } from './target.ts';
import type { BatchAnswer, WirePage, WireRow } from './rows.ts';

/** Return the path of a call below the path of its paper. A path that is already whole is returned unchanged. */
export const callOf = (of: AnyPaper, call: string): string => placeUnder(of, call);

const listCall = (of: AnyPaper): string => callOf(of, of.calls?.list?.[0] ?? 'list');

const countOf = (rows: readonly WireRow[]): number =>
  rows.reduce((sum, row) => sum + 1 + countOf(row.children ?? []), 0);

/** Read one page of rows. A tree has only one page: its roots with all their children, all of which `total` counts. */
export async function readList(of: AnyPaper, query: Query, signal?: AbortSignal): Promise<WirePage> {
  const answer = await get<WirePage | readonly WireRow[]>(listCall(of), query, { signal });
  if (!Array.isArray(answer)) return answer as WirePage;
  const records = answer as readonly WireRow[];
  const total = countOf(records);
  return { records, total, size: total, current: 1, pages: 1 };
}

export const readChildren = (of: AnyPaper, parentId: string): Promise<readonly WireRow[]> =>
  get(callOf(of, 'lazy-list'), { parentId });

/** Return the value by which detail and remove refer to a row: its id, or its code. */
export const rowKeyOf = (of: AnyPaper, row: WireRow): string => String((of.key && row[of.key]) ?? row.id);

/** Read one row. The parent of a root is '0' on the wire and becomes '', as forms and links expect. */
export async function fetchRow(of: AnyPaper, id: string, signal?: AbortSignal): Promise<WireRow> {
  const row = await get<WireRow>(callOf(of, 'detail'), { id }, { signal });
  return of.tree && row[of.tree.parent] === '0' ? { ...row, [of.tree.parent]: '' } : row;
}

export const saveRow = (of: AnyPaper, body: Record<string, unknown>, asking?: RequestOptions): Promise<WireRow> =>
  postJson<WireRow>(callOf(of, 'submit'), body, asking);

/** Return the target that means all rows matching these filters; filters without a value are left out. */
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

/** Run an action of the lifecycle on the rows of `target`, with the inputs of its dialog. */
export function actOn(
  of: AnyPaper,
  name: string,
  action: Action,
  target: Target,
  inputs: Record<string, unknown>,
  asking?: RequestOptions,
): Promise<unknown> {
  const { path, body } = actRequest(of, name, action, target, inputs);
  return postJson(path, body, asking);
}

/**
 * An entry of a row's history: the action, its time and author, the states before and after, and the changed fields.
 */
export interface HistoryEntry {
  readonly at: string;
  readonly by: string;
  readonly account?: string;
  /** The picture of the author. */ readonly portrait?: string;
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
