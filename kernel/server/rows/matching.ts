import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import type { RouteCall } from '../http/route.ts';
import { asksNothing, writtenAs } from '../list/filter-values.ts';
import { conditionsOf } from '../list/filter.ts';
import { Parameters } from '../database/statement.ts';
import { whereSql } from '../list/where.ts';
import { http as refuseHttp, row as refuse } from '../refusals.ts';
import { searchedFields, tailedFields } from '../schema/paper-table.ts';
import { nowOf } from '../time/tenancy.ts';
import { MAX_BATCH_ROWS, idsOf } from './batch.ts';
import { assertMaySeek } from './number-searches.ts';
import { assertMay, withDepartments } from './read.ts';

/** What came as an object; undefined for anything else. */
export const objectOf = (given: unknown): Record<string, unknown> | undefined =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : undefined;

/** A keyword is cut off where it is longer: what is left would mean more rows. */
const LONGEST_KEYWORD = 100;

/** Is this the name of a filter of the list? A value that cannot be read is refused here. */
export const isListFilter = (app: App, paper: AnyPaper, name: string, value: unknown): boolean =>
  Object.hasOwn(app.behaviours.get(paper.name)?.filters ?? {}, name) ||
  conditionsOf(paper, { [name]: value }, new Parameters()).length > 0;

/** Does a name with this value narrow the rows of the paper at all? A value that cannot be read is refused here. */
function narrows(app: App, paper: AnyPaper, name: string, given: unknown): boolean {
  if (name === 'keyword')
    return (
      searchedFields(paper).length + tailedFields(paper).length > 0 &&
      (writtenAs(given)?.length ?? LONGEST_KEYWORD + 1) <= LONGEST_KEYWORD
    );
  return isListFilter(app, paper, name, given);
}

/**
 * Filters that choose what is changed, removed or taken away: each is one that is known, and says something. A list passes over the
 * others; here that would mean more rows than somebody thinks.
 */
export function assertNarrows(app: App, paper: AnyPaper, filters: Readonly<Record<string, unknown>>): void {
  for (const [name, given] of Object.entries(filters)) {
    const told = { name: name.slice(0, 60) };
    if (asksNothing(given)) {
      const words = refuse.filterEmpty(told).words;
      throw refuse.filterEmpty(told, { fields: [{ field: name, words }] });
    }
    if (!narrows(app, paper, name, given)) {
      const words = refuse.filterUnknown(told).words;
      throw refuse.filterUnknown(told, { fields: [{ field: name, words }] });
    }
  }
}

/** Which rows a call means: those it names, or all that match the filters it sends as the list had them. `counted`: who chooses by filters says how many rows these are. */
export const chosenIds = async (call: RouteCall, paper: AnyPaper, counted?: 'counted'): Promise<string[]> =>
  call.body.matching === undefined ? idsOf(call) : matchingIds(call, paper, counted);

/** How many rows somebody takes his filters to match; refused where he must say so and does not. */
function countIn(
  matching: Readonly<Record<string, unknown>> | undefined,
  counted: 'counted' | undefined,
): number | undefined {
  const given = matching?.count;
  if (given === undefined && !counted) return undefined;
  const count =
    typeof given === 'number' || (typeof given === 'string' && /^\d{1,6}$/.test(given)) ? Number(given) : NaN;
  const { words } = refuse.countNeeded();
  if (!Number.isInteger(count)) throw refuse.countNeeded({ fields: [{ field: 'matching.count', words }] });
  return count;
}

/** The ids of all rows that a filter matches, at most a thousand, and exactly as many as was said. Without filters it is no question: a slip must not mean everything. */
async function matchingIds(call: RouteCall, whole: AnyPaper, counted: 'counted' | undefined): Promise<string[]> {
  const paper = visibleTo(call.actor.person, whole);
  const { where } = assertMay(call.actor, paper, 'view');
  const matching = objectOf(call.body.matching);
  const filters = objectOf(matching?.filters);
  if (!filters) throw refuseHttp.missing({ what: 'matching.filters' });
  const { app, actor } = call;
  assertNarrows(app, paper, filters);
  const asked = countIn(matching, counted);
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
  if (asked !== undefined && asked !== rows.length)
    throw refuse.countChanged({ count: rows.length, asked }, { data: { count: rows.length } });
  if (!rows.length) throw refuse.noneChosen();
  return rows.map((row) => row.id);
}
