import { createHash } from 'node:crypto';
import { kindOf } from '#kernel/fields/kinds.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { Sql } from '../context.ts';
import type { App } from '../app.ts';
import { isLookedUp, isRising } from '../schema/indexes/paper-indexes.ts';
import { orderColumns } from '../schema/paper-columns.ts';
import { row as refuse } from '../refusals.ts';
import { asksNothing } from './filter-values.ts';
import { conditionsOf, readName } from './filter.ts';
import { roundLimit } from './limits.ts';
import { orderSql } from './order.ts';
import { Parameters } from '../database/statement.ts';
import { type WhereInput, livingSql, whereSql } from './where.ts';

/** Maximum ratio of the expected costs of a filtered page and of the same page without filters. */
const MAX_RATIO = 20;
/** Expected cost below which a page is always answered: about 20,000 rows are read for it. */
const MIN_COST = 4000;
/**
 * Maximum number of rows through which a list may search: all rows of a company, or those newer than the span of a
 * filter.
 */
const MAX_PASSED = 50_000;
const MAX_DAYS = 92;
const DAY_MS = 86_400_000;

/** Validity of a stored verdict on filters, too wide or not (milliseconds). It is limited, because tables grow. */
const STORED_MS = 3_600_000;
const MAX_STORED = 5000;
/** Verdicts on filters, too wide or not, by paper, filters and values. The oldest is dropped first. */
const verdicts = new Map<string, { readonly isTooWide: boolean; readonly until: number }>();

interface AskedFilter {
  readonly key: string;
  readonly name: string;
  readonly field: Field;
  readonly operator: string;
  readonly value: unknown;
}

const filtersIn = (paper: AnyPaper, query: WhereInput['query']): AskedFilter[] =>
  Object.entries(query).flatMap(([key, value]) => {
    const read = asksNothing(value) ? null : readName(paper, key);
    return read ? [{ key, value, ...read }] : [];
  });

const isOrder = (paper: AnyPaper, name: string): boolean => columnOf(name) === orderColumns(paper).column;

/** Can the rows of a span be found directly: by an index of the field, or because the list is ordered by it? */
const isSpanFound = (app: App, paper: AnyPaper, name: string): boolean =>
  isOrder(paper, name) || isLookedUp(paper, app.papers, name);

const isLow = ({ operator }: AskedFilter): boolean => /g[et]$/.test(operator);
const isHigh = ({ operator }: AskedFilter): boolean => /l[et]$/.test(operator);
const isEndOfTime = (bound: AskedFilter): boolean => isHigh(bound) && kindOf(bound.field).time !== undefined;
const dayMs = ({ value }: Pick<AskedFilter, 'value'>): number => Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);

/**
 * Return the fields that the list is limited by to a span of at most 92 days. A span without an end lasts until now.
 */
const shortIn = (filters: readonly AskedFilter[], now: string): string[] =>
  [...Map.groupBy(filters, ({ name }) => name)].flatMap(([name, bounds]) => {
    const [low, high] = [bounds.find(isLow), bounds.find(isHigh)];
    return low && dayMs(high ?? { value: now }) - dayMs(low) <= MAX_DAYS * DAY_MS ? [name] : [];
  });

/** Return the field that rises with the id and that the query limits to at most 92 days; undefined without one. */
export const risingSpan = ({ paper, query, now }: WhereInput): string | undefined =>
  shortIn(filtersIn(paper, query), now).find((name) => isRising(paper, name));

/** Is the list limited to a span of at most 92 days that is found directly? Then few rows are read. */
const isShort = (app: App, { paper, now }: WhereInput, filters: readonly AskedFilter[]): boolean =>
  shortIn(filters, now).some((name) => isRising(paper, name) || isSpanFound(app, paper, name));

/**
 * Is the only filter one value of a field whose index ends in the order of the list? Its page then costs as little as a
 * page without filters.
 */
const isLookup = (app: App, paper: AnyPaper, filters: readonly AskedFilter[]): boolean =>
  filters.length === 1 &&
  ['', 'equal', 'dateequal'].includes(filters[0].operator) &&
  isLookedUp(paper, app.papers, filters[0].name);

type Explained = readonly { readonly Plan: { readonly 'Total Cost': number; readonly 'Plan Rows': number } }[];

async function planOf(sql: Sql, text: string, values: Parameters): Promise<Explained[number]['Plan']> {
  const [plan] = await sql.query<{ 'QUERY PLAN': Explained }>(`explain (format json) ${text}`, values.values);
  return plan['QUERY PLAN'][0].Plan;
}

/** Return the cost that PostgreSQL expects of a page of the list. */
async function costOf(app: App, sql: Sql, reading: WhereInput): Promise<number> {
  const { paper, query } = reading;
  const values = new Parameters();
  const where = whereSql(app, reading, values);
  const plan = await planOf(
    sql,
    `select 1 from ${paper.table} t where ${where} order by ${orderSql(paper, query)} limit ${roundLimit(10)}`,
    values,
  );
  return plan['Total Cost'];
}

/**
 * Return the same reading without filters: of its query only the order remains. The cost of a filtered page is compared
 * with the cost of this one.
 */
const plainOf = ({ query, ...reading }: WhereInput): WhereInput => ({
  ...reading,
  query: Object.fromEntries(Object.entries(query).filter(([key]) => key === 'ascs' || key === 'descs')),
});

/**
 * Are there more than 50,000 rows newer than a span without an index? A list in its order would read all of them first.
 * PostgreSQL underestimates that, since it expects matching rows evenly among all.
 */
async function isFarSpan(sql: Sql, reading: WhereInput, { name, value }: AskedFilter): Promise<boolean> {
  const { paper } = reading;
  const values = new Parameters();
  const newer = [livingSql(reading, values), ...conditionsOf(paper, { [`${name}_gt`]: value }, values)];
  const plan = await planOf(sql, `select 1 from ${paper.table} t where ${newer.join(' and ')}`, values);
  return plan['Plan Rows'] > MAX_PASSED;
}

/** Has the company few rows of the paper? Tables without statistics are estimated by their size. */
async function isSmall(sql: Sql, reading: WhereInput): Promise<boolean> {
  const values = new Parameters();
  const text = `select 1 from ${reading.paper.table} t where ${livingSql(reading, values)}`;
  return (await planOf(sql, text, values))['Plan Rows'] <= MAX_PASSED;
}

async function judge(app: App, sql: Sql, reading: WhereInput, filters: readonly AskedFilter[]): Promise<boolean> {
  // A value that cannot be read is refused here, before any other statement.
  const cost = await costOf(app, sql, reading);
  if (await isSmall(sql, reading)) return false;
  for (const bound of filters)
    if (isEndOfTime(bound) && !isSpanFound(app, reading.paper, bound.name) && (await isFarSpan(sql, reading, bound)))
      return true;
  if (shortIn(filters, reading.now).length) return false;
  return cost > MIN_COST && cost > MAX_RATIO * (await costOf(app, sql, plainOf(reading)));
}

/** Return the key of a stored verdict: a hash, since filters may be long. */
const keyOf = (app: App, { paper, tenantId, where, query }: WhereInput): string => {
  const { current: _current, size: _size, ...rest } = query;
  return createHash('sha256')
    .update(JSON.stringify([app.dataDir, paper.name, tenantId, where, rest]))
    .digest('base64');
};

function store(key: string, verdict: { readonly isTooWide: boolean; readonly until: number }): void {
  verdicts.delete(key);
  verdicts.set(key, verdict);
  for (const oldest of verdicts.keys()) {
    if (verdicts.size <= MAX_STORED) break;
    verdicts.delete(oldest);
  }
}

/**
 * Return the label of the moment that a refusal proposes to filter by: the one that orders the list, else the creation
 * time. A span of it is found at once.
 */
function spanLabel(paper: AnyPaper): Label {
  const by = paper.order?.by ?? 'createTime';
  const field = (paper.fields as Readonly<Record<string, Field>>)[by] ?? baseFields.createTime;
  return kindOf(field).time === undefined ? baseFields.createTime.label : field.label;
}

/**
 * Refuse a filter for which PostgreSQL would look through too many rows. It estimates a page once an hour for the same
 * filters and values. A span of at most 92 days that is found at once is always answered: it is what the refusal
 * requests.
 */
export async function assertNarrow(app: App, sql: Sql, reading: WhereInput): Promise<void> {
  const { paper, query } = reading;
  const filters = filtersIn(paper, query);
  if (!filters.length || isLookup(app, paper, filters) || isShort(app, reading, filters)) return;
  const key = keyOf(app, reading);
  const now = app.clock.ms();
  const known = verdicts.get(key);
  let isTooWide = known !== undefined && known.until > now ? known.isTooWide : undefined;
  if (isTooWide === undefined) {
    isTooWide = await judge(app, sql, reading, filters);
    store(key, { isTooWide, until: now + STORED_MS });
  }
  const first = filters.find(({ name }) => !isLookedUp(paper, app.papers, name)) ?? filters[0];
  if (isTooWide) throw refuse.filterTooWide({ label: first.field.label, span: spanLabel(paper) });
}
