import type { Sql } from '../context.ts';
import { callScope } from '../database/call-scope.ts';
import type { Fragment } from '../database/statement.ts';

/** Run the work of an answer, and report how many rows the lists in it left off, if any. */
export async function countingLeftOff<T>(work: () => Promise<T>, report: (leftOff: number) => void): Promise<T> {
  const scope = callScope();
  const before = scope?.leftOff ?? 0;
  const answer = await work();
  const leftOff = (scope?.leftOff ?? 0) - before;
  if (leftOff > 0) report(leftOff);
  return answer;
}

/** No list without pages is longer than this. */
let longest = Infinity;

/** Makes all lists without pages shorter, so that a test sees them stop without writing thousands of rows; Infinity ends it. */
export const shortenUnpaged = (most: number): void => {
  longest = most;
};

/** A statement without order and limit, in what order its rows come, and how many are answered at most. */
interface Unpaged {
  readonly text: string;
  readonly order: string;
  readonly values: readonly unknown[];
  readonly most: number;
  /** What is left off is counted so far and no further, where counting all would cost too much. */
  readonly counted?: number;
}

/** All rows of a list that has no pages. One that stops says so: the answer carries how many it leaves off. */
export async function unpaged<R = Record<string, unknown>>(
  sql: Sql,
  { text, order, values, most, counted }: Unpaged,
): Promise<R[]> {
  const limit = Math.min(most, longest);
  const rows = await sql.query<R>(`${text} order by ${order} limit ${limit + 1}`, values);
  if (rows.length <= limit) return rows;
  // PostgreSQL takes no value that stands nowhere: an order that holds some stays.
  const ordered = order.includes('$') ? ` order by ${order}` : '';
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from (${text}${ordered}${counted ? ` limit ${limit + counted}` : ''}) listed`,
    values,
  );
  const scope = callScope();
  if (scope) scope.leftOff += n - limit;
  return rows.slice(0, limit);
}

/** Return the rows of a statement without order and limit; the answer counts those beyond the limit. */
export function listedRows<R = Record<string, unknown>>(
  sql: Sql,
  statement: Fragment,
  { order, limit }: { readonly order: string; readonly limit: number },
): Promise<R[]> {
  return unpaged<R>(sql, { ...statement.build(), order, most: limit });
}
