import { type AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../app.ts';
import { searchedFields, tailedFields } from '../schema/paper-columns.ts';
import { asksNothing, readableText } from './filter-values.ts';
import { conditionsOf, keywordSql } from './filter.ts';
import { Parameters } from '../database/statement.ts';
import { scopeSql } from './scope.ts';

/** Rows to read: tenant, scope, filters, time. */
export interface WhereInput {
  readonly paper: AnyPaper;
  readonly tenantId: string;
  readonly where: readonly Term[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly now: string;
  /**
   * The rows are named, or belong to a row that was shown: default filters of the list do not apply.
   */
  readonly named?: true;
}

/** Return the filters of a query that have a value. */
const withValues = (query: WhereInput['query']): WhereInput['query'] =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => !asksNothing(value)));

/** Return the SQL for living rows of a company. */
export const livingSql = ({ paper, tenantId }: Pick<WhereInput, 'paper' | 'tenantId'>, values: Parameters): string =>
  `${paper.owner === 'platform' ? '' : `t.tenant_id = ${values.add(tenantId)} and `}t.is_deleted = 0`;

/** Return the condition of a reading: tenant, living, scope, filters, keyword, own filters of the paper. */
export function whereSql(
  app: App,
  { paper, tenantId, where, query: sent, now, named }: WhereInput,
  values: Parameters,
): string {
  const defaults = named ? undefined : app.behaviours.get(paper.name)?.listDefaults;
  const query = defaults?.(withValues(sent)) ?? sent;
  values.searchIndex = app.can.searchIndex;
  values.now = now;
  const conditions: string[] = [
    livingSql({ paper, tenantId }, values),
    scopeSql(paper, where, values, (name) => paperNamed(app, name)),
  ];
  conditions.push(...conditionsOf(paper, query, values));
  conditions.push(
    ...ownConditions(app, paper, query, now, values),
    ...keywordConditions(paper, query.keyword, now, values),
  );
  return conditions.filter((one) => one !== 'true').join(' and ');
}

/** Return the conditions of filters that a paper has beyond its fields. */
function ownConditions(
  app: App,
  paper: AnyPaper,
  query: Readonly<Record<string, unknown>>,
  now: string,
  values: Parameters,
): string[] {
  return Object.entries(app.behaviours.get(paper.name)?.filters ?? {}).flatMap(([name, { sql, reads }]) => {
    if (asksNothing(query[name])) return [];
    const text = readableText(name, reads, query[name]);
    return [`(${sql.replaceAll('$today', `date '${now.slice(0, 10)}'`).replaceAll('$', () => values.add(text))})`];
  });
}

function keywordConditions(paper: AnyPaper, keyword: unknown, now: string, values: Parameters): string[] {
  if (typeof keyword !== 'string') return [];
  const found = keywordSql(paper, keyword, values, {
    text: searchedFields(paper).length > 0,
    tails: tailedFields(paper),
  });
  if (!found) return [];
  // The search index has parts of two characters or more, so a single character is searched in the last three months
  // only.
  return [...keyword.trim()].length === 1
    ? [found, `t.create_time >= ${values.add(now)}::timestamptz - interval '92 days'`]
    : [found];
}
