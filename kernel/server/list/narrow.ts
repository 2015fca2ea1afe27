import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Sql } from '../context.ts';
import type { App } from '../app.ts';
import { isIndexed } from '../schema/paper-table.ts';
import { row as refuse } from '../refusals.ts';
import { asksNothing } from './filter-values.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { readName } from './filter.ts';
import { Parameters } from '../database/statement.ts';
import { type WhereInput, whereSql } from './where.ts';

/** So many rows may be looked through one by one. */
const FEW = 50_000;
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

const dayMs = (text: unknown): number => Date.parse(`${String(text ?? '').slice(0, 10)}T00:00:00Z`);

/** Does the query hold itself to a quarter of a year, by any moment or day of the paper? */
function isShort(paper: AnyPaper, query: Readonly<Record<string, unknown>>): boolean {
  const bounds = new Map<string, { low?: number; high?: number }>();
  for (const [key, value] of Object.entries(query)) {
    const read = readName(paper, key);
    if (!read || !/(ge|gt|le|lt)$/.test(read.operator)) continue;
    const bound = bounds.get(read.name) ?? {};
    bound[/g[et]$/.test(read.operator) ? 'low' : 'high'] = dayMs(value);
    bounds.set(read.name, bound);
  }
  return [...bounds.values()].some(({ low = NaN, high = NaN }) => high - low <= MOST_DAYS * DAY_MS);
}

/** The first filter that has no index to go by. */
function unindexed(
  paper: AnyPaper,
  query: Readonly<Record<string, unknown>>,
): { name: string; label: Label } | undefined {
  for (const [key, value] of Object.entries(query)) {
    const read = asksNothing(value) ? null : readName(paper, key);
    if (read && !Object.hasOwn(baseFields, read.name) && !isIndexed(paper, read.name, read.field, read.operator))
      return { name: key, label: read.field.label };
  }
  return undefined;
}

/**
 * A filter without an index is followed only where few rows are left to look through: by the other filters, by a range of at most 92
 * days, or because the paper is small. Otherwise the person is asked for a range, instead of everybody waiting for him.
 */
export async function assertNarrow(app: App, sql: Sql, reading: WhereInput): Promise<void> {
  const { paper, query } = reading;
  const first = unindexed(paper, query);
  if (!first || isShort(paper, query)) return;
  const rest = Object.fromEntries(
    Object.entries(query).filter(([key]) => {
      const read = readName(paper, key);
      return !read || isIndexed(paper, read.name, read.field, read.operator);
    }),
  );
  const values = new Parameters();
  const where = whereSql(app, { ...reading, query: rest }, values);
  const plan = await sql.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) select 1 from ${paper.table} t where ${where}`,
    values.values,
  );
  if (plan[0]['QUERY PLAN'][0].Plan['Plan Rows'] > FEW) throw refuse.filterTooWide({ label: first.label });
}
