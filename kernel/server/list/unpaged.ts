import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from '../context.ts';

/** An answer that is being made: how many rows its lists without pages leave off. */
interface Answering {
  leftOff: number;
}

const answering = new AsyncLocalStorage<Answering>();

/** Makes an answer, and tells how many rows the lists in it left off. */
export async function countingLeftOff<T>(work: () => Promise<T>, tell: (leftOff: number) => void): Promise<T> {
  const state: Answering = { leftOff: 0 };
  const answer = await answering.run(state, work);
  if (state.leftOff > 0) tell(state.leftOff);
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
  const state = answering.getStore();
  if (state) state.leftOff += n - limit;
  return rows.slice(0, limit);
}
