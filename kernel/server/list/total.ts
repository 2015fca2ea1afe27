import type { Sql } from '../context.ts';
import type { House } from '../house.ts';
import { Parameters } from './filter.ts';
import { type Reading, whereSql } from './where.ts';

/** How many rows there are; `approx` when the number is an estimate (“约”). */
export interface Total { readonly total: number; readonly approx: boolean }

const CAP = 1000;
const KEPT_MS = 20_000;
const MOST_KEPT = 2000;
/** A count that was exact is true until somebody writes; another server's writes show after this. */
const EXACT_MS = 3000;
const kept = new Map<string, { paper: string; total: number; approx: boolean; until: number }>();

/** A row of this paper was written here: what was counted exactly is counted again. */
export function forgetTotals(paper: string): void {
  for (const [key, one] of kept) if (one.paper === paper && !one.approx) kept.delete(key);
}

/**
 * Counting a large list would cost many times its page: exact up to 1,000, above that the planner's estimate, kept for 20 seconds.
 * `exactTotal` asks for the true number, on a person's click.
 */
export async function totalOf(house: House, sql: Sql, reading: Reading, page: { found: number; offset: number; size: number }): Promise<Total> {
  const exact = reading.query.exactTotal === '1' || reading.query.exactTotal === 'true';
  if (page.found > 0 && page.found < page.size) return { total: page.offset + page.found, approx: false };
  if (page.found === 0 && page.offset === 0) return { total: 0, approx: false };
  const values = new Parameters();
  const where = whereSql(house, reading, values);
  const from = `from ${reading.paper.table} t where ${where}`;
  if (exact) return { total: Number((await sql.query<{ n: string }>(`select count(*)::text as n ${from}`, values.values))[0].n), approx: false };
  const key = `${house.dataDir} ${reading.tenantId} ${from} ${JSON.stringify(values.values)}`;
  const now = house.clock.ms();
  const known = kept.get(key);
  if (known && known.until > now) return { total: Math.max(known.total, page.offset + page.found), approx: known.approx };
  const [{ n }] = await sql.query<{ n: number }>(`select count(*)::int as n from (select 1 ${from} limit ${CAP + 1}) c`, values.values);
  if (n <= CAP) return keep(key, { paper: reading.paper.name, total: n, approx: false, until: now + EXACT_MS });
  const plan = await sql.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(`explain (format json) select 1 ${from}`, values.values);
  const total = Math.max(CAP + 1, Math.round(plan[0]['QUERY PLAN'][0].Plan['Plan Rows']));
  return keep(key, { paper: reading.paper.name, total, approx: true, until: now + KEPT_MS });
}

function keep(key: string, one: { paper: string; total: number; approx: boolean; until: number }): Total {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, one);
  return { total: one.total, approx: one.approx };
}
