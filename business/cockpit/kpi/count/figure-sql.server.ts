import { columnOf } from '#kernel/language/paper.ts';
import { must } from '#kernel/language/must.ts';
import { type Fragment, joinedSql, raw, shared, sql } from '#kernel/server';
import type {
  StoredFigure,
  FigureAmount,
  FigureCondition,
  FigureGroup,
  FigureLink,
  FigureSpan,
  FigureWhere,
} from '#business/system/quality/figures/figure.server.ts';

const own = (field: string): Fragment => raw(`t.${columnOf(field)}`);
const isGroup = (one: string | FigureGroup | undefined): one is FigureGroup => typeof one === 'object';

function condition(field: string, asked: FigureCondition): Fragment {
  const column = own(field);
  if (typeof asked === 'string') return sql`${column} = ${asked}`;
  if (typeof asked === 'boolean') return sql`${column} is ${raw(asked ? 'true' : 'not true')}`;
  if ('above' in asked) return sql`${column} > ${asked.above}`;
  return 'not' in asked ? sql`${column} <> all(${asked.not})` : sql`${column} = any(${asked})`;
}

const all = (parts: readonly Fragment[]): Fragment => (parts.length ? joinedSql(parts, ' and ') : raw('true'));

const conditions = (where: FigureWhere = {}): Fragment =>
  all(Object.entries(where).map(([field, asked]) => condition(field, asked as FigureCondition)));

/** Return the SQL of a row's team or system; empty text if the figure has none. */
const groupSql = (group: string | FigureGroup | undefined): Fragment =>
  group === undefined
    ? raw("''::text")
    : isGroup(group)
      ? raw(`coalesce(${group.links.map(({ alias, field }) => `${alias}.${columnOf(field)}`).join(', ')}, '')`)
      : own(group);

export const linkedTable = ({ table }: FigureLink['table']): string => table;

/** Return the SQL joins of the rows from which team and system are read, each only once. */
function joins({ team, system }: StoredFigure): Fragment {
  const links = [team, system].flatMap((one) => (isGroup(one) ? one.links : []));
  const once = new Map(links.map((link) => [link.alias, link]));
  return joinedSql(
    [...once.values()].map(
      ({ table, alias, on }) =>
        sql` left join ${raw(linkedTable(table))} ${raw(alias)} on ${raw(alias)}.tenant_id = t.tenant_id and ${raw(on)}`,
    ),
    '',
  );
}

function amount(of: FigureAmount | { readonly figure: string } | undefined): Fragment {
  if (of === undefined) return raw('0');
  if (of === 'count') return raw('count(*)');
  if ('count' in of) return sql`count(*) filter (where ${conditions(of.count)})`;
  if ('sum' in of) return sql`sum(${own(of.sum)})`;
  return 'sql' in of ? sql`sum(${of.sql})` : raw('0');
}

/** Return the SQL of a row's bin: its hour, or the lower bound of its age in days (0, 1, 3 or 7). */
function binSql({ bins, day }: StoredFigure, end: Fragment): Fragment {
  if (bins === undefined) return raw('null::text');
  if ('rows' in bins) return sql`${bins.rows}::text`;
  if ('hour' in bins) return sql`extract(hour from ${own(must(day, 'day'))})::int`;
  const age = sql`${end} - ${own(bins.age)}`;
  return sql`case when ${age} <= interval '1 day' then 0 when ${age} <= interval '3 days' then 1 when ${age} <= interval '7 days' then 3 else 7 end`;
}

/**
 * Return the SQL of the name under which a row is counted: the figure's, with `split` followed by the field's value.
 */
const nameSql = ({ name, split }: StoredFigure): Fragment =>
  split ? sql`${name}::text || upper(left(${own(split)}, 1)) || substr(${own(split)}, 2)` : sql`${name}::text`;

const tableOf = ({ of, from }: StoredFigure): Fragment => from ?? raw(must(of, 'paper').table);

interface Counted {
  readonly day: Fragment;
  /** End of the counted day, from which ages are computed. */
  readonly end: Fragment;
  readonly source: Fragment;
  readonly where: Fragment;
}

/** Return the SQL that sums a figure's rows by day, name, team, technician, system and bin. */
function sums(figure: StoredFigure, tenantId: string, { day, end, source, where }: Counted): Fragment {
  const technician = figure.technician ? sql`coalesce(${own(figure.technician)}, 0)` : raw('0::bigint');
  return sql`select ${day} as day, ${nameSql(figure)} as metric, ${groupSql(figure.team)} as team, ${technician} as technician_id,
      ${groupSql(figure.system)} as repair_type, ${binSql(figure, end)} as bin, ${amount(figure.num)} as num, ${amount(figure.den)} as den, count(*) as n
    from ${source}${joins(figure)}
    where t.tenant_id = ${tenantId} and t.is_deleted = 0 and ${figure.only ?? raw('true')} and ${where} group by 1, 2, 3, 4, 5, 6`;
}

/** Return the SQL of a figure's sums for each day of a span. */
export function flowSql(figure: StoredFigure, span: FigureSpan): Fragment {
  if (figure.sql)
    return sql`select r.day, ${figure.name}::text as metric, r.team, r.technician_id, r.repair_type, null::text as bin, r.num, r.den, 0 as n from (${figure.sql(span)}) r`;
  const day = own(must(figure.day, 'day'));
  return sums(figure, span.tenantId, {
    day: sql`${day}::date`,
    end: raw('null'),
    source: sql`${tableOf(figure)} t`,
    where: sql`${day} >= ${span.from}::date and ${day} < ${span.to}::date + 1 and ${conditions(figure.where)}`,
  });
}

/**
 * Return the SQL of a state's sums as it is now. For a figure without groups it adds a row of 0, so that zero differs
 * from not counted.
 */
export function stateNowSql(figure: StoredFigure, tenantId: string, today: string, now: string): Fragment {
  const day = sql`${today}::date`;
  const counted = sums(figure, tenantId, {
    day,
    end: sql`${now}::timestamptz`,
    source: sql`${tableOf(figure)} t`,
    where: conditions(must(figure.state, 'state').now),
  });
  if (figure.team || figure.technician || figure.system) return counted;
  return sql`${counted} union all select ${day}, ${figure.name}::text, '', 0::bigint, '', null, 0, 0, 0`;
}

/**
 * Return the SQL of a state's sums at the end of earlier days that were not counted. It sums rows that had begun and
 * not ended by then.
 */
export function stateBeforeSql(figure: StoredFigure, span: FigureSpan, days: readonly string[]): Fragment {
  const state = must(figure.state, 'state');
  const before = must(state.before, 'before');
  const since = own(before.since);
  const until = shared(sql`coalesce(${joinedSql(before.until.map(own), ', ')})`);
  const isOpen = shared(conditions(state.now));
  return sums(figure, span.tenantId, {
    day: raw('d.day'),
    end: raw('d.day + 1'),
    source: sql`${tableOf(figure)} t join unnest(${days}::date[]) as d(day) on ${since} < d.day + 1 and (${isOpen} or ${until} >= d.day + 1)`,
    where: sql`${conditions(before.where)} and ${since} < ${span.to}::date + 1 and (${isOpen} or ${until} >= ${span.from}::date + 1)`,
  });
}

/** Return the SQL of the team or system of a list's row, read from the rows that it refers to, as a filter. */
export const filterSql = ({ links }: FigureGroup): string =>
  `coalesce(${links
    .map(
      ({ table, alias, on, field }) =>
        `(select ${alias}.${columnOf(field)} from ${linkedTable(table)} ${alias} where ${alias}.tenant_id = t.tenant_id and ${on})`,
    )
    .join(', ')}, '') = any(string_to_array($, ','))`;
