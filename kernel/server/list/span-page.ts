import { columnOf } from '#kernel/language/paper.ts';
import type { Sql } from '../context.ts';
import type { App } from '../app.ts';
import { isReadByPerson, orderColumns } from '../schema/paper-table.ts';
import { conditionsOf, spanOfFilter } from './filter.ts';
import { Parameters } from '../database/statement.ts';
import { orderSql } from './order.ts';
import { selectOf } from './shape.ts';
import { type WhereInput, livingSql, whereSql } from './where.ts';

/** So deep a page of a span is cut from rows that were gathered. */
const DEEP = 1000;
/** A span of more rows is wide: its rows are looked for among the newest of all before it is read. */
const FEW = 1000;
/** A span of more than twice as many rows costs more to read than so many of the newest rows. */
const MANY = 10_000;
/** So many rows that fit are gathered and put in order. */
const GATHERED = 2000;
/** So many of the newest rows, of all or of a span, are looked through for a page that ends this early. */
const NEWEST = 500;
const NEAR_PAGE = 100;

type Rows = Record<string, unknown>[];

interface PageInput {
  readonly names: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** Is the page asked for in the order of the list, near its beginning? Elsewhere there is one way to it. */
export const isUsual = ({ query }: WhereInput, most: number, last: number): boolean =>
  last <= most && !query.ascs && !query.descs;

/** The span that a reading names, but for that of the order itself: it needs no other way. */
const spanIn = ({ paper, query }: WhereInput): string | undefined =>
  Object.keys(query)
    .flatMap((key) => (query[key] ? (spanOfFilter(paper, key) ?? []) : []))
    .find((name) => columnOf(name) !== orderColumns(paper).column);

/** The rows of a span, whatever else is asked of them: its index alone answers. */
function boundsSql(reading: WhereInput, span: string, values: Parameters): string {
  const { paper, query } = reading;
  const bounds = Object.fromEntries(Object.entries(query).filter(([key]) => spanOfFilter(paper, key) === span));
  return `from ${paper.table} t where ${[livingSql(reading, values), ...conditionsOf(paper, bounds, values)].join(' and ')}`;
}

/** How many rows a span holds, counted as far as it matters. */
async function sizeOf(sql: Sql, reading: WhereInput, span: string, most: number): Promise<number> {
  const values = new Parameters();
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from (select 1 ${boundsSql(reading, span, values)} order by t.${columnOf(span)} desc limit ${most + 1}) c`,
    values.values,
  );
  return n;
}

/** The page out of some rows, in the order of the list. `rows` is SQL that names them and lets nothing be asked of them before. */
function pageOf(
  app: App,
  sql: Sql,
  reading: WhereInput,
  { names, limit, offset }: PageInput,
  { rows, where, values }: { readonly rows: string; readonly where?: string; readonly values: Parameters },
): Promise<Rows> {
  const { paper, now } = reading;
  const select = selectOf(paper, names, app.behaviours.get(paper.name), now.slice(0, 10));
  return sql.query(
    `select ${select} from (${rows}) t${where ? ` where ${where}` : ''} order by ${orderSql(paper, {})} limit ${limit}${offset ? ` offset ${values.add(offset)}` : ''}`,
    values.values,
  );
}

/** The page as far as the newest rows of all hold it: what people look at is seldom old. */
function amongNewest(app: App, sql: Sql, reading: WhereInput, page: PageInput, newest: number): Promise<Rows> {
  const { paper } = reading;
  const values = new Parameters();
  const rows = `select t.* from ${paper.table} t where ${livingSql(reading, values)} order by ${orderSql(paper, {})} limit ${newest}`;
  return pageOf(app, sql, reading, page, { rows, where: whereSql(app, reading, values), values });
}

/** The page as far as the newest rows of the span hold it: which these are, its index tells without reading a row. */
function amongNewestOf(app: App, sql: Sql, reading: WhereInput, span: string, page: PageInput): Promise<Rows> {
  const { paper } = reading;
  const values = new Parameters();
  const order = orderColumns(paper).column;
  // Nothing is asked in the order of the list before the span is read: planned together, the walk along that order looks cheaper than it is.
  const all = `select t.id, t.${order} ${boundsSql(reading, span, values)} offset 0`;
  const newest = `select s.id from (${all}) s order by ${orderSql(paper, {}, 's.')} limit ${NEWEST}`;
  const rows = `select t.* from ${paper.table} t where t.id = any(array(${newest})) and ${whereSql(app, reading, values)}`;
  return pageOf(app, sql, reading, page, { rows, values });
}

/** The page out of all rows that fit, where these are few; null where they are many. */
async function amongAll(app: App, sql: Sql, reading: WhereInput, span: string, page: PageInput): Promise<Rows | null> {
  const { paper } = reading;
  const values = new Parameters();
  const found = await sql.query<{ id: string }>(
    `select t.id from ${paper.table} t where ${whereSql(app, reading, values)} order by t.${columnOf(span)} desc, t.id desc limit ${GATHERED + 1}`,
    values.values,
  );
  if (found.length > GATHERED) return null;
  if (found.length <= page.offset) return [];
  const own = new Parameters();
  const rows = `select t.* from ${paper.table} t where t.id = any(${own.add(found.map((one) => one.id))}::bigint[]) and ${livingSql(reading, own)}`;
  return pageOf(app, sql, reading, page, { rows, values: own });
}

/** The page of a wide span out of the newest rows of all; null where they do not fill it. */
async function amongRecent(
  app: App,
  sql: Sql,
  reading: WhereInput,
  span: string,
  page: PageInput,
): Promise<Rows | null> {
  const near = await amongNewest(app, sql, reading, page, NEWEST);
  if (near.length === page.limit) return near;
  // The newest rows of all may leave the field empty.
  if ((await sizeOf(sql, reading, span, 2 * MANY)) <= 2 * MANY) return null;
  const recent = await amongNewest(app, sql, reading, page, MANY);
  return recent.length === page.limit ? recent : null;
}

/**
 * A page of a list that asks for a span. In the order of the list one would look through all that is newer than the span, a whole year where it
 * is last year's, or everything where the page does not fill. So the newest rows of the span itself are looked at: its index ends in
 * the order of the list. Null where no span is asked for, and where its rows come soon in any order.
 */
export async function spanPage(app: App, sql: Sql, reading: WhereInput, page: PageInput): Promise<Rows | null> {
  const span = spanIn(reading);
  if (!span || !isUsual(reading, DEEP, page.offset)) return null;
  // What only its person sees has no index but his.
  if (page.offset + page.limit <= NEAR_PAGE && !isReadByPerson(reading.paper)) {
    const size = await sizeOf(sql, reading, span, FEW);
    const recent = size > FEW ? await amongRecent(app, sql, reading, span, page) : null;
    if (recent) return recent;
    const own = await amongNewestOf(app, sql, reading, span, page);
    if (own.length === page.limit || size <= NEWEST) return own;
  }
  return amongAll(app, sql, reading, span, page);
}
