import { averageDecimals } from '#kernel/fields/columns.server.ts';
import { summedFields } from '#kernel/fields/paper-fields.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { Sql } from '../context.ts';
import type { App } from '../app.ts';
import { row as refuse } from '../refusals.ts';
import type { Tenancy } from '../database/database.ts';
import { looksInText } from './filter.ts';
import { Parameters } from '../database/statement.ts';
import { orderSql } from './order.ts';
import { type WhereInput, livingSql, whereSql } from './where.ts';

/** How many rows there are; `approx` when the number is an estimate (“约”). */
export interface RowTotal {
  readonly total: number;
  readonly approx: boolean;
  readonly sums?: ColumnSums;
  /** Of the same columns, over the rows that have a value, rounded as `averageDecimals` says. */
  readonly averages?: ColumnSums;
}

/** Sums of columns over all rows that match, exact decimals as text, empty where no row has a value; only where the number of rows is exact too. */
export type ColumnSums = Readonly<Record<string, string>>;

const CAP = 1000;
const KEPT_MS = 20_000;
const MOST_KEPT = 2000;
/** A count that was exact is true until somebody writes; another server's writes show after this. */
const EXACT_MS = 3000;
const kept = new Map<string, RowTotal & { readonly paper: string; readonly until: number }>();

/** A row of this paper was written here: what was counted exactly is counted again. */
export function forgetTotals(paper: string): void {
  for (const [key, one] of kept) if (one.paper === paper && !one.approx) kept.delete(key);
}

/** What a counting statement adds up: the columns it must read, their sums and their averages. */
function summing(paper: AnyPaper): { readonly columns: string; readonly sums: string } {
  const fields = summedFields(paper);
  return {
    columns: fields.map(([name]) => `, t.${columnOf(name)} as "${name}"`).join(''),
    sums: fields
      .map(
        ([name, field]) =>
          `, sum(c."${name}")::text as "${name}", round(avg(c."${name}"), ${averageDecimals(field)})::text as "${name} average"`,
      )
      .join(''),
  };
}

function sumsOf(paper: AnyPaper, row: Readonly<Record<string, unknown>>): { sums?: ColumnSums; averages?: ColumnSums } {
  const names = summedFields(paper).map(([name]) => name);
  const told = (column: (name: string) => string): ColumnSums =>
    Object.fromEntries(names.map((name) => [name, String(row[column(name)] ?? '')]));
  return names.length ? { sums: told((name) => name), averages: told((name) => `${name} average`) } : {};
}

/** Is the true number of rows asked for, and with it the sums over all of them? */
export const asksExactTotal = ({ exactTotal }: Readonly<Record<string, unknown>>): boolean =>
  exactTotal === '1' || exactTotal === 'true';

/** So long a list may be counted and added up in milliseconds; after that its reader is asked for a narrower one. */
const PATIENCE_MS = 2000;

/** Reads that look through all rows of a filter, which may be millions: what takes longer is refused with what to do about it. */
export async function looksThrough<T>(app: App, tenancy: Tenancy, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await app.db.briefly(tenancy, PATIENCE_MS, work);
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw refuse.tooManyToAdd();
    throw error;
  }
}

/**
 * Counting a large list would cost many times its page: exact up to 1,000, above that the planner's estimate, kept for 20 seconds.
 * `exactTotal` asks for the true number, on a person's click.
 */
export async function readTotal(
  app: App,
  sql: Sql,
  reading: WhereInput,
  page: { found: number; offset: number; size: number },
): Promise<RowTotal> {
  const exact = asksExactTotal(reading.query);
  const { columns, sums } = summing(reading.paper);
  if (page.found > 0 && page.found < page.size && !sums) return { total: page.offset + page.found, approx: false };
  if (page.found === 0 && page.offset === 0) return { total: 0, approx: false };
  const values = new Parameters();
  const where = whereSql(app, reading, values);
  const from = `from ${reading.paper.table} t where ${where}`;
  const { paper } = reading;
  if (exact) {
    const [all] = await sql.query<{ n: string }>(
      `select count(*)::text as n${sums} from (select 1${columns} ${from}) c`,
      values.values,
    );
    return { total: Number(all.n), approx: false, ...sumsOf(paper, all) };
  }
  const key = `${app.dataDir} ${reading.tenantId} ${from} ${JSON.stringify(values.values)}`;
  const now = app.clock.ms();
  const known = kept.get(key);
  if (known && known.until > now) return { ...known, total: Math.max(known.total, page.offset + page.found) };
  const few = await countFew(app, sql, reading, { columns, sums, from, values });
  if (few)
    return keep(key, { paper: paper.name, total: few.n, approx: false, ...sumsOf(paper, few), until: now + EXACT_MS });
  const plan = await sql.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) select 1 ${from}`,
    values.values,
  );
  const total = Math.max(CAP + 1, Math.round(plan[0]['QUERY PLAN'][0].Plan['Plan Rows']));
  return keep(key, { paper: paper.name, total, approx: true, until: now + KEPT_MS });
}

/** The number of rows, with their sums, where there are few; undefined where there are more than are counted. */
async function countFew(
  app: App,
  sql: Sql,
  reading: WhereInput,
  {
    columns,
    sums,
    from,
    values,
  }: { readonly columns: string; readonly sums: string; readonly from: string; readonly values: Parameters },
): Promise<{ readonly n: number } | undefined> {
  if (!sums && (await isCommon(app, sql, reading))) return undefined;
  const [few] = await sql.query<{ n: number }>(
    `select count(*)::int as n${sums} from (select 1${columns} ${from} limit ${CAP + 1}) c`,
    values.values,
  );
  return few.n <= CAP ? few : undefined;
}

/** So many of the newest rows tell how common a text is, and so many more are looked through for one that is. */
const PROBED = 2 * CAP;
const WALKED = 20 * PROBED;

/** How many of the newest rows fit, counted as far as any list is; each is looked at, and no index of texts asked. */
async function countNewest(app: App, sql: Sql, reading: WhereInput, newest: number): Promise<number> {
  const { paper } = reading;
  const values = new Parameters();
  values.scanOnly = true;
  const rows = `select t.* from ${paper.table} t where ${livingSql(reading, values)} order by ${orderSql(paper, {})} limit ${newest}`;
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from (${rows}) t where ${whereSql(app, reading, values)} limit ${CAP + 1}) c`,
    values.values,
  );
  return n;
}

/**
 * Is a text asked for that more of the newest rows hold than are counted? What one row of twenty holds, or all as a year in their numbers, is
 * found by looking; its index would gather all of them first.
 */
async function isCommon(app: App, sql: Sql, reading: WhereInput): Promise<boolean> {
  const { paper, query } = reading;
  if (!Object.keys(query).some((key) => query[key] && looksInText(paper, key))) return false;
  const probed = await countNewest(app, sql, reading, PROBED);
  if (probed > CAP) return true;
  const isWorthWalking = probed * (WALKED / PROBED) > CAP;
  return isWorthWalking && (await countNewest(app, sql, reading, WALKED)) > CAP;
}

function keep(key: string, one: RowTotal & { readonly paper: string; readonly until: number }): RowTotal {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, one);
  return one;
}
