import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Decision } from '#kernel/language/permission.ts';
import type { Sql } from '../context.ts';
import { type App, paperNamed } from '../app.ts';
import { looksInText, spanOfFilter } from './filter.ts';
import { Parameters } from '../database/statement.ts';
import { roundLimit } from './limits.ts';
import { orderSql } from './order.ts';
import { scopeSql } from './scope.ts';
import { detailFields, listFields, selectOf } from './shape.ts';
import { assertNarrow } from './narrow.ts';
import { type RowTotal, readTotal } from './total.ts';
import { isUsual, spanPage } from './span-page.ts';
import { type WhereInput, whereSql } from './where.ts';

export interface RowPage {
  readonly rows: Record<string, unknown>[];
  readonly total: RowTotal;
  readonly size: number;
  readonly current: number;
}

export const MAX_PER_PAGE = 1000;
const DEEP = 1000;
/** Number of the newest rows that a search reads before it uses its index. */
const NEAR = 1000;
/** Last position of a page that is searched among the newest rows. */
const NEAR_PAGE = 200;
/**
 * Nine digits in sequence: a complete number, or the beginning of a document number with its day. The index finds few
 * rows for it, however old.
 */
const NAMES_ONE = /\d{9}/;

const wholeNumber = (text: unknown, standard: number, most: number): number => {
  const number = Number.parseInt(String(text ?? ''), 10);
  return Number.isFinite(number) && number > 0 ? Math.min(number, most) : standard;
};

export const pageOf = (query: Readonly<Record<string, unknown>>): { current: number; size: number } => ({
  current: wholeNumber(query.current, 1, 10_000_000),
  size: wholeNumber(query.size, 10, MAX_PER_PAGE),
});

/** Return the statement of a page. The limit is part of the text, so that the plan knows how few rows are wanted. */
export function pageSql(
  app: App,
  reading: WhereInput,
  names: readonly string[],
  limit: number,
  offset: number,
): { text: string; values: unknown[] } {
  const { paper } = reading;
  const values = new Parameters();
  const where = whereSql(app, reading, values);
  const order = orderSql(paper, reading.query);
  const select = selectOf(paper, names, app.behaviours.get(paper.name), reading.now.slice(0, 10));
  const page = `where ${where} order by ${order} limit ${limit}${offset ? ` offset ${values.add(offset)}` : ''}`;
  // Deep pages walk the index alone, then read the rows of the page. Computed fields are computed for these only.
  const isApart = offset > DEEP || names.some((name) => paper.fields[name].computed);
  const from = isApart
    ? `${paper.table} t where t.id in (select t.id from ${paper.table} t ${page}) order by ${order}`
    : `${paper.table} t ${page}`;
  return { text: `select ${select} from ${from}`, values: values.values };
}

/**
 * Return the statement of a search that looks through the newest rows only. It finds a frequent text, such as a year,
 * for which the index would first gather hundreds of thousands. Null without a search, for nine digits, and in an order
 * without an index.
 */
export function nearSql(
  app: App,
  reading: WhereInput,
  names: readonly string[],
  limit: number,
  offset: number,
): { text: string; values: unknown[] } | null {
  const { paper, query } = reading;
  const sought = Object.keys(query)
    .filter((key) => query[key] && looksInText(paper, key))
    .map((key) => String(query[key]));
  if (!sought.length || sought.some((text) => NAMES_ONE.test(text)) || !isUsual(reading, NEAR_PAGE, offset + limit))
    return null;
  const values = new Parameters();
  values.scanOnly = true;
  const rest = Object.fromEntries(
    Object.entries(query).filter(([key]) => !looksInText(paper, key) && !spanOfFilter(paper, key)),
  );
  const order = orderSql(paper, {});
  const newest = `select t.* from ${paper.table} t where ${whereSql(app, { ...reading, query: rest }, values)} order by ${order} limit ${NEAR}`;
  const page = `select t.* from (${newest}) t where ${whereSql(app, reading, values)} order by ${order} limit ${limit}${offset ? ` offset ${values.add(offset)}` : ''}`;
  return {
    text: `select ${selectOf(paper, names, app.behaviours.get(paper.name), reading.now.slice(0, 10))} from (${page}) t order by ${order}`,
    values: values.values,
  };
}

async function rowsOf(
  app: App,
  sql: Sql,
  reading: WhereInput,
  wanted: number,
  offset: number,
): Promise<Record<string, unknown>[]> {
  return (await roundedRows(app, sql, reading, roundLimit(wanted), offset)).slice(0, wanted);
}

async function roundedRows(
  app: App,
  sql: Sql,
  reading: WhereInput,
  limit: number,
  offset: number,
): Promise<Record<string, unknown>[]> {
  const names = listFields(reading.paper);
  const near = nearSql(app, reading, names, limit, offset);
  const found = near ? await sql.query<Record<string, unknown>>(near.text, near.values) : [];
  if (near && found.length === limit) return found;
  const few = await spanPage(app, sql, reading, { names, limit, offset });
  if (few) return few;
  const statement = pageSql(app, reading, names, limit, offset);
  return sql.query(statement.text, statement.values);
}

/**
 * Read one page with its total. Rows take one statement, or two for a search that the newest rows do not answer; a full
 * page needs another for its total.
 */
export async function readPage(app: App, sql: Sql, reading: WhereInput): Promise<RowPage> {
  await assertNarrow(app, sql, reading);
  const { current, size } = pageOf(reading.query);
  const offset = (current - 1) * size;
  const rows = await rowsOf(app, sql, reading, size, offset);
  const total = await readTotal(app, sql, reading, { found: rows.length, offset, size });
  return { rows, total, size, current };
}

/** Return one row with all its fields, or undefined; a row out of scope is a missing row. */
export async function readListRow(
  app: App,
  sql: Sql,
  {
    paper,
    tenantId,
    decision,
    id,
    now,
  }: { paper: AnyPaper; tenantId: string; decision: Pick<Decision, 'where'>; id: string; now?: string },
): Promise<Record<string, unknown> | undefined> {
  const values = new Parameters();
  values.now = now ?? null;
  const names = detailFields(paper);
  const key = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(tenantId)}`;
  const scope = scopeSql(paper, decision.where, values, (name) => paperNamed(app, name));
  const text = `select ${selectOf(paper, names, app.behaviours.get(paper.name), now?.slice(0, 10))} from ${paper.table} t where t.id = ${values.add(id)}${key} and t.is_deleted = 0 and ${scope}`;
  const rows = await sql.query(text, values.values);
  return rows[0];
}
