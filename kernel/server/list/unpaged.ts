import type { Sql } from '../context.ts';
import { callScope } from '../database/call-scope.ts';
import type { Fragment } from '../database/statement.ts';

/** Run the work of an answer, and report the number of rows missing from the lists in it. */
export async function countingLeftOff<T>(work: () => Promise<T>, report: (leftOff: number) => void): Promise<T> {
  const scope = callScope();
  const before = scope?.leftOff ?? 0;
  const answer = await work();
  const leftOff = (scope?.leftOff ?? 0) - before;
  if (leftOff > 0) report(leftOff);
  return answer;
}

/** Maximum length of lists without pages; tests lower it. */
let longest = Infinity;

/** Set the maximum length of lists without pages, so that a test needs few rows; Infinity resets it. */
export const shortenUnpaged = (most: number): void => {
  longest = most;
};

/** A statement without order and limit, its order, and its maximum number of rows. */
interface Unpaged {
  readonly text: string;
  readonly order: string;
  readonly values: readonly unknown[];
  readonly most: number;
  /** Maximum count of missing rows, where counting all would cost too much. */
  readonly counted?: number;
}

/** Return all rows of a list without pages. The answer carries the number of rows beyond the limit. */
export async function unpaged<R = Record<string, unknown>>(
  sql: Sql,
  { text, order, values, most, counted }: Unpaged,
): Promise<R[]> {
  const limit = Math.min(most, longest);
  const rows = await sql.query<R>(`${text} order by ${order} limit ${limit + 1}`, values);
  if (rows.length <= limit) return rows;
  // Keep `order by` in the count if it has parameters: PostgreSQL refuses a parameter that the text does not use.
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
