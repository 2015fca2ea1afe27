import { columnOf } from '#kernel/language/paper.ts';
import type { Sql } from '../context.ts';
import type { App } from '../app.ts';
import { isReadByPerson, orderColumns } from '../schema/paper-columns.ts';
import { isLookedUp } from '../schema/indexes/paper-indexes.ts';
import { conditionsOf, spanOfFilter } from './filter.ts';
import { Parameters } from '../database/statement.ts';
import { orderSql } from './order.ts';
import { risingSpan } from './narrow.ts';
import { selectOf } from './shape.ts';
import { type WhereInput, livingSql, whereSql } from './where.ts';

/**
 * Maximum offset of a page that is read by a span: a range of days or numbers in the filters. Later pages use the plain
 * statement (`pageSql`).
 */
const DEEP = 1000;
/** Number of rows above which a span is wide. Its page is searched among the newest rows of the paper first. */
const FEW = 1000;
/**
 * Number of the newest rows of the paper that are searched for a page of a wide span. A span of twice as many rows
 * costs as much to read by its index, so smaller ones are read that way.
 */
const MANY = 10_000;
/** Maximum number of matching rows that are gathered and sorted. */
const GATHERED = 2000;
/** Number of the newest rows, of the paper or of the span, that are read for a page near the beginning. */
const NEWEST = 500;
/** Last position of a page that is searched among the newest rows. */
const NEAR_PAGE = 100;

type Rows = Record<string, unknown>[];

interface PageInput {
  readonly names: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** Is the list in its default order, and `last` at most `most`? Other pages are read by the plain statement. */
export const isUsual = ({ query }: WhereInput, most: number, last: number): boolean =>
  last <= most && !query.ascs && !query.descs;

/**
 * Return the indexed field that the query limits to a span; undefined without one. The field that orders the list does
 * not count, since the plain statement serves it.
 */
const spanIn = (app: App, { paper, query }: WhereInput): string | undefined =>
  Object.keys(query)
    .flatMap((key) => (query[key] ? (spanOfFilter(paper, key) ?? []) : []))
    .find((name) => columnOf(name) !== orderColumns(paper).column && isLookedUp(paper, app.papers, name));

/** Return the SQL of the rows of a span without other conditions: its index alone answers. */
function boundsSql(reading: WhereInput, span: string, values: Parameters): string {
  const { paper, query } = reading;
  const bounds = Object.fromEntries(Object.entries(query).filter(([key]) => spanOfFilter(paper, key) === span));
  return `from ${paper.table} t where ${[livingSql(reading, values), ...conditionsOf(paper, bounds, values)].join(' and ')}`;
}

/** Count the rows of a span up to a limit. */
async function sizeOf(sql: Sql, reading: WhereInput, span: string, most: number): Promise<number> {
  const values = new Parameters();
  const [{ n }] = await sql.query<{ n: number }>(
    `select count(*)::int as n from (select 1 ${boundsSql(reading, span, values)} order by t.${columnOf(span)} desc limit ${most + 1}) c`,
    values.values,
  );
  return n;
}

/**
 * Return the page out of some rows, in the order of the list. `rows` is SQL that names them; PostgreSQL evaluates it
 * first.
 */
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

/**
 * Return the page out of the newest rows of the paper, since readers seldom look at old ones. It is short where these
 * rows do not fill it.
 */
function amongNewest(app: App, sql: Sql, reading: WhereInput, page: PageInput, newest: number): Promise<Rows> {
  const { paper } = reading;
  const values = new Parameters();
  const rows = `select t.* from ${paper.table} t where ${livingSql(reading, values)} order by ${orderSql(paper, {})} limit ${newest}`;
  return pageOf(app, sql, reading, page, { rows, where: whereSql(app, reading, values), values });
}

/** Return the page within the newest rows of the span: its index names these without reading a row. */
function amongNewestOf(app: App, sql: Sql, reading: WhereInput, span: string, page: PageInput): Promise<Rows> {
  const { paper } = reading;
  const values = new Parameters();
  const order = orderColumns(paper).column;
  // “offset 0” makes PostgreSQL read the span first. Planned together, a walk along the order of the list looks cheaper
  // than it is.
  const all = `select t.id, t.${order} ${boundsSql(reading, span, values)} offset 0`;
  const newest = `select s.id from (${all}) s order by ${orderSql(paper, {}, 's.')} limit ${NEWEST}`;
  const rows = `select t.* from ${paper.table} t where t.id = any(array(${newest})) and ${whereSql(app, reading, values)}`;
  return pageOf(app, sql, reading, page, { rows, values });
}

/** Return the page out of all matching rows, where these are few; null where they are many. */
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

/** Return the page of a wide span within the newest rows; null where they do not fill it. */
async function amongRecent(
  app: App,
  sql: Sql,
  reading: WhereInput,
  span: string,
  page: PageInput,
): Promise<Rows | null> {
  const near = await amongNewest(app, sql, reading, page, NEWEST);
  if (near.length === page.limit) return near;
  // The newest rows of the paper may have no value in the field. So a span of up to 20,000 rows is read by its index
  // instead.
  if ((await sizeOf(sql, reading, span, 2 * MANY)) <= 2 * MANY) return null;
  const recent = await amongNewest(app, sql, reading, page, MANY);
  return recent.length === page.limit ? recent : null;
}

/**
 * Return a page of a list limited to a span of a field whose values rise with the id (`rising` of the paper). A page
 * near the beginning is searched first among the newest rows of the paper, then of the span. Otherwise it is cut out of
 * all matching rows; null where these are too many.
 */
async function risingPage(
  app: App,
  sql: Sql,
  reading: WhereInput,
  span: string,
  page: PageInput,
): Promise<Rows | null> {
  if (page.offset + page.limit <= NEAR_PAGE) {
    const near = await amongNewest(app, sql, reading, page, NEWEST);
    if (near.length === page.limit) return near;
    const own = await amongNewestOf(app, sql, reading, span, page);
    if (own.length === page.limit) return own;
  }
  return amongAll(app, sql, reading, span, page);
}

/**
 * Return a page of a list that a filter limits to a span of days or numbers. In list order PostgreSQL would first read
 * all rows newer than the span, so its newest rows are read by its index. Null where the plain statement serves as
 * well.
 */
export async function spanPage(app: App, sql: Sql, reading: WhereInput, page: PageInput): Promise<Rows | null> {
  const span = spanIn(app, reading);
  if (!isUsual(reading, DEEP, page.offset)) return null;
  const rising = span ? undefined : risingSpan(reading);
  if (rising) return risingPage(app, sql, reading, rising, page);
  if (!span) return null;
  // Papers that only one person reads have an index by that person only.
  if (page.offset + page.limit <= NEAR_PAGE && !isReadByPerson(reading.paper)) {
    const size = await sizeOf(sql, reading, span, FEW);
    const recent = size > FEW ? await amongRecent(app, sql, reading, span, page) : null;
    if (recent) return recent;
    const own = await amongNewestOf(app, sql, reading, span, page);
    if (own.length === page.limit || size <= NEWEST) return own;
  }
  return amongAll(app, sql, reading, span, page);
}
