import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import type { RouteCall } from '../http/route.ts';
import { asksNothing, writtenAs } from '../list/filter-values.ts';
import { conditionsOf } from '../list/filter.ts';
import { Parameters } from '../database/statement.ts';
import { whereSql } from '../list/where.ts';
import { http as refuseHttp, row as refuse } from '../refusals.ts';
import { searchedFields, tailedFields } from '../schema/paper-columns.ts';
import { nowOf } from '../time/tenancy.ts';
import { MAX_BATCH_ROWS, idsOf } from './batch.ts';
import { assertMaySeek } from './number-searches.ts';
import { assertMay, withDepartments } from './read.ts';

/** Return a value that is an object; undefined for anything else. */
export const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

/** Maximum length of a keyword. A list cuts a longer one, which here would match more rows. */
const LONGEST_KEYWORD = 100;

/** Is this the name of a filter of the list? A value that cannot be read is refused here. */
export const isListFilter = (app: App, paper: AnyPaper, name: string, value: unknown): boolean =>
  Object.hasOwn(app.behaviours.get(paper.name)?.filters ?? {}, name) ||
  conditionsOf(paper, { [name]: value }, new Parameters()).length > 0;

/** Does a filter narrow the rows of the paper at all? An unreadable value is refused. */
function narrows(app: App, paper: AnyPaper, name: string, value: unknown): boolean {
  if (name === 'keyword')
    return (
      searchedFields(paper).length + tailedFields(paper).length > 0 &&
      (writtenAs(value)?.length ?? LONGEST_KEYWORD + 1) <= LONGEST_KEYWORD
    );
  return isListFilter(app, paper, name, value);
}

/**
 * Refuse unknown and empty filters of a bulk act. A list ignores them, which here would affect more rows than intended.
 */
export function assertNarrows(app: App, paper: AnyPaper, filters: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(filters)) {
    const parts = { name: name.slice(0, 60) };
    if (asksNothing(value)) {
      const words = refuse.filterEmpty(parts).words;
      throw refuse.filterEmpty(parts, { fields: [{ field: name, words }] });
    }
    if (!narrows(app, paper, name, value)) {
      const words = refuse.filterUnknown(parts).words;
      throw refuse.filterUnknown(parts, { fields: [{ field: name, words }] });
    }
  }
}

/**
 * Return the ids that a call names, or those of all rows that match its filters. `counted`: a caller with filters must
 * state the number of rows.
 */
export const chosenIds = async (call: RouteCall, paper: AnyPaper, counted?: 'counted'): Promise<string[]> =>
  call.body.matching === undefined ? idsOf(call) : matchingIds(call, paper, counted);

/** Return the number of rows that the caller expects. Refuse where it is required and missing. */
function countIn(
  matching: Readonly<Record<string, unknown>> | undefined,
  counted: 'counted' | undefined,
): number | undefined {
  const sent = matching?.count;
  if (sent === undefined && !counted) return undefined;
  const count = typeof sent === 'number' || (typeof sent === 'string' && /^\d{1,6}$/.test(sent)) ? Number(sent) : NaN;
  const { words } = refuse.countNeeded();
  if (!Number.isInteger(count)) throw refuse.countNeeded({ fields: [{ field: 'matching.count', words }] });
  return count;
}

/**
 * Return the ids of all matching rows, at most a thousand and exactly as many as expected. Missing filters are refused,
 * so that a mistake never means all rows.
 */
async function matchingIds(call: RouteCall, whole: AnyPaper, counted: 'counted' | undefined): Promise<string[]> {
  const paper = visibleTo(call.actor.person, whole);
  const { where } = assertMay(call.actor, paper, 'view');
  const matching = objectOf(call.body.matching);
  const filters = objectOf(matching?.filters);
  if (!filters) throw refuseHttp.missing({ what: 'matching.filters' });
  const { app, actor } = call;
  assertNarrows(app, paper, filters);
  const expected = countIn(matching, counted);
  const query = await withDepartments(app, actor, paper, filters);
  const values = new Parameters();
  const condition = whereSql(
    app,
    { paper, tenantId: actor.tenancy.tenantId, where, query, now: nowOf(app.clock, actor.tenancy) },
    values,
  );
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ id: string }>(
      `select t.id from ${paper.table} t where ${condition} order by t.id limit ${MAX_BATCH_ROWS + 1}`,
      values.values,
    ),
  );
  await assertMaySeek(app, actor);
  if (rows.length > MAX_BATCH_ROWS) throw refuse.tooMany({ most: MAX_BATCH_ROWS });
  if (expected !== undefined && expected !== rows.length)
    throw refuse.countChanged({ count: rows.length, asked: expected }, { data: { count: rows.length } });
  if (!rows.length) throw refuse.noneChosen();
  return rows.map((row) => row.id);
}
