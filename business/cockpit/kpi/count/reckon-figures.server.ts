import { type Context, type Fragment, raw, shared, sql } from '#kernel/server';
import { columnOf } from '#kernel/language/paper.ts';
import { must, mustFind } from '#kernel/language/must.ts';
import { addDays } from '#kernel/language/days.ts';
import type { StoredFigure } from '#business/system/quality/figures/figure.server.ts';
import { type Catalogue, catalogueOf, storedNames } from '../catalogue.server.ts';
import { flowSql, stateBeforeSql, stateNowSql } from './figure-sql.server.ts';

const INTO =
  'insert into as_kpi_day (id, tenant_id, create_time, update_time, day, metric, team, technician_id, repair_type, num, den, bins)';

/** Return the SQL of the first columns of every stored row: id, tenant and times. */
function rowStart(context: Context): Fragment {
  const now = shared(context.now());
  return sql`select next_id((extract(epoch from ${now}::timestamptz) * 1000)::bigint), ${context.tenantId}, ${now}::timestamptz, ${now}::timestamptz`;
}

/** Store the sums of a figure as one row per day, team, technician and system. */
const storeSums = (context: Context, { unit }: StoredFigure, rows: Fragment): Promise<unknown> =>
  context.sql.query(
    sql`${raw(INTO)} ${rowStart(context)}, g.*
    from (select c.day, c.metric, coalesce(c.team, ''), coalesce(c.technician_id, 0), coalesce(c.repair_type, ''),
        round(sum(c.num), ${raw(unit === 'money' ? 2 : 3)}), sum(c.den), coalesce(string_agg(c.bin || ':' || c.n, ',' order by c.bin), '')
      from (${rows}) c group by 1, 2, 3, 4, 5) g`,
  );

/** Mark days as counted. A figure without rows on a marked day is 0, on any other day unknown. */
const markDays = (context: Context, from: string, to: string): Promise<unknown> =>
  context.sql.query(
    sql`${raw(INTO)} ${rowStart(context)}, d::date, 'day', '', 0, '', 1, 0, '' from generate_series(${from}::date, ${to}::date, interval '1 day') d`,
  );

async function storeFlow(context: Context, figure: StoredFigure, from: string, to: string): Promise<void> {
  const { tenantId } = context;
  if (!figure.rows) {
    await storeSums(context, figure, flowSql(figure, { tenantId, from, to }));
    return;
  }
  const rows = await figure.rows(context, from, to);
  await storeSums(
    context,
    figure,
    sql`select a.day, ${figure.name}::text as metric, a.team, a.technician_id, a.repair_type, null::text as bin, a.num, a.den, 0 as n
    from unnest(${rows.map((one) => one.day)}::date[], ${rows.map((one) => one.team)}::text[], ${rows.map((one) => one.technicianId)}::bigint[],
      ${rows.map((one) => one.system)}::text[], ${rows.map((one) => one.num)}::numeric[], ${rows.map((one) => one.den)}::numeric[]) as a(day, team, technician_id, repair_type, num, den)`,
  );
}

/**
 * Delete the figures that are counted again: flows of these days, and states only of today, since earlier states cannot
 * be counted. Return the days that were counted before.
 */
async function forgetDays(
  context: Context,
  { flows, states }: Catalogue,
  from: string,
  to: string,
): Promise<ReadonlySet<string>> {
  const { sql: line, tenantId } = context;
  const known = await line.query<{ day: string }>(
    "select t.day::text as day from as_kpi_day t where t.tenant_id = $1 and t.metric = 'day' and t.day between $2 and $3",
    [tenantId, from, to],
  );
  await line.query(
    'delete from as_kpi_day where tenant_id = $1 and day between $2 and $3 and (metric = any($4) or (day = $6 and metric = any($5)))',
    [tenantId, from, to, [...flows.flatMap(storedNames), 'day'], states.flatMap(storedNames), context.today()],
  );
  return new Set(known.map((one) => one.day));
}

/**
 * Count the figures of some days again from the rows of their papers, both days included. States that were counted on
 * past days are not changed.
 */
export async function reckonFigures(context: Context, from: string, to: string): Promise<void> {
  await context.lock('kpi days');
  const catalogue = catalogueOf(context);
  const { tenantId } = context;
  const [today, now] = [context.today(), context.now()];
  const counted = await forgetDays(context, catalogue, from, to);
  for (const figure of catalogue.flows) await storeFlow(context, figure, from, to);
  await markDays(context, from, to);
  if (from <= today && today <= to)
    for (const figure of catalogue.states) await storeSums(context, figure, stateNowSql(figure, tenantId, today, now));
  const missed: string[] = [];
  for (let day = from; day <= to && day < today; day = addDays(day, 1)) if (!counted.has(day)) missed.push(day);
  if (!missed.length) return;
  for (const figure of catalogue.states)
    if (figure.state?.before) await storeSums(context, figure, stateBeforeSql(figure, { tenantId, from, to }, missed));
}

/**
 * Return the first day with a row of the figure that has `opens`, at most this many days ago. Without rows it is today.
 */
export async function firstDay(context: Context, most: number): Promise<string> {
  const opening = mustFind(catalogueOf(context).flows, (one) => one.opens === true);
  const row = await context.sql.query<{ day: string | null }>(
    `select min(t.${columnOf(must(opening.day, 'day'))})::date::text as day from ${must(opening.of, 'paper').table} t where t.tenant_id = $1 and t.is_deleted = 0`,
    [context.tenantId],
  );
  const day = row[0]?.day;
  const earliest = addDays(context.today(), -most);
  return day ? (day > earliest ? day : earliest) : context.today();
}
