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

/** Number of rows; `approx` where it is an estimate (“约”). */
export interface RowTotal {
  readonly total: number;
  readonly approx: boolean;
  readonly sums?: ColumnSums;
  /** Averages of the same columns, over the rows with a value, rounded as `averageDecimals` says. */
  readonly averages?: ColumnSums;
}

/**
 * Sums of columns over all matching rows: exact decimals as text, empty where no row has a value. Present only where
 * the number of rows is exact.
 */
export type ColumnSums = Readonly<Record<string, string>>;

const CAP = 1000;
const ESTIMATE_MS = 20_000;
const MAX_CACHED = 2000;
/** Validity of an exact count, for writes by another server (milliseconds). Writes of this one drop it at once. */
const EXACT_MS = 3000;
const totals = new Map<string, RowTotal & { readonly paper: string; readonly until: number }>();

/** Drop the exact totals of a paper after a write. */
export function forgetTotals(paper: string): void {
  for (const [key, one] of totals) if (one.paper === paper && !one.approx) totals.delete(key);
}

/** Return the parts of a counting statement: the columns to read, their sums and their averages. */
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
  const valuesBy = (column: (name: string) => string): ColumnSums =>
    Object.fromEntries(names.map((name) => [name, String(row[column(name)] ?? '')]));
  return names.length ? { sums: valuesBy((name) => name), averages: valuesBy((name) => `${name} average`) } : {};
}

/** Is the exact number of rows requested, and with it the sums? */
export const asksExactTotal = ({ exactTotal }: Readonly<Record<string, unknown>>): boolean =>
  exactTotal === '1' || exactTotal === 'true';

/**
 * Time limit of counting and summing a list (milliseconds). Beyond it the answer asks the reader to narrow the filters.
 */
const PATIENCE_MS = 2000;

/** Run a read through all rows of a filter, which may be millions. After the time limit, refuse with advice. */
export async function looksThrough<T>(app: App, tenancy: Tenancy, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await app.db.briefly(tenancy, PATIENCE_MS, work);
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw refuse.tooManyToAdd();
    throw error;
  }
}

/**
 * Return the total of a list: exact up to 1,000 rows, above that the planner's estimate, cached for 20 seconds.
 * Counting a large list would cost many times its page. `exactTotal` requests the exact number, on a person's click.
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
  const known = totals.get(key);
  if (known && known.until > now) return { ...known, total: Math.max(known.total, page.offset + page.found) };
  const few = await countFew(app, sql, reading, { columns, sums, from, values });
  if (few)
    return keep(key, { paper: paper.name, total: few.n, approx: false, ...sumsOf(paper, few), until: now + EXACT_MS });
  const plan = await sql.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) select 1 ${from}`,
    values.values,
  );
  const total = Math.max(CAP + 1, Math.round(plan[0]['QUERY PLAN'][0].Plan['Plan Rows']));
  return keep(key, { paper: paper.name, total, approx: true, until: now + ESTIMATE_MS });
}

/** Return the number of rows, with their sums, where there are few; undefined beyond the limit. */
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

/** Number of the newest rows in which matches are counted first, to find out how common a text is. */
const PROBED = 2 * CAP;
/** Number of the newest rows in which a common text is counted. */
const WALKED = 20 * PROBED;

/** Count the matches among the newest rows, up to 1,001. Each row is compared, without the search index. */
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
 * Are there more than 1,000 matches of a searched text among the newest rows? Then the total is only estimated. The
 * rows are read one by one, since the search index would first gather all matches, such as a year in all numbers.
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
  if (totals.size >= MAX_CACHED) totals.clear();
  totals.set(key, one);
  return one;
}
